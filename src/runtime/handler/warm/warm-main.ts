import { guardHandler, type HandlerSettings, serveHandlers } from "../run-handler.js";
import { observeErrors } from "./error-stream.js";
import { observePrograms } from "./handler-programs.js";
import { observeTimers } from "./pending-timers.js";
import { observeWaits } from "./promised-waits.js";
import { observeHandles } from "./quiet-handles.js";
import { serveCalls } from "./serve-calls.js";

// The entry of generated/bin/warm.cjs, which is started with the bundle of a handler and the folder of the project. It
// is bundled to CommonJS, so `require` is that of the file.

// A handler sees the arguments of a process of its own.
process.argv.splice(1, 1);
const [, bundle = ""] = process.argv;
guardHandler(bundle, __filename);
const observers = {
  errors: observeErrors(),
  timers: observeTimers(),
  waits: observeWaits(),
  handles: observeHandles(),
  programs: observePrograms(),
};
serveHandlers((handler: unknown, settings: HandlerSettings) => serveCalls(handler, settings, observers));
require(bundle);
