import { unknownTool } from "../../call/tool-index.js";
import { recordingHost, replaceMarks } from "../../compiler/build-stamp.js";
import { type Compilation, compile } from "../../compiler/compile.js";
import type { Model } from "../../compiler/model.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { isError } from "../../contract/diagnostic.js";
import { formatDiagnostics } from "../../contract/format-diagnostics.js";
import type { Host } from "../../contract/host.js";
import { closest } from "../../contract/names.js";
import { readAssets } from "../../contract/node-host.js";
import { type GlobalOptions, packageRoot, UsageError } from "../command.js";
import { showSlowWork, withinTime } from "../io/slow-work.js";
import type { Terminal } from "../io/terminal.js";
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

interface CompileRequest {
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

/** Returns the tool of that name, or the one with that name among its `nameAliases`. */
export function findToolModel(model: Model, name: string): ToolModel | undefined {
  const all = [...model.tools, ...model.hosted];
  return all.find((tool) => tool.name === name) ?? all.find((tool) => tool.nameAliases.includes(name));
}

/**
 * Returns the tool that a call by this name starts: one of the project precedes a client's own tool of the same name.
 */
export function calledTool(model: Model, name: string): ToolModel {
  return findToolModel({ ...model, hosted: [] }, name) ?? toolNamed(model, name);
}

/** `findToolModel`, for a name from the command line. */
export function toolNamed(model: Model, name: string): ToolModel {
  const tool = findToolModel(model, name);
  if (tool !== undefined) return tool;
  throw new UsageError(unknownTool(name, closestTool(model, name)), "Run 'toolgen list' for the tools of this project.");
}

/** The name of the closest tool, if one is close. */
export function closestTool(model: Model, name: string): readonly string[] {
  const suggestion = closest(
    name,
    [...model.tools, ...model.hosted].flatMap((tool) => [tool.name, ...tool.nameAliases]),
  );
  const tool = suggestion === undefined ? undefined : findToolModel(model, suggestion);
  return tool === undefined ? [] : [tool.name];
}
