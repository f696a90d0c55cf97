import { guardHandler } from "./run-handler.js";

// The code of toolgen that a handler needs at run time, bundled before its own modules, so that the process is guarded
// when those are loaded.

export { extractors } from "../shell-guard/filter-options.js";
export { guardAnswer } from "../shell-guard/guard-answer.js";
export { guardCommand } from "../shell-guard/guard-command.js";
export { FetchError, guardedFetch } from "./guarded-fetch.js";
export { ToolError } from "./handler-context.js";
export { runHandler } from "./run-handler.js";

// A bundle is CommonJS.
guardHandler(__filename);
