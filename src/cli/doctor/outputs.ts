import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { error, type Finding, ok, someOf } from "./finding.js";

/** Whether the specs can be compiled. */
export function judgeSpecs(diagnostics: readonly Diagnostic[], tools: number): Finding {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return ok("specs", `${tools} ${tools === 1 ? "tool" : "tools"}, no errors.`);
  const files = [...new Set(errors.map(({ path }) => path))];
  return error("specs", `${errors.length} ${errors.length === 1 ? "error" : "errors"} in ${someOf(files)}.`, "Run `toolgen check`.");
}

/** Whether the output folder is what the specs give, of what `build --check` says. */
export function judgeOutputs(output: string, drift: readonly Diagnostic[]): Finding {
  if (drift.length === 0) return ok("outputs", `${output}/ is what the specs give.`);
  const other = drift.find(({ code }) => code === "other-compiler");
  const said = other?.message ?? `${output}/ is not what the specs give: ${someOf(drift.map(({ path }) => path))}.`;
  return error("outputs", said, "Run `toolgen build`, and commit the result.");
}

/** A program that clients start; `executable` is `undefined` where it isn't there, which is for `judgeOutputs` to tell. */
export interface ClientProgram {
  readonly path: string;
  readonly executable: boolean | undefined;
}

/** Whether clients may start the generated programs. Archives and some file systems lose the bit that says so. */
export function judgeExecutable(programs: readonly ClientProgram[]): readonly Finding[] {
  const check = "executable";
  const lacking = programs.filter(({ executable }) => executable === false).map(({ path }) => path);
  if (lacking.length > 0) return [error(check, `No client can start ${lacking.join(" and ")}.`, `Run \`chmod +x ${lacking.join(" ")}\`.`)];
  const there = programs.filter(({ executable }) => executable).map(({ path }) => path);
  return there.length === 0 ? [] : [ok(check, `${there.join(" and ")} may be executed.`)];
}
