import type { OutputSpec, ToolSpec } from "../language/tool-spec.js";

/**
 * Returns `output` in its long form: `json` is short for `{ format: json }`. A handler may return anything, for which
 * MCP has a format.
 */
export function longOutput({ output, handler }: Pick<ToolSpec, "output" | "handler">): OutputSpec {
  const long = typeof output === "string" ? { format: output } : (output ?? {});
  // The progress of a handler is for its user.
  return handler === undefined ? long : { format: "mcp", stderr: "ignore", ...long };
}
