import type { Decoded } from "./shape.js";
import type { toolShape } from "./tool-shape.js";

/** What `decode` makes of a tool document: keys that were wrong are left out. */
export type ToolSpec = Partial<Decoded<typeof toolShape>>;

export type RiskSpec = Exclude<NonNullable<ToolSpec["risk"]>, string>;
export type OutputSpec = Exclude<NonNullable<ToolSpec["output"]>, string>;
