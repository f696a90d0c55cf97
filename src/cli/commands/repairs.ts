import { clearStatistics, ownStatistics, readStatistics, statisticsFile } from "../../call/repair-statistics.js";
import { compile } from "../../compiler/compile.js";
import type { Model } from "../../compiler/model.js";
import { readAssets } from "../../contract/node-host.js";
import { exitCode, type GlobalOptions, packageRoot, UsageError } from "../command.js";
import { countingIsOff, formatRepairs, repairsByTool } from "../describe/repairs-by-tool.js";
import type { Terminal } from "../io/terminal.js";
import { openProject } from "../project/open-project.js";

interface RepairsRequest extends GlobalOptions {
  readonly json?: true;
  readonly clear?: true;
}

/** `toolgen repairs`: shows the statistics about models' calls, and the aliases to add. */
export async function repairs(request: RepairsRequest, terminal: Terminal): Promise<number> {
  const { file, isOn } = counted(terminal);
  if (request.clear) {
    reaching(file, () => clearStatistics(file));
    return exitCode.done;
  }
  const counts = reaching(file, () => readStatistics(file));
  const tools = repairsByTool(counts, counts.length === 0 ? undefined : await modelOf(request, terminal));
  if (request.json) terminal.out(`${JSON.stringify({ file, tools }, null, 2)}\n`);
  else terminal.out(tools.length === 0 ? nothingCounted(file, isOn) : formatRepairs(tools));
  return exitCode.done;
}

function counted({ environment }: Terminal): { readonly file: string; readonly isOn: boolean } {
  const destination = statisticsFile(environment);
  if (destination.kind === "file") return { file: destination.path, isOn: true };
  if (destination.kind === "unusable")
    throw new UsageError(
      `TOOLGEN_REPAIRS is '${environment.TOOLGEN_REPAIRS}', which turns counting neither on nor off.`,
      "It takes 1 for the user's own statistics, or the absolute path of a file.",
    );
  const file = ownStatistics(environment);
  if (file === undefined)
    throw new UsageError("There is no HOME to store statistics in.", "TOOLGEN_REPAIRS takes the absolute path of a file.");
  return { file, isOn: false };
}

/** Statistics are shown even if specs have errors: the tools that compile are used. */
export async function modelOf(request: GlobalOptions, terminal: Terminal): Promise<Model> {
  const [{ model }] = await compile(await openProject(request, terminal), await readAssets(packageRoot), {
    targets: [],
    handlers: "leave",
  });
  return model;
}

function nothingCounted(file: string, isOn: boolean): string {
  return `Nothing was counted in ${file}.\n${isOn ? "" : `${countingIsOff}\n`}`;
}

function reaching<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`The statistics in ${file} can't be read (${code}).`);
  }
}
