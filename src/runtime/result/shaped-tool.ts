import type { CompiledTool } from "../contract/definition.js";

/** The parts of a tool that its results depend on. */
export type ShapedTool = Pick<CompiledTool, "definition" | "validateOutput">;
