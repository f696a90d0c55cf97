import type { ListPromptsResult, ListResourcesResult, ListResourceTemplatesResult, ListToolsResult } from "@modelcontextprotocol/server";
import type { ServerOptions } from "../serve-tools.js";
import type { SchemaForm, ServedToolSource } from "../tool-source.js";
import { filterResourceList, filterToolList } from "./filter-tool-list.js";

/** The lists that a server answers with. */
export interface ServedLists {
  tools(form: SchemaForm): ListToolsResult["tools"];
  prompts(): ListPromptsResult["prompts"];
  resources(): ListResourcesResult["resources"];
  resourceTemplates(): ListResourceTemplatesResult["resourceTemplates"];
}

/** The lists of a server, by the key of a result that has one, and for tools by the form of their schemas. */
export const listNames = ["tools canonical", "tools open", "prompts", "resources", "resourceTemplates"] as const;
export type ListName = (typeof listNames)[number];

/** Reads a list as it is now: a JSON array on one line, in UTF-8. */
export function readList(name: ListName, source: ServedToolSource, options: ServerOptions): Uint8Array {
  switch (name) {
    case "tools canonical":
      return filterToolList(source, options, "canonical");
    case "tools open":
      return filterToolList(source, options, "open");
    case "prompts":
      return source.prompts?.list() ?? none;
    case "resources":
      return source.resources === undefined ? none : filterResourceList(source.resources.list(), source.resources, options);
    case "resourceTemplates":
      return source.resources === undefined ? none : filterResourceList(source.resources.listTemplates(), source.resources, options);
  }
}

const none = Buffer.from("[]");
