import type { ListToolsResult } from "@modelcontextprotocol/server";

/** The schemas of tools, by name, that say that a parameter is also a header (`x-mcp-header`). */
export type HeaderSchemas = ReadonlyMap<string, ListToolsResult["tools"][number]["inputSchema"]>;

/**
 * Returns the schemas that name headers. There are few, so most servers have nothing to compare in a call, and don't
 * parse the list for it.
 */
export function headerSchemas(lists: { bytes(): Uint8Array; parsed(): ListToolsResult["tools"] }): HeaderSchemas {
  try {
    if (!Buffer.from(lists.bytes()).includes(header)) return new Map();
    return new Map(lists.parsed().flatMap(({ name, inputSchema }) => (namesHeader(inputSchema) ? [[name, inputSchema] as const] : [])));
  } catch {
    // The client that requests the list gets the error for an unreadable one.
    return new Map();
  }
}

const header = '"x-mcp-header"';

const namesHeader = (schema: object) => JSON.stringify(schema).includes(header);
