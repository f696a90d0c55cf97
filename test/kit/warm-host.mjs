// Runs the built command line again and again, in threads that have it loaded: one process for all files of a run.
// `run-folder.ts` starts it, and `warm-thread.mjs` asks it over a socket.
import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { deserialize, serialize } from "node:v8";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

/** One more than the cores of a usual machine, since some commands wait. Each thread loads the compiler. */
const mostThreads = 3;

if (isMainThread) serve(process.argv[2]);
else await work();

function serve(socket) {
  const [idle, waiting] = [[], []];
  let started = 0;
  const nextThread = () => {
    const free = idle.pop();
    if (free !== undefined) return free;
    if (started === mostThreads) return new Promise((resolve) => waiting.push(resolve));
    started += 1;
    return new Worker(new URL(import.meta.url));
  };
  const release = (thread) => {
    const next = waiting.shift();
    if (next === undefined) idle.push(thread);
    else next(thread);
  };
  const server = createServer(async (request, response) => {
    const command = deserialize(await buffer(request));
    const thread = await nextThread();
    thread.postMessage(command);
    // A thread that ends leaves a file of tests waiting, which names its command when it has waited long enough.
    const [answer] = await once(thread, "message");
    release(thread);
    response.end(serialize(answer));
  });
  server.listen(socket, () => process.send("listens"));
  process.on("disconnect", () => process.exit());
}

async function work() {
  const { runCommandLine, wantsColor } = await import("../../dist/cli/command-line.js");
  const { memoryTerminal } = await import("./memory-terminal.mjs");
  const answer = async ({ folder, args, environment, input }) => {
    // A thread's own, which packages read: the process keeps its environment.
    process.env = { ...environment };
    const { terminal, printed } = memoryTerminal({ folder, environment, input });
    const status = await runCommandLine(args, (asked) => {
      const color = wantsColor({ asked, environment, isTerminal: false });
      return { ...terminal, color: { out: color, err: color } };
    });
    return { status, ...printed };
  };
  parentPort.on("message", async (command) =>
    parentPort.postMessage(await answer(command).catch((error) => ({ error: String(error?.stack ?? error) }))),
  );
}
