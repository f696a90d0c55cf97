import type { IncomingMessage } from "node:http";
import type { ToolSelection } from "../tool-selection.js";
import { mcpPath } from "./http-address.js";

/** Returns the path of a request's address, without its query. */
export const pathOf = ({ url = "" }: Pick<IncomingMessage, "url">): string => url.split("?", 1)[0] ?? "";

export const isMcpPath = (path: string): boolean => pathSelection(path) !== undefined;

/**
 * Returns the selections by the address and the headers of a request (docs/mcp-http.md): `/mcp`, `/mcp/readonly`,
 * `/mcp/x/NAME` and `/mcp/x/NAME/readonly`, and the headers `X-MCP-Toolsets`, `X-MCP-Tools` and `X-MCP-Readonly`, which
 * are those of GitHub's server.
 */
export function requestSelections(request: Pick<IncomingMessage, "url" | "headers">): readonly ToolSelection[] {
  const byPath = pathSelection(pathOf(request)) ?? {};
  const header = (name: string) => String(request.headers[name] ?? "");
  const toolsets = names(header("x-mcp-toolsets"));
  const tools = names(header("x-mcp-tools"));
  // A client that sends it means something by it: a value that isn't clearly "no" is "yes".
  const readOnly = !["", "false", "0", "no", "off"].includes(header("x-mcp-readonly").trim().toLowerCase());
  const byHeader = { ...(toolsets && { toolsets }), ...(tools && { tools }), ...(readOnly && { readOnly }) };
  return [byPath, byHeader].filter((selection) => Object.keys(selection).length > 0);
}

/** Far more than a client needs, so that a request's headers can't make much work. */
const maxNames = 100;

/** Returns a sentence about a selection with more names than a request may have. */
export const tooManyNames = ({ toolsets = [], tools = [] }: ToolSelection): string | undefined =>
  toolsets.length + tools.length > maxNames ? `A request can name at most ${maxNames} toolsets and tools.` : undefined;

function pathSelection(path: string): ToolSelection | undefined {
  if (path === mcpPath) return {};
  const [, toolset, readOnly] = selecting.exec(path) ?? [];
  if (toolset === undefined && readOnly === undefined) return undefined;
  return { ...(toolset !== undefined && { toolsets: [toolset] }), ...(readOnly !== undefined && { readOnly: true }) };
}

/** Toolsets' names need no escape in an address. */
const selecting = new RegExp(`^${mcpPath}(?:/x/([^/]+))?(/readonly)?$`);

/** Each name once. An empty header names nothing, as if it weren't there. */
function names(list: string): readonly string[] | undefined {
  const all = list.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
  return all.length === 0 ? undefined : [...new Set(all)];
}
