import type { Decoded } from "./shape.js";
import type { toolShape } from "./tool-shape.js";

/** A decoded tool document, without keys that were wrong. */
export type ToolSpec = Partial<Decoded<typeof toolShape>>;

export type RiskSpec = Exclude<NonNullable<ToolSpec["risk"]>, string>;
export type OutputSpec = Exclude<NonNullable<ToolSpec["output"]>, string>;
