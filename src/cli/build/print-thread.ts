import { parentPort } from "node:worker_threads";
import { type Modules, printModules } from "../../emit/typescript/print-modules.js";
import { loadSchemaTypes } from "../../emit/typescript/print-tool-types.js";

// The thread that `printInThread` starts: modules to be printed in, their texts by their paths out, one after the other.
// Nearly all that is printed has types, so what prints these is loaded before it is asked for.
let last: Promise<unknown> = loadSchemaTypes();
parentPort?.on("message", (modules: Modules) => {
  last = last.then(async () => parentPort?.postMessage(await printModules(modules)));
});
