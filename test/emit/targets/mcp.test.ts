import { expect, it } from "vitest";
import { compiled } from "../../compiled.js";

const spec = (name: string, more = "") => `name: ${name}
description: Prints a word.
kind: read
schema: { properties: { word: { type: string }, loud: true }, required: [word] }
aliases: { word: [text] }
command: [echo, "{{word}}"]
${more}`;

const file = (files: readonly { readonly path: string; readonly text: string }[], path: string) =>
  files.find((one) => one.path === path)?.text ?? "";

it("renders the tools as tools/list shows them, one a line and with the schema of the spec", async () => {
  const { files } = await compiled({ "a.yaml": spec("beta"), "b.yaml": spec("alpha", "displayName: First") });
  const [open, first, second, close] = file(files, "mcp/tools.json").trimEnd().split("\n");
  expect([open, close]).toEqual(["[", "]"]);
  expect(JSON.parse((first ?? "").replace(/,$/, ""))).toEqual({
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
  const [{ inputSchema }] = JSON.parse(file(files, "mcp/tools.json"));
  expect(inputSchema).toMatchObject({ $schema: "https://json-schema.org/draft/2020-12/schema", $defs: { word: { type: "string" } } });
  expect(Object.keys(inputSchema)[0]).toBe("$schema");
  expect(inputSchema).not.toHaveProperty("$id");
  const [open] = JSON.parse(file(files, "mcp/tools-open.json"));
  expect(open.inputSchema).not.toHaveProperty("$schema");
});

it("renders them again for clients that validate calls before they send them, different in the schema alone", async () => {
  const { files } = await compiled({ "a.yaml": spec("beta"), "b.yaml": spec("alpha") });
  const [canonical, open] = ["mcp/tools.json", "mcp/tools-open.json"].map((path) => JSON.parse(file(files, path)));
  const word = { anyOf: [{ type: "string" }, { type: "integer" }, { type: "boolean" }], description: "Required." };
  const inputSchema = { type: "object", properties: { word, loud: {} } };
  expect(open).toEqual(canonical.map((tool: object) => ({ ...tool, inputSchema })));
});

it("calls the server toolgen, or what the project says, in a file that no tool changes", async () => {
  const identity = async (specs: Readonly<Record<string, string>>) => JSON.parse(file((await compiled(specs)).files, "mcp/server.json"));
  expect(await identity({ "a.yaml": spec("alpha") })).toEqual({ format: 1, name: "toolgen" });
  const named = { "a.yaml": spec("gamma"), "toolgen.yaml": "version: 1\nserver: my-tools\n" };
  expect(await identity(named)).toEqual({ format: 1, name: "my-tools" });
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
