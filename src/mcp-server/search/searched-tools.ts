import { type NamedCall, requestedCall } from "../../runtime/lookup/requested-call.js";
import type { OfferedTools } from "../lists/offered-tools.js";
import type { ServedLists } from "../lists/served-lists.js";
import { type ProtocolResult, protocolFailure } from "../protocol/protocol-result.js";
import type { ServedToolSource } from "../tool-source.js";
import { callProblem } from "./call-problem.js";
import { describeTools } from "./describe-tools.js";
import { findTools } from "./find-tools.js";
import { searchNames, searchTools } from "./search-tools.js";
import type { ToolsToSearch } from "./tools-to-search.js";

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
      return findTools(call.arguments, known);
    case searchNames.describe:
      return describeTools(call.arguments, known);
    case searchNames.call: {
      const problem = callProblem(call);
      return problem === undefined ? undefined : protocolFailure(problem);
    }
    default:
      return undefined;
  }
}
