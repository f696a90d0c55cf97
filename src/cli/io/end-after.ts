import { Worker } from "node:worker_threads";

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
