import type { CompiledTool } from "../contract/definition.js";

/** A tool as far as its results go. */
export type ShapedTool = Pick<CompiledTool, "definition" | "validateOutput">;
