// Asks the process of `warm-host.mjs` to run commands, for `warm-toolgen.ts`, whose own thread can wait for the answers.
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { buffer } from "node:stream/consumers";
import { deserialize, serialize } from "node:v8";
import { workerData } from "node:worker_threads";

const { port, signal, socketPath } = workerData;

for (;;) {
  const [command] = await once(port, "message");
  port.postMessage(await answer(command).catch((error) => ({ error: String(error?.stack ?? error) })));
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

async function answer(command) {
  const request = httpRequest({ socketPath, method: "POST", agent: false });
  request.end(serialize(command));
  const [response] = await once(request, "response");
  return deserialize(await buffer(response));
}
