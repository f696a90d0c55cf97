#!/usr/bin/env node
import { build } from "./build.js";
import { exitCode } from "./exit-code.js";
import { plainBuild } from "./plain-build.js";
import { processTerminal, watchOutput } from "./terminal.js";
import { UsageError } from "./usage-error.js";

watchOutput();
try {
  const plain = plainBuild(process.argv.slice(2));
  if (plain === undefined) await (await import("./program.js")).runProgram(processTerminal);
  else process.exitCode = await build(plain, processTerminal(undefined));
} catch (error) {
  process.exitCode = explainFailure(error);
}

function explainFailure(error: unknown): number {
  if (error instanceof UsageError) {
    process.stderr.write(`toolgen: ${[error.message, error.hint].join("\n").trimEnd()}\n`);
    return exitCode.usage;
  }
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  process.stderr.write(`toolgen: internal error: ${message.split("\n")[0]}\n`);
  process.stderr.write("This is a bug in toolgen. Please report it, with the output of the same command under TOOLGEN_DEBUG=1.\n");
  if (process.env.TOOLGEN_DEBUG === "1" && stack !== undefined) process.stderr.write(`${stack}\n`);
  return exitCode.bug;
}
