import type { ListToolsResult } from "@modelcontextprotocol/server";
import { type NamedCall, requestedCall, unknownTool } from "../../call/tool-index.js";
import { firstSentence, shortened, singleLine } from "../../contract/display-text.js";
import { withTextNumbers } from "../../contract/exact-json.late.js";
import { isJsonObject, type JsonValue, markStart } from "../../contract/json-value.js";
import { type ProtocolResult, protocolFailure } from "../protocol-result.js";
import type { ServedToolSource } from "../tool-source.js";
import type { OfferedTools } from "./offered-tools.js";
import { indexTools, type SearchIndex } from "./search-index.js";
import { matchLimit, maxDescribed, searchNames, searchTools } from "./search-tools.js";
import type { ServedLists } from "./served-lists.js";

/**
 * Offers tools by three: one that finds them, one that describes them, and one that calls them. What can be called, and
 * how, is the same: each selection holds, and the call of a tool is the same call.
 */
export function searchedTools(offered: OfferedTools, source: ServedToolSource, lists: ServedLists): OfferedTools {
  const searchable = { offered, source, lists };
  return {
    ...offered,
    list: () => searchTools(offered.list("canonical"), source.groups()),
    requested: requestedCall,
    answer: (call) => answer(call, searchable),
  };
}

async function answer(call: NamedCall, known: ToolsToSearch): Promise<ProtocolResult | undefined> {
  switch (call.name) {
    case searchNames.find:
      return findTools(withTextNumbers((call.arguments ?? {}) as JsonValue), known);
    case searchNames.describe:
      return describeTools(withTextNumbers((call.arguments ?? {}) as JsonValue), known);
    case searchNames.call: {
      const problem = callProblem(call);
      return problem === undefined ? undefined : protocolFailure(problem);
    }
    default:
      return undefined;
  }
}

/** The tools of one connection, and the whole source, for which there is one index. */
interface ToolsToSearch {
  readonly offered: OfferedTools;
  readonly source: ServedToolSource;
  readonly lists: ServedLists;
}

type Tools = ListToolsResult["tools"];

/** A list stays the same object until its bytes change, so an index lives as long as its list. */
const indexes = new WeakMap<Tools, SearchIndex>();

/** Far more words than a search needs, so that a query can't make much work. */
const maxQuery = 500;
const maxSentence = 200;

/** Answers a call of `find_tools`: a line a tool, best first. */
async function findTools(given: unknown, { offered, source, lists }: ToolsToSearch): Promise<ProtocolResult> {
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

/** Answers a call of `describe_tools`: a JSON object a line for each tool, and a sentence for each unknown name. */
function describeTools(given: unknown, { offered }: ToolsToSearch): ProtocolResult {
  const { names } = isJsonObject(given) ? given : {};
  const requested = typeof names === "string" ? [names] : names;
  if (!Array.isArray(requested) || requested.length === 0 || !requested.every((name) => typeof name === "string"))
    return protocolFailure(`${searchNames.describe} takes \`names\`, a list of names that ${searchNames.find} has returned.`);
  if (requested.length > maxDescribed) return protocolFailure(`${searchNames.describe} describes at most ${maxDescribed} tools at once.`);
  const listed = new Map(offered.list("canonical").map((tool) => [tool.name, tool]));
  const described = [...new Set(requested)].map((name) => {
    const found = offered.find(name);
    const tool = listed.get(found.ok ? found.tool.definition.name : name);
    if (tool === undefined) return { isKnown: false, line: found.ok ? unknownTool(name, []) : found.message };
    const { description, inputSchema } = tool;
    return { isKnown: true, line: JSON.stringify({ name: tool.name, description, inputSchema }) };
  });
  const text = described.map(({ line }) => line).join("\n");
  return described.some(({ isKnown }) => isKnown) ? { content: [{ type: "text", text }] } : protocolFailure(text);
}

/** Returns what is wrong with the arguments of `call_tool`, for the model. */
function callProblem({ arguments: given }: NamedCall): string | undefined {
  const form = `${searchNames.call} takes \`name\`, the name of a tool, and \`arguments\`, an object of the tool's arguments.`;
  if (!isJsonObject(given) || typeof given.name !== "string" || given.name.startsWith(markStart))
    return `The name of the tool is missing. ${form}`;
  const beside = Object.keys(given).filter((key) => key !== "name" && key !== "arguments");
  return beside.length === 0 ? undefined : `Put ${beside.map((key) => `\`${key}\``).join(", ")} into \`arguments\`. ${form}`;
}
