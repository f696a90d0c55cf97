import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { mediaLine } from "../../../src/call/result/media-result.late.js";
import { callResultText } from "../../../src/call/shape-result.js";
import type { Exited } from "../../../src/contract/call-result.js";
import type { CompiledTool } from "../../../src/contract/definition.js";
import { defined } from "../../agent/tool/defined.js";
import { compiledTool } from "../../kit/compiled.js";
import { printResult } from "../../kit/printed.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

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
const jpeg = Buffer.from("ffd8ffe000104a46", "hex");

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
  expect((await result("{ format: audio, mimeType: audio/mpeg }", Buffer.from("ID3\x04\0\xff", "latin1"))).stdout).toMatch(/\.mp3\]\n$/);
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
  expect(whole).toMatchObject({ exitCode: 0, stdout: "one\na file:///a\nb's text", structured: { n: 1 } });
  expect(whole.media).toEqual([{ kind: "image", mimeType: "image/png", bytes: png }]);
  expect(whole.blocks).toEqual(content);
  const failed = await result("mcp", JSON.stringify({ content: [{ type: "text", text: "no such page" }], isError: true }));
  expect([failed.exitCode, failed.stderr]).toEqual([1, "no such page"]);
  expect((await result("mcp", "{}")).stderr).toContain("must print a CallToolResult of MCP in JSON, but its output has no `content`");
});

it("keeps no blocks of a CallToolResult that is one text, or of which a part has to be cut", async () => {
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
  ];
  const content = [{ ...link, description: 5, annotations: { priority: 2 } }, ...wrong];
  expect((await result("mcp", JSON.stringify({ content }), { takesMedia: true })).blocks).toEqual([link]);
});

const notes = fc.record(
  {
    annotations: fc.record(
      { audience: fc.subarray(["user", "assistant"]), priority: fc.double({ min: 0, max: 1, noNaN: true }).map((n) => n + 0) },
      { requiredKeys: [] },
    ),
    _meta: fc.dictionary(fc.string(), fc.string(), { noNullPrototype: true }),
  },
  { requiredKeys: [] },
);
const block = fc
  .oneof(
    fc.string().map((text) => ({ type: "text", text })),
    fc.uint8Array().map((rest) => ({ type: "image", data: Buffer.concat([png, rest]).toString("base64"), mimeType: "image/png" })),
    fc.string({ minLength: 1 }).map((name) => ({ type: "resource_link", uri: "file:///a", name })),
    fc.string().map((text) => ({ type: "resource", resource: { uri: "file:///b", text } })),
  )
  .chain((one) => notes.map((more) => ({ ...one, ...more })));

it("keeps the blocks of a CallToolResult, their order and their notes", async () => {
  const tool: CompiledTool = await defined(spec("mcp"));
  fc.assert(
    fc.property(fc.array(block, { minLength: 2, maxLength: 6 }), (content) => {
      const { blocks, exitCode } = printResult(exited(JSON.stringify({ content })), tool, { env, takesMedia: true });
      expect([exitCode, blocks]).toEqual([0, JSON.parse(JSON.stringify(content))]);
    }),
  );
});

const marked = fc.stringMatching(/^[a-z]{6,9}$/);
const shownContent = fc.oneof(
  marked.map((mark) => ({ mark, content: { type: "text", text: mark } })),
  marked.map((mark) => ({ mark, content: { type: "text", text: { [mark]: 1 } } })),
  marked.map((mark) => ({ mark, content: { type: "text", content: mark } })),
  marked.map((mark) => ({ mark, content: { type: "resource_link", uri: `file:///${mark}`, name: "a" } })),
  marked.map((mark) => ({ mark, content: { type: "resource", resource: { uri: "file:///b", text: mark } } })),
  marked.map((mark) => ({
    mark: `file:///${mark} [application/pdf, 3 bytes]`,
    content: { type: "resource", resource: { uri: `file:///${mark}`, blob: "AAAA", mimeType: "application/pdf" } },
  })),
  marked.map((mark) => ({ mark, content: { type: "image_url", image_url: { url: mark } } })),
  marked.map((mark) => ({ mark, content: mark })),
  marked.map((mark) => ({ mark, content: { [mark]: null } })),
);

it("shows all content in its order to a client that takes only text, also what MCP doesn't know", async () => {
  const tool: CompiledTool = await defined(spec("mcp"));
  fc.assert(
    fc.property(fc.array(shownContent, { minLength: 1, maxLength: 5 }), fc.boolean(), (all, isError) => {
      const { exitCode, stdout, stderr } = printResult(
        exited(JSON.stringify({ content: all.map(({ content }) => content), isError })),
        tool,
        { env },
      );
      expect(exitCode).toBe(isError ? 1 : 0);
      let at = 0;
      for (const { mark } of all) {
        at = (isError ? stderr : stdout).indexOf(mark, at);
        expect(at).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

it("names the file of an image where the image stood", async () => {
  const image = { type: "image", data: png.toString("base64"), mimeType: "image/png" };
  const { stdout } = await result("mcp", JSON.stringify({ content: [{ type: "text", text: "a" }, image, { type: "text", text: "b" }] }));
  expect(stdout).toMatch(/^a\n\[image\/png, 9 bytes\. It is in .*\]\nb$/);
});

it("reads the Base64 of data URLs, of lines and of URLs, and refuses what isn't any", async () => {
  const printedOf = (data: string) =>
    result("mcp", JSON.stringify({ content: [{ type: "image", data, mimeType: "image/png" }] }), { takesMedia: true });
  const bytes = Buffer.concat([png, Buffer.from("fbffbf", "hex")]);
  const data = bytes.toString("base64");
  const lines = data.replace(/.{4}/g, "$&\r\n");
  for (const form of [data, `data:image/png;base64,${data}`, `DATA:image/png;charset=x;base64,${data}`, bytes.toString("base64url"), lines])
    expect((await printedOf(form)).blocks).toEqual([{ type: "image", data, mimeType: "image/png" }]);
  const other = jpeg.toString("base64");
  expect((await printedOf(`data:image/jpeg;base64,${other}`)).blocks).toEqual([{ type: "image", data: other, mimeType: "image/jpeg" }]);
  for (const form of ["", "no base64!", `${data}#`, "https://a.example/i.png", "data:image/png,abc"])
    expect((await printedOf(form)).stdout).toMatch(/^\[An image is left out: /);
});

const known: Readonly<Record<string, Buffer>> = {
  "image/png": png,
  "image/jpeg": jpeg,
  "image/gif": Buffer.from("GIF89a\x01\0"),
  "image/webp": Buffer.from("RIFF\0\0\0\0WEBPVP8 "),
  "audio/wav": Buffer.from("RIFF\0\0\0\0WAVEfmt "),
  "audio/ogg": Buffer.from("OggS\0\x02"),
};

it("refuses bytes in words that aren't the image or the sound that they claim to be", async () => {
  const type = fc.constantFrom(...Object.keys(known));
  const text = fc.string({ minLength: 1 }).filter((one) => !one.includes("\0") && one.isWellFormed());
  const bytes = fc.oneof(
    type.map((name) => known[name] ?? png),
    text.map((one) => Buffer.from(`<${one}`)),
  );
  const tools = Object.fromEntries(
    await Promise.all(
      Object.keys(known).map(async (name) => [name, await defined(spec(`{ format: ${name.split("/")[0]}, mimeType: ${name} }`))] as const),
    ),
  );
  fc.assert(
    fc.property(type, bytes, fc.uint8Array(), (claimed, start, rest) => {
      const isText = !Object.values(known).includes(start);
      const whole = isText ? start : Buffer.concat([start, Buffer.from([0xff]), rest]);
      const { exitCode, stderr, media } = printResult(exited(whole), tools[claimed] as CompiledTool, { env, takesMedia: true });
      if (start === known[claimed]) expect([exitCode, media?.[0]?.bytes]).toEqual([0, whole]);
      else expect([exitCode, media, stderr]).toEqual([1, undefined, expect.stringContaining(`and not ${claimed}`)]);
    }),
  );
});

it("gives an SVG image as text", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
  expect(await result("{ format: image, mimeType: image/svg+xml }", svg, { takesMedia: true })).toEqual({
    exitCode: 0,
    stdout: svg,
    stderr: "",
  });
  const content = [{ type: "image", data: Buffer.from(svg).toString("base64"), mimeType: "image/svg+xml" }];
  expect((await result("mcp", JSON.stringify({ content }), { takesMedia: true })).stdout).toBe(svg);
});

it("shows the last state of a line that is overwritten, and loses nothing else", async () => {
  const tool: CompiledTool = await defined(spec("text"));
  const word = fc.stringMatching(/^[a-z0-9% ]{0,8}[a-z0-9%]$/);
  const line = fc.record({
    states: fc.array(word, { minLength: 1, maxLength: 5 }),
    erased: fc.constantFrom("", "\r", "\r   ", "\r\u001b[K"),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.constantFrom("\n", "\r\n"), (lines, end) => {
      const printed = lines.map(({ states, erased }) => `${states.join("\r")}${erased}${end}`).join("");
      const { stdout } = printResult(exited(printed), tool, { env });
      const shown = stdout.split("\n").map((one) => one.replace(/\r$/, ""));
      expect(shown).toEqual([...lines.map(({ states }) => states.at(-1)), ""]);
    }),
  );
  const progress = Array.from({ length: 40_000 }, (_, i) => `\r${i} of 40000`).join("");
  expect((await result("text", `${progress}\nDone: 7 problems.\n`)).stdout).toBe("39999 of 40000\nDone: 7 problems.\n");
  expect((await result("text", progress)).stdout).toBe("39999 of 40000");
  expect((await result("text", "one\rtwo\rthree")).stdout).toBe("one\rtwo\rthree");
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
  ['{ format: json, schema: { properties: { a: { $ref: "#/$defs/100%" } }, $defs: { "100%": {} } } }', "dangling-ref", 6],
  ["{ format: json, schema: { properties: { a: { const: 9007199254740993 } } } }", "long-number", 6],
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
