import type { HandlerModel, ToolModel } from "../model/tool.js";

/** A tool with a handler. */
export type HandledTool = ToolModel & { readonly handler: HandlerModel };
