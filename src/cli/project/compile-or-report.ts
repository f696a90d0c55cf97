import { recordingHost, replaceMarks } from "../../cache/build-stamp.js";
import { type Compilation, compile } from "../../compile.js";
import { isError } from "../../diagnostics/diagnostic.js";
import { formatDiagnostics } from "../../diagnostics/format.js";
import type { Host } from "../../host.js";
import { readAssets } from "../../node-host.js";
import { showSlowWork } from "../io/show-slow-work.js";
import type { Terminal } from "../io/terminal.js";
import { withinTime } from "../io/within-time.js";
import type { GlobalOptions } from "../options.js";
import { packageRoot } from "../package-root.js";
import { openProject } from "./open-project.js";

/**
 * For read-only commands: compiles the project, makes the files of the targets that they use, and reports errors, but
 * no warnings. Returns `undefined` if there were errors. `read` is replaced by the paths that it has read, relative to
 * the project, with the mark that each had.
 */
export async function compileOrReport(
  options: GlobalOptions,
  terminal: Terminal,
  targets: readonly string[] = [],
  read?: Map<string, string>,
): Promise<Compilation | undefined> {
  const project = await openProject(options, terminal);
  if (read === undefined) return compileHostOrReport(project, { options, terminal, targets });
  const { host, marks } = recordingHost(project);
  const compilation = await compileHostOrReport(host, { options, terminal, targets });
  replaceMarks(read, marks);
  return compilation;
}

export interface CompileRequest {
  readonly options: GlobalOptions;
  readonly terminal: Terminal;
  readonly targets?: readonly string[];
  /** The Git revision that the host reads, which messages name before each path. */
  readonly revision?: string;
  /** Returns an empty model, instead of an error, if there are no specs. */
  readonly mayBeEmpty?: true;
}

/** Compiles what a host reads, within the time limit, and reports errors. Returns `undefined` if there were any. */
export async function compileHostOrReport(host: Host, request: CompileRequest): Promise<Compilation | undefined> {
  const { options, terminal, targets = [], revision, mayBeEmpty } = request;
  const handlers = targets.includes("bin") ? "bundle" : "leave";
  const [compilation, diagnostics] = await showSlowWork(terminal, "Compiling the specs…", () =>
    withinTime(options, terminal, async () => compile(host, await readAssets(packageRoot), { targets, handlers })),
  );
  const errors = diagnostics.filter((one) => isError(one) && !(mayBeEmpty && one.code === "no-specs"));
  if (errors.length === 0) return compilation;
  const named = revision === undefined ? errors : errors.map((error) => ({ ...error, path: `${revision}:${error.path}` }));
  terminal.err(formatDiagnostics(named, { color: terminal.color.err }));
  return undefined;
}
