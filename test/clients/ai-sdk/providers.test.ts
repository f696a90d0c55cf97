import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import type { LanguageModel } from "ai";
import { beforeAll, expect, it } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../src/contract/json-value.js";
import { builtProject, listedTools } from "../../kit/project.js";

const own = {
  "toolgen.yaml": `version: 1
library: [std/list_directory, std/read_file, std/glob, std/grep_search, std/read_many_files, std/write_file, std/replace, std/web_search]
targets: { providers: {} }
`,
  "tools.d/every-kind.yaml": `
name: every_kind
description: Every kind of schema.
kind: think
schema:
  properties:
    name: { type: string, pattern: "^[a-z]+$", maxLength: 9, title: Name }
    level: { type: integer, enum: [1, 2, 3] }
    only: { const: fast }
    maybe: { type: [string, "null"] }
    either: { anyOf: [{ type: string }, { type: integer }] }
    part: { $ref: "#/$defs/part" }
    list: { type: array, items: { $ref: "#/$defs/part" }, minItems: 1, uniqueItems: true }
    when: { type: string, format: date-time, default: "2026-01-01T00:00:00Z" }
  required: [name]
  $defs:
    part: { type: object, properties: { key: { type: string, description: A key. } }, required: [key], additionalProperties: false }
command: [echo, "{{name}}"]
`,
  "tools.d/one-of-two.yaml": `
name: one_of_two
description: One or the other.
kind: think
schema:
  properties: { a: { type: string, minLength: 1 }, b: { type: string, minLength: 1 } }
  anyOf: [{ required: [a] }, { required: [b] }]
command: [echo, "{{#if a}}--a={{a}}{{/if}}", "{{#if b}}--b={{b}}{{/if}}"]
`,
  "tools.d/tree.yaml": `
name: tree
description: A tree.
kind: think
schema:
  properties: { tree: { $ref: "#/$defs/tree" } }
  required: [tree]
  $defs:
    tree: { type: object, properties: { children: { type: array, items: { $ref: "#/$defs/tree" } } }, additionalProperties: false }
command: [cat]
stdin: "{{json tree}}"
`,
  "tools.d/nothing.yaml": "name: nothing\ndescription: No parameters.\nkind: think\ncommand: [date]\n",
};

interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: unknown;
  readonly strict?: boolean;
}

type Fetch = typeof globalThis.fetch;
type Sender = Exclude<LanguageModel, string>;

const apiKey = "not-a-key";
/** The SDK's provider for OpenAI is installed in this folder alone. */
const openai: { createOpenAI(options: object): { chat(model: string): Sender } } = await import(
  pathToFileURL(createRequire(import.meta.url).resolve("@ai-sdk/openai")).href
);
const senders: Readonly<Record<"openai" | "anthropic" | "gemini", (fetch: Fetch) => Sender>> = {
  openai: (fetch) => openai.createOpenAI({ apiKey, fetch }).chat("gpt-5"),
  anthropic: (fetch) => createAnthropic({ apiKey, fetch })("claude-sonnet-4-5"),
  gemini: (fetch) => createGoogleGenerativeAI({ apiKey, fetch })("gemini-3-pro-preview"),
};

/** Returns the `tools` that a provider of the AI SDK sends, without a request that leaves the process. */
async function sentTools(provider: keyof typeof senders, tools: readonly DeclaredTool[]): Promise<readonly unknown[]> {
  let sent: readonly unknown[] | undefined;
  const fetch: Fetch = async (_url, init) => {
    sent = JSON.parse(String(init?.body)).tools;
    return new Response("{}", { status: 500 });
  };
  const options = {
    prompt: [{ role: "user", content: [{ type: "text", text: "Go on." }] }],
    tools: tools.map((tool) => ({ type: "function", ...tool })),
  } as unknown as never;
  await senders[provider](fetch)
    .doGenerate(options)
    .then(undefined, (error: unknown) => {
      if (sent === undefined) throw error;
    });
  return sent ?? [];
}

let built: string;
let canonical: readonly DeclaredTool[];
beforeAll(() => {
  built = builtProject(own);
  canonical = (listedTools(built) as readonly DeclaredTool[]).map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
});

const declared = <T>(format: string) => JSON.parse(readFileSync(join(built, `generated/providers/${format}.json`), "utf8")) as readonly T[];

interface OpenAiFunction {
  readonly type: "function";
  readonly function: { readonly name: string; readonly description: string; readonly parameters: JsonObject; readonly strict: boolean };
}

/** The differences that are meant: a tool by its name, and what ours says. */
const unionInWords = 'JSON Schema: {"anyOf":[{"required":["a"]},{"required":["b"]}]}';

it("declares to OpenAI what the AI SDK sends, but for a union at the root, and says that it isn't strict", async () => {
  const sent = (await sentTools("openai", canonical)) as readonly OpenAiFunction[];
  const ours = declared<OpenAiFunction>("openai");
  expect(ours).toHaveLength(12);
  for (const [index, one] of ours.entries()) {
    const { strict, ...own } = one.function;
    expect(strict).toBe(false);
    const theirs = sent[index]?.function;
    if (own.name !== "one_of_two") expect(own).toEqual(theirs);
    else {
      const { anyOf, ...rest } = theirs?.parameters ?? {};
      expect(anyOf).toHaveLength(2);
      expect(own.parameters).toEqual({ ...rest, description: unionInWords });
    }
  }
});

it("declares to Anthropic what the AI SDK sends, but for a union at the root", async () => {
  const sent = (await sentTools("anthropic", canonical)) as readonly JsonObject[];
  const ours = declared<JsonObject>("anthropic");
  for (const [index, one] of ours.entries()) {
    if (one.name !== "one_of_two") expect(one).toEqual(sent[index]);
    else expect(one.input_schema).toMatchObject({ description: unionInWords });
  }
});

it("declares to Gemini what the AI SDK sends, and besides the keywords of the API that the SDK leaves out", async () => {
  const [sent] = (await sentTools("gemini", canonical)) as readonly { readonly functionDeclarations: readonly JsonObject[] }[];
  const [ours] = declared<{ readonly functionDeclarations: readonly JsonObject[] }>("gemini");
  expect(ours?.functionDeclarations.map(({ name }) => name)).toEqual(canonical.map(({ name }) => name));
  for (const [index, one] of (ours?.functionDeclarations ?? []).entries()) {
    const theirs = sent?.functionDeclarations[index];
    // A root without a type of its own for each branch: the SDK sends the union, in which branches lack their type.
    if (one.name === "one_of_two") continue;
    expect(inSdk(one as JsonObject)).toEqual(theirs);
  }
  const everyKind = ours?.functionDeclarations.find(({ name }) => name === "every_kind") as { readonly parameters: JsonObject };
  expect(everyKind.parameters.properties).toMatchObject({
    name: { pattern: "^[a-z]+$", maxLength: 9, title: "Name" },
    list: { minItems: 1 },
  });
});

/** Without what only ours has: keywords that the SDK doesn't convert, and constraints in words. */
function inSdk(value: JsonObject): JsonObject {
  const omitted = [
    "title",
    "default",
    "pattern",
    "minimum",
    "maximum",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
  ];
  const one = (part: JsonValue): JsonValue => {
    if (Array.isArray(part)) return part.map(one);
    if (!isJsonObject(part)) return part;
    const isSchema = part.type !== undefined || part.anyOf !== undefined;
    const entries = Object.entries(part).filter(([key]) => !isSchema || !omitted.includes(key));
    return Object.fromEntries(entries.flatMap(([key, below]) => withoutWords(key, one(below))));
  };
  // The SDK doesn't convert the schema as a whole.
  return value.parametersJsonSchema === undefined ? (one(value) as JsonObject) : value;
}

function withoutWords(key: string, value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (key !== "description" || typeof value !== "string") return [[key, value]];
  const text = value.replace(/ ?JSON Schema: \{.*\}$/s, "");
  return text === "" ? [] : [[key, text]];
}

it("declares to OpenAI's strict mode closed objects that require all they have, as the SDK passes them on", async () => {
  const ours = declared<OpenAiFunction>("openai-strict");
  const strict = ours.filter((one) => one.function.strict);
  expect(strict.map((one) => one.function.name)).toEqual(
    expect.arrayContaining(["every_kind", "one_of_two", "tree", "read_file", "nothing"]),
  );
  for (const { parameters } of strict.map((one) => one.function)) for (const object of objectsIn(parameters)) expectStrict(object);
  const passed = strict.map(({ function: { name, description, parameters } }) => ({
    name,
    description,
    inputSchema: parameters,
    strict: true,
  }));
  expect(await sentTools("openai", passed)).toEqual(strict);
});

/** OpenAI's guide: the keywords of strict schemas. */
const strictKeywords = [
  ...["type", "title", "description", "enum", "anyOf", "$ref", "$defs", "items", "properties", "required", "additionalProperties"],
  ...["pattern", "format", "minItems", "maxItems", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
];

function expectStrict(schema: JsonObject): void {
  for (const keyword of Object.keys(schema)) expect(strictKeywords).toContain(keyword);
  if (schema.type !== "object") return;
  expect(schema.additionalProperties).toBe(false);
  expect(schema.required).toEqual(Object.keys(schema.properties ?? {}));
}

/** Every schema in a schema. */
function objectsIn(schema: JsonObject): readonly JsonObject[] {
  const { properties = {}, $defs = {}, items, anyOf = [] } = schema;
  const below = [
    ...Object.values(properties as JsonObject),
    ...Object.values($defs as JsonObject),
    items,
    ...(anyOf as readonly JsonValue[]),
  ];
  return [schema, ...below.filter(isJsonObject).flatMap(objectsIn)];
}
