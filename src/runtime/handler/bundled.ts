import { guardHandler } from "./run-handler.js";

// All that a handler needs of toolgen when it runs, bundled before its own modules: so it is guarded when those are loaded.

export { extractors } from "../shell-guard/filter-options.js";
export { guardAnswer } from "../shell-guard/guard-answer.js";
export { guardCommand } from "../shell-guard/guard-command.js";
export { FetchError, guardedFetch } from "./guarded-fetch.js";
export { runHandler } from "./run-handler.js";
export { ToolError } from "./tool-error.js";

guardHandler();
