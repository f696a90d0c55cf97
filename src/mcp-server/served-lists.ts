import type { ListPromptsResult, ListToolsResult } from "@modelcontextprotocol/server";
import { filterToolList } from "./filter-tool-list.js";
import type { ServerOptions } from "./serve-tools.js";
import type { SchemaForm, ServedToolSource } from "./tool-source.js";

/** The lists that a server answers with. */
export interface ServedLists {
  tools(form: SchemaForm): ListToolsResult["tools"];
  prompts(): ListPromptsResult["prompts"];
}

/** The lists of a server, by the key of a result that has one, and for tools by the form of their schemas. */
export type ListName = "tools canonical" | "tools open" | "prompts";

/** Reads a list as it is now: a JSON array on one line, in UTF-8. */
export function readList(name: ListName, source: ServedToolSource, options: ServerOptions): Uint8Array {
  switch (name) {
    case "tools canonical":
      return filterToolList(source, options, "canonical");
    case "tools open":
      return filterToolList(source, options, "open");
    case "prompts":
      return source.prompts?.list() ?? Buffer.from("[]");
  }
}
