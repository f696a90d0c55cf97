import { expect, it } from "vitest";
import { printToolList } from "../../../../src/call/find-tool.js";
import { compiled } from "../../../kit/compiled.js";

const spec = (name: string, more = "") => `name: ${name}
description: Prints a word.
kind: read
schema: { properties: { word: { type: string }, loud: true }, required: [word] }
aliases: { word: [text] }
command: [echo, "{{word}}"]
${more}`;

const file = (files: readonly { readonly path: string; readonly text: string }[], path: string) =>
  files.find((one) => one.path === path)?.text ?? "";

const lists = (files: Parameters<typeof file>[0], form: "canonical" | "open" = "canonical") =>
  JSON.parse(printToolList(file(files, "bin/tools.json"), form, new Set()));

it("renders the tools as tools/list shows them, one a line and with the schema of the spec", async () => {
  const { files } = await compiled({ "a.yaml": spec("beta"), "b.yaml": spec("alpha", "displayName: First") });
  const [first, second] = file(files, "bin/tools.json")
    .split("\n")
    .filter((line) => line.startsWith('{"name"'));
  expect(JSON.parse(first ?? "")).toEqual({
    name: "alpha",
    title: "First",
    description: "Prints a word.",
    inputSchema: {
      type: "object",
      properties: { word: { type: "string" }, loud: {} },
      required: ["word"],
      additionalProperties: false,
    },
    annotations: { title: "First", readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });
  expect(JSON.parse(second ?? "")).toMatchObject({ name: "beta", title: "Beta" });
});

it("keeps the dialect that a schema names, and what the schema defines", async () => {
  const schema = `{ $schema: "https://json-schema.org/draft/2020-12/schema", $id: "test://word", $defs: { word: { type: string } }, properties: { word: { $ref: "#/$defs/word" } }, required: [word] }`;
  const text = spec("alpha").replace(/schema: .*/, `schema: ${schema}`);
  const { files } = await compiled({ "a.yaml": text });
  const [{ inputSchema }] = lists(files);
  expect(inputSchema).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema", $defs: { word: { type: "string" } } });
  expect(Object.keys(inputSchema)[0]).toBe("$schema");
  expect(inputSchema).not.toHaveProperty("$id");
  const [open] = lists(files, "open");
  expect(open.inputSchema).not.toHaveProperty("$schema");
});

it("adds icons and metadata of a spec, and the limit of results for Claude Code if it is above the default", async () => {
  const listed = async (more: string) => lists((await compiled({ "a.yaml": spec("alpha", more) })).files)[0];
  const icons = [{ src: "https://example.com/a.png", mimeType: "image/png", sizes: ["48x48"], theme: "dark" }];
  expect(await listed(`icons: ${JSON.stringify(icons)}\nmeta: { example.com/team: [a, 1] }`)).toMatchObject({
    icons,
    _meta: { "example.com/team": ["a", 1] },
  });
  expect(await listed("output: { maxBytes: 50kB }")).not.toHaveProperty("_meta");
  expect(await listed("output: { maxBytes: 200kB }")).toMatchObject({ _meta: { "anthropic/maxResultSizeChars": 200_000 } });
  expect(await listed("output: { maxBytes: 2MB }\nmeta: { a: 1 }")).toMatchObject({
    _meta: { "anthropic/maxResultSizeChars": 500_000, a: 1 },
  });
});

it.each([
  ["icons: [{ src: http://example.com/a.png }]", "https://"],
  ["icons: [{ src: 'data:text/html,x' }]", "https://"],
  ["icons: [{ src: https://example.com/a.png, sizes: [large] }]", "48x48"],
  ["meta: { io.modelcontextprotocol/x: 1 }", "the protocol's own"],
  ["meta: { mcp.dev/x: 1 }", "the protocol's own"],
  ["meta: { 'a b': 1 }", "a prefix such as"],
])("refuses %s", async (more, expected) => {
  const { diagnostics } = await compiled({ "a.yaml": spec("alpha", more) });
  expect(diagnostics.map(({ code, message, help }) => `${code}: ${message} ${help}`)).toEqual(
    expect.arrayContaining([expect.stringContaining(expected)]),
  );
});

it("shows icons and metadata of prompts and resources too", async () => {
  const more = "icons: [{ src: 'data:image/png;base64,AAAA' }]\nmeta: { a: 1 }";
  const shown = { icons: [{ src: "data:image/png;base64,AAAA" }], _meta: { a: 1 } };
  const prompt = `prompt: p\ndescription: d\n${more}\ntext: t\n`;
  const resource = `resource: r\nuri: test://r\ndescription: d\n${more}\ncommand: [echo, r]\n`;
  const { files } = await compiled({ "a.yaml": spec("alpha"), "p.yaml": prompt, "r.yaml": resource });
  expect(JSON.parse(file(files, "mcp/prompts.json"))).toMatchObject([shown]);
  const [listed] = JSON.parse(file(files, "mcp/resources.json"));
  expect(listed).toMatchObject({ icons: shown.icons });
  expect(listed._meta).toEqual(shown._meta);
});

it("renders them again for clients that validate calls before they send them, different in the schema alone", async () => {
  const { files } = await compiled({ "a.yaml": spec("beta"), "b.yaml": spec("alpha") });
  const [canonical, open] = [lists(files), lists(files, "open")];
  const word = { type: "string", description: "Required." };
  const inputSchema = { type: "object", properties: { word, loud: {} } };
  expect(open).toEqual(canonical.map((tool: object) => ({ ...tool, inputSchema })));
});

it("calls the server toolgen, or what the project says, in a file that no tool changes", async () => {
  const identity = async (specs: Readonly<Record<string, string>>) => JSON.parse(file((await compiled(specs)).files, "mcp/server.json"));
  expect(await identity({ "a.yaml": spec("alpha") })).toEqual({ format: 2, name: "toolgen" });
  const named = { "a.yaml": spec("gamma"), "toolgen.yaml": "version: 1\nserver: my-tools\n" };
  expect(await identity(named)).toEqual({ format: 2, name: "my-tools" });
});

it("refuses a server name that clients would take apart or cut", async () => {
  for (const server of ["my_tools", "", "-x", "a".repeat(33), "a b"]) {
    const { diagnostics } = await compiled({ "a.yaml": spec("alpha"), "toolgen.yaml": `version: 1\nserver: ${JSON.stringify(server)}\n` });
    expect(
      diagnostics.map(({ code }) => code),
      server,
    ).toContain("bad-value");
  }
});
