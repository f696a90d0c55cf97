import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { HostError, refusalReason } from "../contract/host.js";
import { fastPathOptions } from "./build/fast-path.js";
import { Cancelled, exitCode, UsageError } from "./command.js";
import { build } from "./commands/build.js";
import { type OpenTerminal, processTerminal, type Terminal } from "./io/terminal.js";

export { processTerminal, wantsColor } from "./io/terminal.js";

/** The table of commands that the command line is parsed with, for its reference page. */
export const describeProgram = async () => (await import("./parser/program.js")).createProgram(processTerminal, () => {});

/** Runs a command line, reports why it failed, and returns its exit code. */
export async function runCommandLine(args: readonly string[], openTerminal: OpenTerminal): Promise<number> {
  try {
    const fastOptions = fastPathOptions(args);
    if (fastOptions === undefined) return await (await import("./parser/program.js")).runCommand(args, openTerminal);
    return await build(fastOptions, openTerminal(undefined));
  } catch (error) {
    return reportFailure(error, openTerminal(undefined));
  }
}

function reportFailure(error: unknown, { err, environment }: Terminal): number {
  if (error instanceof UsageError) {
    err(`toolgen: ${[error.message, error.hint].join("\n").trimEnd()}\n`);
    return exitCode.usage;
  }
  if (error instanceof Cancelled) {
    err("Cancelled: nothing more was changed.\n");
    return exitCode.cancelled;
  }
  const unusable = unusableTempFolder(error);
  if (unusable !== undefined) {
    err(
      `toolgen: The folder for temporary files can't be used: '${unusable.folder}' ${unusable.why}.\nSet TMPDIR to a folder that you may write to.\n`,
    );
    return exitCode.failed;
  }
  const refused = refusalOf(error);
  if (refused !== undefined) {
    const folder = unwritableFolder(refused.cause ?? error);
    const why = refusalReason(refused);
    err(
      folder === undefined
        ? `toolgen: '${refused.path}' can't be read or written: ${why}.\n`
        : `toolgen: '${refused.path}' can't be written: the folder '${folder}' is not writable (${why}).\n`,
    );
    return exitCode.failed;
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  err(`toolgen: internal error: ${message.split("\n")[0]}\n`);
  err("This is a bug in toolgen. Please report it, with the output of the same command under TOOLGEN_DEBUG=1.\n");
  if (environment.TOOLGEN_DEBUG === "1" && stack !== undefined) err(`${stack}\n`);
  return exitCode.bug;
}

/** Returns the folder in which no temporary folder could be made, and why. */
function unusableTempFolder(error: unknown): { readonly folder: string; readonly why: string } | undefined {
  const { code = "", path, syscall, message = "" } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (syscall !== "mkdtemp" || path === undefined) return undefined;
  if (code === "ENOENT") return { folder: dirname(path), why: "doesn't exist" };
  if (code === "ENOTDIR") return { folder: dirname(path), why: "is not a folder" };
  return { folder: dirname(path), why: `can't be written to (${refusalReason(new HostError({ code, path, message }))})` };
}

/** Returns an error of the file system, which isn't a bug in toolgen: a read-only folder, a full disk. */
function refusalOf(error: unknown): HostError | undefined {
  if (error instanceof HostError) return error;
  const { code, path, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const isRefusal = code !== undefined && ["EACCES", "EDQUOT", "EMFILE", "ENOSPC", "EPERM", "EROFS"].includes(code);
  return isRefusal && path !== undefined ? new HostError({ code, path, message: message ?? code }) : undefined;
}

/** The nearest existing folder, if it, and not the file in it, can't be written to. */
function unwritableFolder(error: unknown): string | undefined {
  const { code, path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (path === undefined || !["EACCES", "EPERM", "EROFS"].includes(code ?? "") || existsSync(path)) return undefined;
  let folder = dirname(path);
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch {
    return folder;
  }
}
