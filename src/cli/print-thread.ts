import { parentPort } from "node:worker_threads";
import { type Modules, printModules } from "../emit/typescript/print-modules.js";

// The thread that `printInThread` starts: modules to be printed in, their texts by their paths out, one after the other.
let last = Promise.resolve();
parentPort?.on("message", (modules: Modules) => {
  last = last.then(async () => parentPort?.postMessage(await printModules(modules)));
});
