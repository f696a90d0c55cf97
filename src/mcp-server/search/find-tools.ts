import type { ListToolsResult } from "@modelcontextprotocol/server";
import { isJsonObject } from "../../runtime/json/json-value.js";
import { firstSentence } from "../../runtime/text/first-sentence.js";
import { shortened, singleLine } from "../../runtime/text/single-line.js";
import { type ProtocolResult, protocolFailure } from "../protocol/protocol-result.js";
import { indexTools, type SearchIndex } from "./search-index.js";
import { matchLimit, searchNames } from "./search-tools.js";
import type { ToolsToSearch } from "./tools-to-search.js";

type Tools = ListToolsResult["tools"];

/** A list stays the same object until its bytes change, so an index lives as long as its list. */
const indexes = new WeakMap<Tools, SearchIndex>();

/** Far more words than a search needs, so that a query can't make much work. */
const maxQuery = 500;
const maxSentence = 200;

/** Answers a call of `find_tools`: a line a tool, best first. */
export async function findTools(given: unknown, { offered, source, lists }: ToolsToSearch): Promise<ProtocolResult> {
  const { query, limit = matchLimit.usual } = isJsonObject(given) ? given : {};
  if (typeof query !== "string" || query.trim() === "") return protocolFailure(`${searchNames.find} takes \`query\`, a few words.`);
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1 || most > matchLimit.most)
    return protocolFailure(`\`limit\` must be a whole number from 1 to ${matchLimit.most}.`);
  const all = lists.tools("canonical");
  const index = indexes.get(all) ?? indexTools(all, source.groups());
  indexes.set(all, index);
  const tools = new Map(offered.list("canonical").map((tool) => [tool.name, tool]));
  const found = index.search(query.slice(0, maxQuery), (name) => tools.has(name));
  const lines = found.slice(0, most).map((name) => `${name}: ${shortened(firstSentence(tools.get(name)?.description ?? ""), maxSentence)}`);
  if (found.length > most) lines.push(`(${found.length - most} more match less well.)`);
  const text = lines.length === 0 ? `No tool matches '${singleLine(query, maxSentence)}'. Search for other words.` : lines.join("\n");
  return { content: [{ type: "text", text }] };
}
