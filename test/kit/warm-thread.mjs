// Runs the built command line again and again in one thread, for `warm-toolgen.ts`: the compiler is loaded once.
import { once } from "node:events";
import { workerData } from "node:worker_threads";
import { runCommandLine, wantsColor } from "../../dist/cli/command-line.js";
import { memoryTerminal } from "./memory-terminal.mjs";

const { port, signal } = workerData;

for (;;) {
  const [request] = await once(port, "message");
  port.postMessage(await answer(request).catch((error) => ({ error: String(error?.stack ?? error) })));
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

async function answer({ folder, args, environment, input }) {
  // A thread's own, which packages read: the process keeps its environment.
  process.env = { ...environment };
  const { terminal, printed } = memoryTerminal({ folder, environment, input });
  const status = await runCommandLine(args, (asked) => {
    const color = wantsColor({ asked, environment, isTerminal: false });
    return { ...terminal, color: { out: color, err: color } };
  });
  return { status, ...printed };
}
