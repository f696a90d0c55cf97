import type { OutputSpec, ToolSpec } from "./tool-shape.js";

/** `output` in its long form: `json` is short for `{ format: json }` (SPEC §8). */
export const longOutput = ({ output }: ToolSpec): OutputSpec => (typeof output === "string" ? { format: output } : (output ?? {}));
