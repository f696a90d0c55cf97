import { isJsonObject } from "../../runtime/json/json-value.js";
import { unknownTool } from "../../runtime/lookup/unknown-tool.js";
import { type ProtocolResult, protocolFailure } from "../protocol/protocol-result.js";
import { maxDescribed, searchNames } from "./search-tools.js";
import type { ToolsToSearch } from "./tools-to-search.js";

/** Answers a call of `describe_tools`: a JSON object a line for each tool, and a sentence for each unknown name. */
export function describeTools(given: unknown, { offered }: ToolsToSearch): ProtocolResult {
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
