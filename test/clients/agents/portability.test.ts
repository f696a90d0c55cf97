import { expect, it } from "vitest";
import type { DialectId } from "../../../src/compiler/option-names.js";
import { lowerSchema } from "../../../src/compiler/portability.js";
import { clientDialects } from "../../../src/compiler/schema-dialects.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../src/contract/json-value.js";
import { type AgentProgram, claude, codex, copilot, gemini, opencode, qwen } from "./programs.js";
import { called, world } from "./world.js";

/** A property for each keyword that a client might lose. */
const properties: Readonly<Record<string, JsonObject>> = {
  whole: { type: "integer", minimum: 1, maximum: 9 },
  open: { type: "number", exclusiveMinimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
  text: { type: "string", minLength: 1, maxLength: 9 },
  list: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3, uniqueItems: true },
  patterned: { type: "string", pattern: "^a" },
  formatted: { type: "string", format: "date-time" },
  usual: { type: "string", default: "x" },
  other: { type: "string", not: { const: "x" } },
  conditional: { type: "string", if: { const: "x" }, then: { enum: ["x"] } },
  tuple: { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] },
  keyed: { type: "object", patternProperties: { "^a": { type: "string" } } },
  counted: { type: "object", minProperties: 1, maxProperties: 3 },
  named: { type: "object", propertyNames: { enum: ["a", "b"] } },
  dependent: { type: "object", dependentRequired: { a: ["b"] } },
  holding: { type: "array", items: { type: "string" }, contains: { const: "x" } },
  either: { anyOf: [{ type: "string" }, { type: "integer" }] },
  one: { oneOf: [{ type: "boolean" }, { type: "integer" }] },
  both: { allOf: [{ type: "string" }, { enum: ["a", "b"] }] },
  constant: { const: "fixed" },
  choice: { enum: ["a", "b"] },
  reference: { $ref: "#/$defs/thing" },
};
const schema = {
  type: "object",
  // A bare boolean, which opencode can't read, and the server doesn't send.
  properties: { ...properties, free: true },
  anyOf: [{ required: ["text"] }, { required: ["whole"] }],
  $defs: { thing: { type: "object", properties: { a: { type: "string" } } } },
} satisfies JsonObject;

const names = Object.keys(schema.properties);
const spec = {
  name: "schemas",
  description: "Print a text.",
  kind: "read",
  risk: "safe",
  schema,
  command: ["cat"],
  stdin: names.map((name) => `{{json ${name}}}`).join(" "),
};

const programs: Readonly<Partial<Record<DialectId, AgentProgram>>> = { claude, codex, opencode, copilot, gemini, qwen };
const home = { ".gemini/settings.json": '{ "security": { "auth": { "selectedType": "gemini-api-key" } } }' };

/** The schema that a client's model gets. */
async function sentBy(id: DialectId, program: AgentProgram): Promise<JsonObject> {
  const here = world(home, { "tools.d/schemas.yaml": JSON.stringify(spec) });
  here.toolgen("install", id, ...(id === "qwen" ? ["--user"] : []), "--yes");
  program.trust?.(here.home, here.project);
  // Qwen Code's model gets it as the answer of a tool, in which it looks for the tool's name.
  const { schemas, answerOf, output } = await called(program, here, here.project, { tools: id === "qwen" ? ["tool_search-schemas"] : [] });
  const [, searched] = /<function>(.*?)<\/function>/.exec(textIn(answerOf("tool_search-schemas"))) ?? [];
  const sent = searched === undefined ? schemas.get("schemas") : JSON.parse(searched).parametersJsonSchema;
  if (!isJsonObject(sent)) throw new Error(output);
  return sent;
}

/** The text of a message that answers a tool. */
function textIn(answer: string): string {
  const { content = "" }: { readonly content?: string | readonly { readonly text: string }[] } = JSON.parse(answer || "{}");
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
}

/** Keywords that no client loses, and those that only hold others. */
const always = new Set(["type", "properties", "items", "description", "$defs", "required", "additionalProperties"]);

function keywordsIn(value: JsonObject): readonly string[] {
  return Object.keys(value).filter((keyword) => !always.has(keyword));
}

/** Describes how a client sent a keyword, by what it sent instead. */
function fateOf(keyword: string, sent: JsonValue | undefined): string {
  const { description = "", ...rest } = isJsonObject(sent) ? sent : {};
  const has = (name: string) => JSON.stringify(rest).includes(`${JSON.stringify(name)}:`);
  if (has(keyword) || (keyword === "const" && has("enum"))) return "kept";
  if (keyword === "oneOf" && has("anyOf")) return "loosened";
  // Claude Code says `anyOf` in a sentence.
  const words = keyword === "anyOf" ? "anyOf|at least one of" : keyword;
  return new RegExp(`\\b(?:${words})\\b`).test(String(description)) ? "described" : "dropped";
}

const ids = clientDialects.map(({ id }) => id);

it.each(ids.filter((id) => programs[id]?.isInstalled))("reports what %s really loses of a schema before its model sees it", async (id) => {
  const [program, dialect] = [programs[id], clientDialects.find((one) => one.id === id)];
  if (program === undefined || dialect === undefined) throw new Error(id);
  const sent = await sentBy(id, program);
  const { losses } = lowerSchema(schema, dialect);
  const reported = (path: string, keyword: string) => losses.find((one) => one.path === path && one.keyword === keyword)?.effect ?? "kept";
  const sentProperties = isJsonObject(sent.properties) ? sent.properties : {};
  expect(names.filter((name) => sentProperties[name] === undefined)).toEqual([]);
  const table = (fate: (path: string, keyword: string) => string) => [
    ...Object.entries(properties).flatMap(([name, value]) =>
      keywordsIn(value).map((keyword) => `${name} ${keyword} ${fate(name, keyword)}`),
    ),
    `anyOf ${fate("", "anyOf")}`,
  ];
  const { properties: _, $defs: __, ...root } = sent;
  expect(table(reported)).toEqual(table((path, keyword) => fateOf(keyword, path === "" ? root : sentProperties[path])));
});
