import { HostError, refusalReason } from "../host.js";
import { build } from "./build.js";
import { exitCode } from "./exit-code.js";
import { plainBuild } from "./plain-build.js";
import type { OpenTerminal, Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

export { wantsColor } from "./terminal.js";

/** Runs a command line, reports why it failed, and returns its exit code. */
export async function runCommandLine(args: readonly string[], openTerminal: OpenTerminal): Promise<number> {
  try {
    const plain = plainBuild(args);
    if (plain === undefined) return await (await import("./program.js")).runProgram(args, openTerminal);
    return await build(plain, openTerminal(undefined));
  } catch (error) {
    return reportFailure(error, openTerminal(undefined));
  }
}

function reportFailure(error: unknown, { err, environment }: Terminal): number {
  if (error instanceof UsageError) {
    err(`toolgen: ${[error.message, error.hint].join("\n").trimEnd()}\n`);
    return exitCode.usage;
  }
  if (error instanceof HostError) {
    err(`toolgen: '${error.path}' can't be written or read: ${refusalReason(error)}.\n`);
    return exitCode.failed;
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  err(`toolgen: internal error: ${message.split("\n")[0]}\n`);
  err("This is a bug in toolgen. Please report it, with the output of the same command under TOOLGEN_DEBUG=1.\n");
  if (environment.TOOLGEN_DEBUG === "1" && stack !== undefined) err(`${stack}\n`);
  return exitCode.bug;
}
