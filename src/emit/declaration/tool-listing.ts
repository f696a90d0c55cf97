import type { ToolModel } from "../../model/tool.js";
import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";

/**
 * Claude Code cuts a result of more than 25,000 tokens, which output within the default limit doesn't have, unless the
 * tool says how many characters it may have, up to 500,000 (https://code.claude.com/docs/en/mcp).
 */
const defaultMaxBytes = 50_000;
const mostChars = 500_000;

/** Returns the members of a tool in `tools/list` that its spec gives as they are, and its limit for results. */
export function toolListing({ listing, definition: { output } }: ToolModel): JsonObject {
  if (output.maxBytes <= defaultMaxBytes) return listing;
  const { _meta: own } = listing;
  const size = { "anthropic/maxResultSizeChars": Math.min(output.maxBytes, mostChars) };
  return { ...listing, _meta: { ...size, ...(isJsonObject(own) ? own : {}) } };
}
