import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { error, type Finding, ok } from "./finding.js";

const check = "compiler";

/** Says which toolgen this is, and refuses it where `toolgen` in toolgen.yaml leaves it out. */
export function judgeCompiler(version: string, range: string | undefined, diagnostics: readonly Diagnostic[]): Finding {
  const refusal = diagnostics.find(({ code }) => code === "wrong-compiler");
  if (refusal !== undefined) return error(check, refusal.message, refusal.help);
  return ok(check, `toolgen ${version}${range === undefined ? "" : ` (${range})`}.`);
}
