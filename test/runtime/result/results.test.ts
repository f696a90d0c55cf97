import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { CompiledTool } from "../../../src/runtime/contract/definition.js";
import type { Exited } from "../../../src/runtime/contract/run-outcome.js";
import { callResultText } from "../../../src/runtime/result/call-result-text.js";
import { mediaLine } from "../../../src/runtime/result/media-line.late.js";
import { compiledTool } from "../../kit/compiled.js";
import { printResult } from "../../kit/printed.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { defined } from "../tool/defined.js";

const env = { TMPDIR: temporaryFolder() };

const spec = (output: string) =>
  `name: fetch_page\ndescription: Fetch.\nkind: fetch\ncommand: [curl, --version]\nexitCodes: { 3: Nothing new. }\noutput: ${output}\n`;
const exited = (stdout: string | Buffer, code = 0): Exited => ({
  kind: "exited",
  code,
  stdout: Buffer.from(stdout),
  stderr: Buffer.alloc(0),
});

async function result(output: string, stdout: string | Buffer, { code = 0, takesMedia = false } = {}) {
  const tool: CompiledTool = await defined(spec(output));
  return printResult(exited(stdout, code), tool, { env, takesMedia });
}

it("makes an array of JSON on each line", async () => {
  expect((await result("jsonl", '{"a":1}\n\n[2]\r\n"x"')).stdout).toBe('[\n  {\n    "a": 1\n  },\n  [\n    2\n  ],\n  "x"\n]');
  expect((await result("jsonl", "")).stdout).toBe("[]");
  expect((await result("jsonl", "", { code: 3 })).stdout).toBe("Nothing new.\n");
  const wrong = await result("jsonl", '{"a":1}\n{"a":');
  expect([wrong.exitCode, wrong.stderr]).toEqual([
    1,
    expect.stringContaining("curl must print JSON on each line, but line 2 of its output isn't JSON"),
  ]);
});

it("selects the part that is wanted", async () => {
  const output = "{ format: json, select: /data/items/1 }";
  expect((await result(output, '{"data":{"items":[1,{"b":2}]}}')).stdout).toBe('{\n  "b": 2\n}');
  expect((await result("{ format: json, select: '/a~1b/~0' }", '{"a/b":{"~":"x"}}')).stdout).toBe('"x"');
  const missing = await result(output, '{"data":{"items":[1]}}');
  expect([missing.exitCode, missing.stderr]).toEqual([1, expect.stringContaining("there is nothing at /data/items/1 in its output")]);
  expect(missing.stdout).toContain('{"data"');
  expect((await result("{ format: json, select: /constructor }", "{}")).exitCode).toBe(1);
});

const items = `{ format: json, select: /items, schema: { type: array, items: { $ref: "#/$defs/item" }, $defs: { item: { type: object, properties: { id: { type: integer }, tags: { type: array, items: { properties: { name: { type: string } } } } }, required: [id] } } } }`;

it("drops what the schema doesn't declare, and gives the rest as data", async () => {
  const { stdout, structured } = await result(items, '{"items":[{"id":1,"secret":"s","tags":[{"name":"n","x":1}]}],"more":1}');
  expect(JSON.parse(stdout)).toEqual([{ id: 1, tags: [{ name: "n" }] }]);
  expect(structured).toEqual({ result: [{ id: 1, tags: [{ name: "n" }] }] });
  const open = await result(
    "{ format: json, schema: { type: object, properties: { a: {} }, additionalProperties: true } }",
    '{"a":1,"b":2}',
  );
  expect(open.structured).toEqual({ a: 1, b: 2 });
});

it("follows an anchor to what it declares", async () => {
  const schema =
    '{ properties: { p: { $ref: "#person" } }, $defs: { person: { $anchor: person, type: object, properties: { name: {} } } } }';
  const { structured } = await result(`{ format: json, schema: ${schema} }`, '{"p":{"name":"Ada","born":1815}}');
  expect(structured).toEqual({ p: { name: "Ada" } });
});

it("calls a result that isn't what the schema declares a failure, and shows it", async () => {
  const wrong = await result(items, '{"items":[{"id":"one"}]}');
  expect([wrong.exitCode, wrong.structured]).toEqual([1, undefined]);
  expect(wrong.stderr).toContain("its output doesn't match `output.schema`: /0/id must be integer");
  expect(wrong.stdout).toContain('"one"');
});

const png = Buffer.from("89504e470d0a1a0a00", "hex");

it("hands images and sounds to clients that take them, and to others the file that has them", async () => {
  const output = "{ format: image, mimeType: image/png }";
  expect(await result(output, png, { takesMedia: true })).toEqual({
    exitCode: 0,
    stdout: "",
    stderr: "",
    media: [{ kind: "image", mimeType: "image/png", bytes: png }],
  });
  const { stdout, media } = await result(output, png);
  expect([stdout, media]).toEqual([
    expect.stringMatching(/^\[image\/png, 9 bytes\. It is in .*fetch_page-[0-9a-f]{16}\.png\]\n$/),
    undefined,
  ]);
  expect(readFileSync(/in (.*)\]/.exec(stdout)?.[1] ?? "")).toEqual(png);
  expect((await result("{ format: audio, mimeType: audio/mpeg }", png)).stdout).toMatch(/\.mp3\]\n$/);
  expect(await result(output, "")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("must print an image, but printed nothing"),
  });
  expect((await result(output, "", { code: 3 })).stdout).toBe("Nothing new.\n");
});

it("takes a CallToolResult of MCP apart", async () => {
  const content = [
    { type: "text", text: "one" },
    { type: "image", data: png.toString("base64"), mimeType: "image/png" },
    { type: "resource_link", uri: "file:///a", name: "a" },
    { type: "resource", resource: { uri: "file:///b", text: "b's text" } },
  ];
  const whole = await result("mcp", JSON.stringify({ content, structuredContent: { n: 1 } }), { takesMedia: true });
  expect(whole).toMatchObject({ exitCode: 0, stdout: "one\na file:///a\nb's text", structured: { result: { n: 1 } } });
  expect(whole.media).toEqual([{ kind: "image", mimeType: "image/png", bytes: png }]);
  expect(whole.blocks).toEqual(content);
  const failed = await result("mcp", JSON.stringify({ content: [{ type: "text", text: "no such page" }], isError: true }));
  expect([failed.exitCode, failed.stderr]).toEqual([1, "no such page"]);
  expect((await result("mcp", "{}")).stderr).toContain("must print a CallToolResult of MCP in JSON, but its output has no `content`");
});

it("keeps no blocks of a CallToolResult without resources, or of which a part has to be cut", async () => {
  const embedded = (text: string) => [{ type: "resource", resource: { uri: "file:///b", text } }];
  const blocksOf = async (content: readonly object[], to: { readonly takesMedia?: boolean } = { takesMedia: true }) =>
    (await result("mcp", JSON.stringify({ content }), to)).blocks;
  expect(await blocksOf(embedded("b's text"))).toEqual(embedded("b's text"));
  expect(await blocksOf(embedded("b's text"), {})).toBeUndefined();
  expect(await blocksOf([{ type: "text", text: "one" }])).toBeUndefined();
  expect(await blocksOf(embedded("x".repeat(60_000)))).toBeUndefined();
});

it("leaves out blocks that are not content of MCP", async () => {
  const link = { type: "resource_link", uri: "file:///a", name: "a", mimeType: "text/plain", size: 3 };
  const wrong = [
    { type: "resource_link", uri: 1, name: "a" },
    { type: "resource", resource: { uri: "file:///b" } },
    { type: "other" },
    null,
  ];
  const content = [{ ...link, description: 5, more: true }, ...wrong];
  expect((await result("mcp", JSON.stringify({ content }), { takesMedia: true })).blocks).toEqual([link]);
});

it("shows Markdown as such", async () => {
  expect((await defined(spec("markdown"))).isOutputMarkdown).toBe(true);
  expect((await result("markdown", "# Title\n")).stdout).toBe("# Title\n");
});

it.each([
  ["{ select: /a }", "output-without-data", 6],
  ["{ format: markdown, schema: {} }", "output-without-data", 6],
  ["{ format: audio }", "missing-mime-type", 6],
  ["{ format: json, select: a }", "bad-value", 6],
  ["{ format: json, schema: { type: strin } }", "invalid-schema", 6],
  ["{ format: json, schema: { properties: { a: { $ref: '#/$defs/a' } } } }", "dangling-ref", 6],
])("refuses %s", async (output, code, line) => {
  const { diagnostics } = await compiledTool(spec(output));
  expect(diagnostics.filter(({ severity }) => severity === "error")).toMatchObject([{ code, line }]);
});

it("puts what the audit log lacks on a line of its own", () => {
  const failed = { kind: "failed", tool: "fetch_page", reason: { code: "exited", program: "curl", exit: 1 }, stdout: "" } as const;
  for (const stderr of ["trouble", "trouble\n", ""])
    expect(
      callResultText({ ...failed, stderr, unlogged: "The audit log can't be written." })
        .split("\n")
        .slice(stderr === "" ? 1 : 2),
    ).toEqual(["The audit log can't be written.", ""]);
});

it("keeps a medium of an odd type in a file, even if every object inherits its name", () => {
  const kept = mediaLine({ kind: "image", mimeType: "constructor", bytes: Buffer.from("a") }, { toolName: "a", env });
  expect(JSON.stringify(kept)).toMatch(/It is in [^ ]*\.bin\b/);
});
