import type { OutputSpec, ToolSpec } from "../language/tool-spec.js";

/** `output` in its long form: `json` is short for `{ format: json }`. A handler returns what it likes, which MCP has a form for. */
export function longOutput({ output, handler }: Pick<ToolSpec, "output" | "handler">): OutputSpec {
  const long = typeof output === "string" ? { format: output } : (output ?? {});
  // What a handler says on the way is for those who watch it.
  return handler === undefined ? long : { format: "mcp", stderr: "ignore", ...long };
}
