import { type ListToolsResult, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { callToolAsync } from "../runtime/call/call-tool-async.js";
import { type CallResult, callResult, failedCall } from "./call-result.js";
import { type ProgressParams, progressOf } from "./progress.js";
import type { Surroundings } from "./serve-tools.js";
import type { ToolSource } from "./tool-source.js";

/**
 * Stands for the rendered tools in an answer to `tools/list` until a transport puts them in: going through the SDK they would be parsed,
 * copied and written again.
 */
export const renderedTools: ListToolsResult["tools"] = [];

/** A server for one connection of one client. Calls run beside each other; a cancelled one ends its process group. */
export function createServer(source: ToolSource, surroundings: Surroundings): Server {
  const server = new Server({ name: source.server.name, version: source.server.version }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({ tools: renderedTools }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }): Promise<CallResult> => {
    const found = source.find(params.name);
    if (!found.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, found.message);
    const { workspace, env } = surroundings;
    const { signal } = mcpReq;
    const token = mcpReq._meta?.progressToken;
    const tell = (progress: ProgressParams) => {
      // A client that has gone, or no longer asks, misses nothing.
      if (!signal.aborted) mcpReq.notify({ method: "notifications/progress", params: { ...progress } }).catch(() => {});
    };
    try {
      const { tool, projectDir } = found;
      const live = token === undefined ? {} : { updateOutput: progressOf(token, tell) };
      return callResult(await callToolAsync(tool, params.arguments ?? {}, { workspace, projectDir, env, signal, ...live }));
    } catch (error) {
      // The client has been told nothing more of a call that it cancelled.
      if (signal.aborted) throw error;
      const [message] = String(error instanceof Error ? error.message : error).split("\n");
      surroundings.log(`internal error in ${params.name}: ${error instanceof Error ? error.stack : message}`);
      return failedCall(`toolgen internal error: ${message}`);
    }
  });
  return server;
}
