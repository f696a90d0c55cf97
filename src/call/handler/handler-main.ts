import { guardHandler } from "../handler.js";

// The code of toolgen that a handler needs at run time, bundled before its own modules, so that the process is guarded
// when those are loaded.

export { extractors } from "../filter-options.js";
export { guardAnswer, guardCommand } from "../guard-command.js";
export { FetchError, guardedFetch, runHandler, ToolError } from "../handler.js";

// A bundle is CommonJS.
guardHandler(__filename);
