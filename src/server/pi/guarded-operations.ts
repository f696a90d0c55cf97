import { type GuardAnswer, type GuardedCommand, guardAnswer } from "../../call/guard-command.js";
import { mostOutputBytes } from "../../call/split-pipeline.js";
import type { BashOperations } from "./pi-api.js";

export interface GuardedOperations {
  readonly operations: BashOperations;
  /** The guard's result, once the command has ended. */
  readonly answer: () => GuardAnswer | undefined;
}

/**
 * pi's own way of running a command, with the guard. pi gets the output when the command has ended, because only then
 * it is known whether the command was slow. pi truncates and stores it and reports the exit status, as for any other
 * command.
 */
export function guardedOperations(
  local: BashOperations,
  { guarded, slowMs }: { readonly guarded: GuardedCommand; readonly slowMs: number },
): GuardedOperations {
  let answer: GuardAnswer | undefined;
  const exec: BashOperations["exec"] = async (command, cwd, options) => {
    const printed = lastBytes();
    try {
      return await local.exec(command, cwd, { ...options, onData: printed.add });
    } finally {
      const stdout = printed.bytes();
      answer = guardAnswer(guarded, { stdout, slowMs, hasBothStreams: true });
      if (!answer.isFileNamed) guarded.remove();
      if (answer.stdout.length > 0) options.onData(answer.stdout);
    }
  };
  return { operations: { exec }, answer: () => answer };
}

/** Collects an output, of which pi shows the end. */
function lastBytes(): { readonly add: (data: Buffer) => void; readonly bytes: () => Buffer } {
  const chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (data) => {
      chunks.push(data);
      size += data.length;
      while (size > mostOutputBytes) size -= chunks.shift()?.length ?? size;
    },
    bytes: () => Buffer.concat(chunks),
  };
}
