import type { ListToolsResult } from "@modelcontextprotocol/server";
import type { NamedCall } from "../../call/tool-index.js";
import type { ProtocolResult } from "../protocol-result.js";
import { isSelectedBy, type ToolSelection } from "../tool-selection.js";
import type { FoundServedTool, SchemaForm, ServedToolSource, ToolGroups } from "../tool-source.js";
import type { ServedLists } from "./served-lists.js";

/** The tools of one connection, or of one request over HTTP. */
export interface OfferedTools {
  list(form: SchemaForm): ListToolsResult["tools"];
  find(name: string): FoundServedTool;
  /** The call that a client requests: with `--search` of the tool that `call_tool` names. */
  requested(call: NamedCall): NamedCall;
  /** Answers what no tool of the source does: with `--search`, finding and describing tools. */
  answer?(call: NamedCall): Promise<ProtocolResult | undefined>;
}

type Tools = ListToolsResult["tools"];

/**
 * The tools of a source that all selections offer. A tool that isn't offered is unknown to calls too, so that
 * `--read-only` holds for a client that knows other names from elsewhere.
 */
export function offeredTools(source: ServedToolSource, lists: ServedLists, selections: readonly ToolSelection[]): OfferedTools {
  const requested: OfferedTools["requested"] = (call) => call;
  if (selections.length === 0) return { list: (form) => lists.tools(form), find: (name) => source.find(name), requested };
  const key = JSON.stringify(selections);
  const of = (form: SchemaForm) => {
    const all = lists.tools(form);
    const groups = source.groups();
    return selectedFrom(all, { key, groups, select: () => select(all.filter(isSelectedBy(selections, groups)), source) });
  };
  return { list: (form) => of(form).tools, find: (name) => source.find(name, of("canonical").hidden), requested };
}

/** The tools of one request, each found once: its log, its scopes and its call have the tool of the same build. */
export function foundOnce(offered: OfferedTools): OfferedTools {
  const known = new Map<string, FoundServedTool>();
  const find = (name: string) => {
    const found = known.get(name) ?? offered.find(name);
    known.set(name, found);
    return found;
  };
  return { ...offered, find };
}

interface Selected {
  readonly tools: Tools;
  /** The names of all other tools. */
  readonly hidden: ReadonlySet<string>;
}

function select(tools: Tools, source: ServedToolSource): Selected {
  const offered = new Set(tools.map(({ name }) => name));
  return { tools, hidden: new Set(source.names().filter((name) => !offered.has(name))) };
}

/** Callers name tools in headers, so the number of different selections has no other bound. */
const maxSelections = 64;

/** By the list that was selected from, which is another object after a build or a change of settings. */
const selectedByList = new WeakMap<Tools, Map<string, Selected & { readonly groups: ToolGroups }>>();

interface Selecting {
  readonly key: string;
  readonly groups: ToolGroups;
  select(): Selected;
}

/** Selects once for each list and selection, because every request over HTTP selects again. */
function selectedFrom(all: Tools, { key, groups, select: selectNow }: Selecting): Selected {
  const cached = selectedByList.get(all) ?? new Map<string, Selected & { readonly groups: ToolGroups }>();
  selectedByList.set(all, cached);
  const before = cached.get(key);
  if (before?.groups === groups) return before;
  const selected = { ...selectNow(), groups };
  cached.delete(key);
  const [oldest] = cached.keys();
  if (oldest !== undefined && cached.size >= maxSelections) cached.delete(oldest);
  cached.set(key, selected);
  return selected;
}
