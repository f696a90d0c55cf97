import type { McpConnection } from "./mcp-connection.js";

const mostPages = 1000;
const mostTools = 100_000;
/** The longest list of several pages, as JSON. A page is a message, which has a limit of its own. */
const mostLength = 64 << 20;

/** All pages of `tools/list`, as the server sent them. */
export async function allPages(connection: McpConnection, signal: AbortSignal, timeoutMs: number): Promise<readonly unknown[]> {
  if (!connection.hasTools) return [];
  const tools: unknown[] = [];
  let cursor: string | undefined;
  let length = 0;
  for (let page = 0; page < mostPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const result = Object(await connection.request({ method: "tools/list", params, signal, timeoutMs }));
    const listed: readonly unknown[] = Array.isArray(result.tools) ? result.tools : [];
    for (const tool of listed) tools.push(tool);
    if (tools.length > mostTools) throw new Error(`Its list has more than ${mostTools} tools.`);
    if (typeof result.nextCursor !== "string" || result.nextCursor === cursor) return tools;
    cursor = result.nextCursor;
    length += listed.reduce<number>((sum, tool) => sum + lengthOf(tool), 0);
    if (length > mostLength) throw new Error("Its list of tools has more than 64 MiB.");
  }
  throw new Error(`Its list of tools has more than ${mostPages} pages.`);
}

/** A tool that is nested too deeply to be written counts as nothing: it is left out later. */
function lengthOf(tool: unknown): number {
  try {
    return JSON.stringify(tool).length;
  } catch {
    return 0;
  }
}
