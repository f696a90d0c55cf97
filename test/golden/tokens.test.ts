import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, it } from "vitest";
import { printToolList } from "../../src/call/find-tool.js";
import { toolgen } from "../kit/toolgen.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const file = fileURLToPath(new URL("tokens.json", import.meta.url));

it("costs models as many tokens as are on record for each tool of this repository", () => {
  const { stdout } = toolgen(root, ["budget", "--json"]);
  if (process.env.RECORD === "1") writeFileSync(file, stdout);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(stdout));
});

it("counts as the published tokenizer does what the generated list shows models", () => {
  const { tools } = JSON.parse(readFileSync(file, "utf8")) as {
    readonly tools: readonly { readonly name: string; readonly tokens: { readonly mcp?: number } }[];
  };
  const { excluded } = JSON.parse(readFileSync(`${root}/generated/mcp/server.json`, "utf8"));
  const listed = JSON.parse(
    printToolList(readFileSync(`${root}/generated/bin/tools.json`, "utf8"), "canonical", new Set(excluded)),
  ) as readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: object;
  }[];
  const counted = listed.map(({ name, description, inputSchema }) => [
    name,
    countTokens(JSON.stringify({ name, description, parameters: inputSchema })),
  ]);
  expect(Object.fromEntries(tools.flatMap(({ name, tokens }) => (tokens.mcp === undefined ? [] : [[name, tokens.mcp]])))).toEqual(
    Object.fromEntries(counted),
  );
});
