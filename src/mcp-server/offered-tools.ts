import type { ListToolsResult } from "@modelcontextprotocol/server";
import type { ProtocolResult } from "./protocol-result.js";
import type { NamedCall } from "./search/requested-call.js";
import type { ServedLists } from "./served-lists.js";
import { isSelectedBy, type ToolSelection } from "./tool-selection.js";
import type { FoundServedTool, SchemaForm, ServedToolSource } from "./tool-source.js";

/** The tools of one connection, or of one request over HTTP. */
export interface OfferedTools {
  list(form: SchemaForm): ListToolsResult["tools"];
  find(name: string): FoundServedTool;
  /** The call that a client requests: with `--search` of the tool that `call_tool` names. */
  requested(call: NamedCall): NamedCall;
  /** Answers what no tool of the source does: with `--search`, finding and describing tools. */
  answer?(call: NamedCall): Promise<ProtocolResult | undefined>;
}

/**
 * The tools of a source that all selections offer. A tool that isn't offered is unknown to calls too, so that
 * `--read-only` holds for a client that knows other names from elsewhere.
 */
export function offeredTools(source: ServedToolSource, lists: ServedLists, selections: readonly ToolSelection[]): OfferedTools {
  const requested: OfferedTools["requested"] = (call) => call;
  if (selections.length === 0) return { list: (form) => lists.tools(form), find: (name) => source.find(name), requested };
  const list: OfferedTools["list"] = (form) => lists.tools(form).filter(isSelectedBy(selections, source.groups()));
  return {
    list,
    requested,
    find: (name) => {
      const offered = new Set(list("canonical").map((tool) => tool.name));
      const hidden = source.names().filter((one) => !offered.has(one));
      return source.find(name, new Set(hidden));
    },
  };
}
