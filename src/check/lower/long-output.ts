import type { OutputSpec, ToolSpec } from "../language/tool-spec.js";

/**
 * Returns `output` in its long form: `json` is short for `{ format: json }`. A handler may return anything, for which
 * MCP has a format, and so does a server of MCP.
 */
export function longOutput({ output, handler, mcp }: Pick<ToolSpec, "output" | "handler" | "mcp">): OutputSpec {
  const long = typeof output === "string" ? { format: output } : (output ?? {});
  // The progress of a handler is for its user.
  return handler === undefined && mcp === undefined ? long : { format: "mcp", stderr: "ignore", ...long };
}
