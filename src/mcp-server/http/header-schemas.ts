import type { ListToolsResult } from "@modelcontextprotocol/server";

/** The schemas of tools, by name, that say that a parameter is also a header (`x-mcp-header`). */
export type HeaderSchemas = ReadonlyMap<string, ListToolsResult["tools"][number]["inputSchema"]>;

/** Returns the schemas that name headers. There are few, so most servers have nothing to compare in a call. */
export function headerSchemas(read: () => ListToolsResult["tools"]): HeaderSchemas {
  try {
    return new Map(read().flatMap(({ name, inputSchema }) => (namesHeader(inputSchema) ? [[name, inputSchema] as const] : [])));
  } catch {
    // The client that requests the list gets the error for an unreadable one.
    return new Map();
  }
}

const namesHeader = (schema: object) => JSON.stringify(schema).includes('"x-mcp-header"');
