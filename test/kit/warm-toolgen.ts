import { once } from "node:events";
import { join } from "node:path";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Answer } from "./toolgen.js";

interface Request {
  readonly folder: string;
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  readonly input: string | Uint8Array;
}

/** Where the process listens that runs the commands, by the folder of the run. */
export const hostSocket = (folder: string): string => join(folder, "warm-host");

/** Only a command that hangs takes as long. */
const hangMs = 600_000;

let thread: ReturnType<typeof startThread> | undefined;

/** Runs the built command line in a process that has it loaded, and waits for it. All files of a run share `warm-host.mjs`. */
export function warmToolgen(request: Request): Answer {
  thread ??= startThread();
  return thread.run(request);
}

/** The same while this thread goes on, such as with a server that the command asks. One command runs at a time. */
export async function warmToolgenAsync(request: Request): Promise<Answer> {
  thread ??= startThread();
  return thread.runAsync(request);
}

function startThread() {
  const { port1, port2 } = new MessageChannel();
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL("warm-thread.mjs", import.meta.url), {
    workerData: { port: port2, signal, socketPath: hostSocket(process.env.TOOLGEN_TEST_FOLDER ?? "") },
    transferList: [port2],
    execArgv: [],
  });
  worker.on("error", (error) => console.error(error));
  worker.unref();
  port1.unref();
  let count = 0;
  return {
    run(request: Request): Answer {
      const before = Atomics.load(signal, 0);
      port1.postMessage(request);
      count += 1;
      // The thread counts an answer after it has sent it, so the one to an asynchronous request may be counted only now.
      for (let answered = before; answered < count; answered = Atomics.load(signal, 0))
        if (Atomics.wait(signal, 0, answered, hangMs) === "timed-out") throw new Error(`toolgen ${request.args.join(" ")} did not end`);
      return checked(receiveMessageOnPort(port1)?.message);
    },
    async runAsync(request: Request): Promise<Answer> {
      port1.postMessage(request);
      count += 1;
      const answered = once(port1, "message");
      port1.ref();
      const [answer] = await answered;
      port1.unref();
      return checked(answer);
    },
  };
}

/** An exception is thrown by the thread itself: a command reports its own. */
function checked(answer: Answer | { readonly error: string }): Answer {
  if ("error" in answer) throw new Error(answer.error);
  return answer;
}
