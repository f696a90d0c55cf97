#!/usr/bin/env node
import { CommanderError } from "commander";
import { exitCode } from "./exit-code.js";
import { createProgram } from "./program.js";
import { processTerminal, watchOutput } from "./terminal.js";
import { UsageError } from "./usage-error.js";

watchOutput();
const program = createProgram((asked) => processTerminal(asked));
try {
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = explainFailure(error);
}

function explainFailure(error: unknown): number {
  // Commander has printed its message already; help and version end with 0.
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.usage;
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
