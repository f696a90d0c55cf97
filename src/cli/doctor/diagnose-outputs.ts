import { type Diagnostic, isError } from "../../diagnostics/diagnostic.js";
import { type Neighbour, unignoreLines } from "../project/neighbours.js";
import { error, type Finding, ok, someOf, warning } from "./finding.js";

/** Checks whether the specs compile. */
export function diagnoseSpecs(
  diagnostics: readonly Diagnostic[],
  { tools, command }: { readonly tools: string; readonly command: string },
): Finding {
  const errors = diagnostics.filter(isError);
  if (errors.length === 0) return ok("specs", `${tools}, no errors.`);
  const files = [...new Set(errors.map(({ path }) => path))];
  return error("specs", `${errors.length} ${errors.length === 1 ? "error" : "errors"} in ${someOf(files)}.`, `Run \`${command} check\`.`);
}

/**
 * The problems of the output folder: those that would keep a build from writing it, or else the findings of `build
 * --check`.
 */
export interface OutputProblems {
  readonly obstacles: readonly Diagnostic[];
  readonly drift: readonly Diagnostic[];
  /** The command that a user types for `toolgen` here. */
  readonly command: string;
}

/** Checks whether the output folder matches the specs, and names the step that fixes it. */
export function diagnoseOutputs(output: string, { obstacles, drift, command }: OutputProblems): Finding {
  const [obstacle, ...others] = obstacles;
  if (obstacle !== undefined) {
    const more = others.length === 0 ? "" : ` And ${others.length} more: see \`${command} build\`.`;
    return error("outputs", `${obstacle.message}${more}`, obstacle.help);
  }
  if (drift.length === 0) return ok("outputs", `${output}/ matches the specs.`);
  const conflicts = drift.filter(({ code }) => code === "output-conflict").map(({ path }) => path);
  if (conflicts.length > 0) {
    const help = `Run \`${command} build && git add ${output}\`, which resolves all of them, and commit the merge.`;
    return error("outputs", `A merge left conflicts in ${someOf(conflicts)}.`, help);
  }
  const other = drift.find(({ code }) => code === "other-compiler");
  const message = other?.message ?? `${output}/ doesn't match the specs: ${someOf(drift.map(({ path }) => path))}.`;
  return error("outputs", message, `Run \`${command} build\`, and commit the result.`);
}

/** A program that clients start; `executable` is `undefined` if it is missing, which `diagnoseOutputs` reports. */
export interface ClientProgram {
  readonly path: string;
  readonly executable: boolean | undefined;
}

/** Checks whether clients can start the generated programs. Archives and some file systems lose the executable bit. */
export function diagnoseExecutable(programs: readonly ClientProgram[]): readonly Finding[] {
  const check = "executable";
  const lacking = programs.filter(({ executable }) => executable === false).map(({ path }) => path);
  if (lacking.length > 0) return [error(check, `No client can start ${lacking.join(" and ")}.`, `Run \`chmod +x ${lacking.join(" ")}\`.`)];
  const there = programs.filter(({ executable }) => executable).map(({ path }) => path);
  return there.length === 0 ? [] : [ok(check, `${there.join(" and ")} may be executed.`)];
}

/** Checks whether a clone would have every file that is committed. */
export function diagnoseIgnored(output: string, ignored: readonly string[]): readonly Finding[] {
  if (ignored.length === 0) return [];
  const others = ignored.filter((path) => !path.startsWith(`${output}/`));
  const folders = others.length < ignored.length ? unignoreLines(output, "folder") : [];
  const lines = [...folders, ...others.flatMap((path) => unignoreLines(path, "file"))];
  const message = `A clone would lack files that Git ignores: ${someOf(ignored)}.`;
  return [warning("git", message, `Add these lines to the end of .gitignore: ${lines.join(" ")}`)];
}

/** Checks whether other programs of the repository leave the outputs alone. */
export function diagnoseNeighbours(output: string, neighbours: readonly Neighbour[]): readonly Finding[] {
  return neighbours
    .filter(({ isSet }) => !isSet)
    .map(({ name, file, line }) =>
      warning(name.toLowerCase(), `${name} reads ${output}/ too, and may report or change its files.`, `In ${file}, add: ${line}`),
    );
}
