import type { McpConnection } from "./mcp-connection.js";

const mostPages = 1000;

/** All pages of `tools/list`, as the server sent them. */
export async function allPages(connection: McpConnection, signal: AbortSignal, timeoutMs: number): Promise<readonly unknown[]> {
  const tools: unknown[] = [];
  if (!connection.hasTools) return tools;
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = Object(await connection.request({ method: "tools/list", params, signal, timeoutMs }));
    if (Array.isArray(result.tools)) tools.push(...result.tools);
    if (typeof result.nextCursor !== "string" || result.nextCursor === cursor) return tools;
    cursor = result.nextCursor;
  }
  throw new Error(`Its list of tools has more than ${mostPages} pages.`);
}
