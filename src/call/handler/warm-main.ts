import { guardHandler, type HandlerSettings, serveHandlers } from "../handler.js";
import { startObservers } from "./observers.js";
import { serveCalls } from "./serve-calls.js";

// The entry of generated/bin/kept.cjs, which is started with the bundle of a handler and the folder of the project. It
// is bundled to CommonJS, so `require` is that of the file.

// A handler sees the arguments of a process of its own.
process.argv.splice(1, 1);
const [, bundle = ""] = process.argv;
guardHandler(bundle, __filename);
const observers = startObservers();
serveHandlers((handler: unknown, settings: HandlerSettings) => serveCalls(handler, settings, observers));
require(bundle);
