import type { ListToolsResult } from "@modelcontextprotocol/server";
import MiniSearch from "minisearch";
import { toolsetsOf } from "../tool-selection.js";
import type { ToolGroups } from "../tool-source.js";

type Tools = ListToolsResult["tools"];

/** Finds tools by words. */
export interface SearchIndex {
  /** Returns the names of tools that match, best first. */
  search(query: string, isOffered: (name: string) => boolean): readonly string[];
}

/** Names say most, then what people read, then the words of descriptions and of parameters. */
const fields = { name: 4, title: 3, toolsets: 2, description: 1, parameters: 0.5 } as const;

/** Indexes tools by the words that are in them: no model is needed, and nothing is sent anywhere. */
export function indexTools(tools: Tools, groups: ToolGroups): SearchIndex {
  const index = new MiniSearch<Indexed>({
    idField: "id",
    fields: Object.keys(fields),
    tokenize: words,
    searchOptions: { boost: fields, prefix: (term) => term.length > 2, fuzzy: (term) => (term.length > 3 ? 0.2 : false) },
  });
  index.addAll(
    tools.map(({ name, title = "", description = "", inputSchema }) => ({
      id: name,
      name,
      title,
      toolsets: toolsetsOf(name, groups).join(" "),
      description,
      parameters: Object.keys(inputSchema.properties ?? {}).join(" "),
    })),
  );
  return {
    search: (query, isOffered) => index.search(query, { filter: ({ id }) => isOffered(String(id)) }).map(({ id }) => String(id)),
  };
}

interface Indexed extends Record<keyof typeof fields, string> {
  readonly id: string;
}

/** The words of a text, also those of names such as `listIssues` and `list_issues`. */
const words = (text: string): string[] => text.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ").match(/[\p{L}\p{N}]+/gu) ?? [];
