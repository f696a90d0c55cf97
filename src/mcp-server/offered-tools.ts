import type { ListToolsResult } from "@modelcontextprotocol/server";
import type { ServedLists } from "./served-lists.js";
import { isSelectedBy, type ToolSelection } from "./tool-selection.js";
import type { FoundServedTool, SchemaForm, ServedToolSource } from "./tool-source.js";

/** The tools of one connection, or of one request over HTTP. */
export interface OfferedTools {
  list(form: SchemaForm): ListToolsResult["tools"];
  find(name: string): FoundServedTool;
}

/**
 * The tools of a source that all selections offer. A tool that isn't offered is unknown to calls too, so that
 * `--read-only` holds for a client that knows other names from elsewhere.
 */
export function offeredTools(source: ServedToolSource, lists: ServedLists, selections: readonly ToolSelection[]): OfferedTools {
  if (selections.length === 0) return { list: (form) => lists.tools(form), find: (name) => source.find(name) };
  const list: OfferedTools["list"] = (form) => lists.tools(form).filter(isSelectedBy(selections, source.groups()));
  return {
    list,
    find: (name) => {
      const offered = new Set(list("canonical").map((tool) => tool.name));
      const hidden = source.names().filter((one) => !offered.has(one));
      return source.find(name, new Set(hidden));
    },
  };
}
