import type { ObservedRequest } from "./telemetry.js";

type Attributes = Readonly<Record<string, string>>;

/** The name of a request's span, by OpenTelemetry's conventions for MCP. */
export const spanName = ({ method, target }: ObservedRequest): string => (target === undefined ? method : `${method} ${target}`);

/** The attributes of a request that spans and metrics have. They have few values, so that metrics stay small. */
export function metricAttributes({ method, target, revision, transport }: ObservedRequest): Attributes {
  return {
    "mcp.method.name": method,
    "mcp.protocol.version": revision,
    "network.transport": transport,
    ...(method === "tools/call" && { "gen_ai.operation.name": "execute_tool" }),
    ...(target !== undefined && { [method === "prompts/get" ? "gen_ai.prompt.name" : "gen_ai.tool.name"]: target }),
  };
}

/** The attributes that spans have besides. */
export const spanAttributes = ({ id, sessionId }: ObservedRequest): Attributes => ({
  "jsonrpc.request.id": String(id),
  ...(sessionId !== undefined && { "mcp.session.id": sessionId }),
});
