import { stripVTControlCharacters } from "node:util";
import { setFlagsFromString } from "node:v8";
import { buildLock, cacheFolder, type LastBuild, type PrintedWarnings } from "../../compiler/build-stamp.js";
import type { PlainDiagnostic } from "../../contract/diagnostic.js";
import { type Host, HostError } from "../../contract/host.js";
import { isAlive } from "../../contract/process.js";
import type { FormatOption, GlobalOptions } from "../command.js";
import type { Terminal } from "../io/terminal.js";

/**
 * Returns the options of `toolgen build` and `toolgen build --project DIR`, and `undefined` for any other command line.
 * These two run many times a day and mostly have nothing to do. Loading the parser of all commands would take longer
 * than that.
 */
export function fastPathOptions([command, ...options]: readonly string[]): BuildOptions | undefined {
  if (command !== "build") return undefined;
  const [option, project] = options;
  if (option === undefined) return { format: "pretty" };
  const isFolder = option === "--project" && project !== undefined && project !== "" && !project.startsWith("-");
  return isFolder && options.length === 2 ? { project, format: "pretty" } : undefined;
}

export interface BuildOptions extends GlobalOptions, FormatOption {
  readonly check?: true;
  readonly watch?: true;
}

export interface BuildRequest {
  readonly host: Host;
  readonly buildId: string;
  readonly options: BuildOptions;
  readonly terminal: Terminal;
  /** The record of the last build, if it was read just now. Outputs that haven't changed since aren't read. */
  readonly last: LastBuild | undefined;
  /** Replaced by the paths that the build reads, relative to the project's root, with the mark that each had. */
  readonly read?: Map<string, string>;
}

/**
 * Prints the warnings of the last build as `report` did then. Text from a spec contains no control characters, so those
 * of colours are the only ones.
 */
export async function replayWarnings(
  { pretty, json }: PrintedWarnings,
  options: GlobalOptions & FormatOption,
  terminal: Terminal,
): Promise<void> {
  const { format } = options;
  if (format === "json") return terminal.out(json);
  if (format === "pretty") {
    if (pretty !== "") terminal.err(terminal.color.err ? pretty : stripVTControlCharacters(pretty));
    return;
  }
  // Most builds don't print these formats, so they are loaded late.
  const { printForMachine } = await import("../project/report-diagnostics.js");
  // The JSON is the build's own, from its stamp.
  printForMachine(JSON.parse(json) as PlainDiagnostic[], { ...options, format }, terminal);
}

const leftover = new RegExp(`^${buildLock.slice(cacheFolder.length + 1)}\\.([1-9]\\d{0,9})$`);

/** Removes the files of builds that were killed as they took the lock. Those of running processes stay. */
export async function removeBuildLockLeftovers(host: Host): Promise<void> {
  try {
    for (const { name } of (await host.list(cacheFolder)) ?? []) {
      const pid = Number(leftover.exec(name)?.[1]);
      if (pid > 0 && !isAlive(pid)) await host.remove(`${cacheFolder}/${name}`);
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

/**
 * Does work that calls the same few functions thousands of times and takes milliseconds. V8's optimizing compiler, in
 * threads beside it, would take longer than its code saves, so it is turned off meanwhile. V8 reads this flag each time
 * that it could start.
 */
export async function withoutOptimizer<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString("--no-opt");
  try {
    return await work();
  } finally {
    setFlagsFromString("--opt");
  }
}
