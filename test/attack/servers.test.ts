import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ToolRegistry } from "../../src/runtime/index.js";
import { toolOf } from "../agent/tool/defined.js";
import { repeat } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

const program = fileURLToPath(new URL("hostile-server.mjs", import.meta.url));
const signal = new AbortController().signal;

const text = fc.oneof(
  fc.constantFrom(
    "read",
    "own",
    "own__read",
    "hand__own",
    "toString",
    "__proto__",
    "constructor",
    "",
    " ",
    "\u001b[2J",
    "\u202e",
    "a b",
    "größe",
    "functions.own",
    "OWN",
    "x".repeat(100),
    "x".repeat(10_000),
    "\u0000",
    "\ud800",
    "a\nb",
    "```",
    "own_output",
  ),
  fc.string({ maxLength: 8 }),
);
const schema: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[
      { type: "object" },
      {},
      null,
      true,
      "object",
      [],
      { type: "array" },
      { $ref: "#" },
      { type: "object", properties: { a: { $ref: "#" } } },
    ],
    ...[
      { type: "object", $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
      { type: "object", allOf: [{ $ref: "#" }] },
    ],
    ...[
      { type: "object", properties: { a: { $ref: "https://example.org/x.json" } } },
      { type: "object", properties: { a: { $ref: "file:///etc/passwd" } } },
    ],
    ...[
      { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } } },
      { type: "object", properties: { a: { pattern: "(" } } },
      { type: "object", properties: { __proto__x: { default: {} } } },
    ],
    ...[
      { type: "object", $schema: "http://json-schema.org/draft-04/schema#", properties: { a: { exclusiveMinimum: true } } },
      { type: "object", required: "a" },
      { type: "object", properties: [] },
    ],
    ...[
      { type: "object", $id: "https://example.org/a", properties: {} },
      { type: "object", unevaluatedProperties: false },
      { type: "object", properties: { a: { format: "nonsense" } } },
      { type: "object", properties: { a: { enum: [] } } },
    ],
    ...[
      { type: "object", properties: { a: { type: "string", default: 3 } } },
      { type: "object", $defs: { a: { $dynamicRef: "#x" } } },
      { type: "object", patternProperties: { "(": {} } },
      { type: "object", properties: { a: null } },
    ],
  ),
  fc.dictionary(
    fc.constantFrom("type", "properties", "required", "items", "anyOf", "default", "$ref", "enum", "not", "additionalProperties"),
    fc.jsonValue({ maxDepth: 3 }),
    { maxKeys: 4 },
  ),
);
const tool = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 7, "tool", [], {}) },
  {
    weight: 9,
    arbitrary: fc.record(
      {
        name: fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom<unknown>(null, 1, {}, ["a"]) }),
        title: text,
        description: fc.oneof(text, fc.constant(7)),
        inputSchema: schema,
        outputSchema: schema,
        annotations: fc.constantFrom<unknown>({ readOnlyHint: true, destructiveHint: false }, { readOnlyHint: "yes" }, null, [], "safe"),
        _meta: fc.jsonValue({ maxDepth: 1 }),
      },
      { requiredKeys: ["name", "inputSchema"] },
    ),
  },
);
const content = fc.oneof(
  fc.constantFrom<unknown>(
    { type: "text", text: "fine" },
    { type: "text" },
    { type: "text", text: 7 },
    { type: "image", data: "not base64", mimeType: "../../x" },
    { type: "image", data: "AAAA" },
    { type: "resource" },
  ),
  fc.constantFrom<unknown>(
    { type: "resource", resource: { uri: "file:///etc/passwd", text: "x" } },
    { type: "resource_link", uri: "javascript:x", name: "\u001b[2J" },
    { type: "audio", data: "", mimeType: "" },
    null,
    7,
    "text",
    [],
    { type: "__proto__" },
  ),
);
const result = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        content: fc.array(content, { maxLength: 3 }),
        isError: fc.constantFrom<unknown>(true, false, "yes"),
        structuredContent: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({}, { content: "x" }, { content: {} }, { content: null }, { toolResult: 1 }) },
);
const noises = [
  "nothing",
  "wrongId",
  "textId",
  "nullId",
  "junk",
  "brokenJson",
  "array",
  "bare",
  "otherVersion",
  "bothResultAndError",
  "asksForRoots",
  "asksForSampling",
  "elicits",
  "unknownMethod",
  "progress",
  "badProgress",
  "logs",
  "cancels",
  "changes",
];
const script = fc.record({
  lists: fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.array(tool, { maxLength: 6 }) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(null, {}, "none") },
    ),
    { minLength: 15, maxLength: 15 },
  ),
  answers: fc.array(fc.record({ before: fc.constantFrom(...noises), result, twice: fc.boolean() }), { minLength: 5, maxLength: 9 }),
});
const args = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.dictionary(fc.constantFrom("a", "b", "__proto__"), fc.jsonValue({ maxDepth: 1 })));

const own = "name: own\ndescription: d\nkind: read\ncommand: [echo]\n";

it("gives no trust to a server for what it says, and withstands whatever it answers", async () => {
  let calls = 0;
  const rejections: unknown[] = [];
  const note = (error: unknown) => rejections.push(error);
  process.on("unhandledRejection", note);
  const property = fc.asyncProperty(script, fc.array(args, { minLength: 3, maxLength: 3 }), async (server, given) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "script.json"), JSON.stringify(server));
    await using registry = new ToolRegistry({
      mcpServers: { hand: { command: process.execPath, args: [program, join(folder, "script.json")] } },
      environment: { workspace: folder, env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder } },
      onProblem: () => {},
    });
    const mine = await toolOf(own, folder);
    registry.registerTool(mine);
    for (const _ of server.lists) {
      await registry.discoverAllTools();
      expect(registry.getTool("own")).toBe(mine);
      const tools = registry.getToolsByServer("hand");
      const names = registry.getAllToolNames();
      expect(new Set(names).size).toBe(names.length);
      expect(names.filter((name) => !/^[a-zA-Z0-9_.-]{1,64}$/.test(name))).toEqual([]);
      JSON.stringify(registry.getFunctionDeclarations());
      for (const one of tools) {
        expect(one.risk).toMatchObject({ level: "moderate", requiresConfirmation: true });
        for (const value of given) {
          const invocation = one.silentBuild(value as object);
          if (invocation instanceof Error) continue;
          expect(invocation.getRisk?.()).toMatchObject({ level: "moderate", decision: "ask" });
          if (calls++ % 4 !== 0) continue;
          const { llmContent } = await invocation.execute({ abortSignal: signal });
          expect(llmContent).toBeDefined();
        }
      }
    }
  });
  try {
    await fc.assert(property, { numRuns: repeat({ usual: 8, soak: 60, long: 300 }), endOnFailure: true });
  } finally {
    process.off("unhandledRejection", note);
  }
  expect(rejections).toEqual([]);
  expect(calls).toBeGreaterThan(50);
});
