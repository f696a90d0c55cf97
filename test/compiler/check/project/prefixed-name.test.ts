import { expect, it } from "vitest";
import { compiled } from "../../../kit/compiled.js";

const spec = (name: string) => `name: ${name}\ndescription: Print the date.\nkind: read\ncommand: [date]\n`;

const codesOf = async (name: string, config: string) =>
  (await compiled({ "a.yaml": spec(name), "toolgen.yaml": `version: 1\n${config}\n` })).diagnostics.map(({ code }) => code);

const longest = "n".repeat(48);

it("takes the longest name behind the prefix of the default server and of each that leaves room for it", async () => {
  expect(await codesOf(longest, "")).toEqual([]);
  expect(await codesOf(longest, "server: nine-char")).toEqual([]);
  expect(await codesOf("n".repeat(25), `server: ${"s".repeat(32)}`)).toEqual([]);
});

it("reports a name that is too long behind the prefix that MCP clients put before it, at the name", async () => {
  const files = { "a.yaml": spec(longest), "toolgen.yaml": "version: 1\nserver: ten-chars0\n" };
  const { diagnostics } = await compiled(files);
  expect(diagnostics).toMatchObject([
    {
      code: "prefixed-name-too-long",
      message: `MCP clients call it 'mcp__ten-chars0__${longest}', which has 65 characters; the limit is 64.`,
      line: 1,
    },
  ]);
});

it("leaves alone what the MCP server doesn't hold", async () => {
  expect(await codesOf(longest, `server: ${"s".repeat(32)}\ntargets: { mcp: { exclude: [${longest}] } }`)).toEqual(["empty-target"]);
});

it("counts the longer prefix of a plugin, where there is one, and reports a tool once", async () => {
  const name = "n".repeat(37);
  expect(await codesOf(name, "targets: { claude-plugin: {} }")).toEqual([]);
  expect(await codesOf(`${name}n`, "targets: { claude-plugin: {} }")).toEqual(["prefixed-name-too-long"]);
  expect(await codesOf(`${name}n`, `targets: { claude-plugin: { exclude: [${name}n] } }`)).toEqual(["empty-target"]);
  expect(await codesOf(longest, "server: ten-chars0\ntargets: { claude-plugin: {} }")).toEqual(["prefixed-name-too-long"]);
});
