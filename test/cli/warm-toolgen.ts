import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Answer } from "./toolgen.js";

interface Request {
  readonly folder: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly input: string | Uint8Array;
}

/** Only a command that hangs takes as long. */
const hangMs = 600_000;

let thread: ReturnType<typeof startThread> | undefined;

/** Runs the built command line in a thread that has it loaded, and waits for it. Files of tests that run in the same process share the thread. */
export function warmToolgen(request: Request): Answer {
  thread ??= startThread();
  return thread.run(request);
}

function startThread() {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("warm-thread.mjs", import.meta.url), {
    workerData: { port: port2, signal },
    transferList: [port2],
    execArgv: [],
  });
  worker.on("error", (error) => console.error(error));
  worker.unref();
  port1.unref();
  return {
    run(request: Request): Answer {
      Atomics.store(signal, 0, 0);
      port1.postMessage(request);
      if (Atomics.wait(signal, 0, 0, hangMs) === "timed-out") throw new Error(`toolgen ${request.args.join(" ")} did not end`);
      const answer = receiveMessageOnPort(port1)?.message;
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer;
    },
  };
}
