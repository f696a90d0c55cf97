import { readFileSync } from "node:fs";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { atMost } from "./targets.mjs";

/** Half of what the tools of this project cost a model when each alias was a parameter. */
const limit = 6170;

/** Counts the tokens that the tools of this project cost a model of an MCP client, as the server lists them. */
export function tokensTarget() {
  const tools = JSON.parse(readFileSync(new URL("../../generated/mcp/tools.json", import.meta.url), "utf8"));
  const tokens = tools.map(({ name, description, inputSchema }) => countTokens(JSON.stringify({ name, description, inputSchema })));
  const all = tokens.reduce((sum, count) => sum + count, 0);
  return atMost(`\`tools/list\` of this project, ${tools.length} tools, in tokens of o200k_base`, limit, all, "tokens");
}
