import type { Writable } from "node:stream";
import { Worker } from "node:worker_threads";

const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const;

/**
 * Runs a function that cleans up when it is interrupted: its signal is aborted by Ctrl-C and by other signals that end
 * this process. A second signal ends the process at once. Returns the exit code for the signal, or the function's
 * result if there was none.
 */
export async function interruptible(action: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const controller = new AbortController();
  let interruptedBy: keyof typeof signals | undefined;
  const listeners = (Object.keys(signals) as (keyof typeof signals)[]).map((name) => {
    const listener = () => {
      interruptedBy ??= name;
      controller.abort();
    };
    process.once(name, listener);
    return () => process.off(name, listener);
  });
  try {
    const code = await action(controller.signal);
    return interruptedBy === undefined ? code : 128 + signals[interruptedBy];
  } finally {
    for (const remove of listeners) remove();
  }
}

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

/**
 * Ends this process after a time from another thread, because this one may be busy. The returned function cancels that.
 */
export function endAfter(ms: number, message: string): () => void {
  const worker = new Worker(program, { eval: true, workerData: { ms, message }, env: {}, execArgv: [], stdin: false });
  worker.unref();
  // Without a second thread there is no limit, and the work continues.
  worker.on("error", () => {});
  return () => void worker.terminate();
}

const program = `
const { workerData: { ms, message } } = require("node:worker_threads");
setTimeout(() => {
  try { require("node:fs").writeSync(2, message); } finally { process.kill(process.pid, "SIGKILL"); }
}, ms);
`;
