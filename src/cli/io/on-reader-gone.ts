import type { Writable } from "node:stream";

/**
 * Calls a function once when a write to an output fails because its reader has gone. It is for commands that would
 * otherwise go on, such as `repair --jsonl`; all others finish their work. The returned function stops listening.
 */
export function onReaderGone(output: Writable, act: () => void): () => void {
  const listener = ({ code }: NodeJS.ErrnoException) => {
    if (code !== "EPIPE") return;
    output.off("error", listener);
    act();
  };
  output.on("error", listener);
  return () => output.off("error", listener);
}
