import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { error, type Finding, ok } from "./finding.js";

const check = "compiler";

/** Reports the version of toolgen, and refuses it if `toolgen` in toolgen.yaml excludes it. */
export function diagnoseCompiler(version: string, range: string | undefined, diagnostics: readonly Diagnostic[]): Finding {
  const refusal = diagnostics.find(({ code }) => code === "wrong-compiler");
  if (refusal !== undefined) return error(check, refusal.message, refusal.help);
  return ok(check, `toolgen ${version}${range === undefined ? "" : ` (${range})`}.`);
}
