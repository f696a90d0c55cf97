import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { configSchema, documentSchemas, specSchema } from "../../src/compiler/spec-schema.js";
import { isJsonObject, type JsonValue } from "../../src/contract/json-value.js";
import { compiledTool } from "../kit/compiled.js";

const accepts = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true }).compile(specSchema());

it("describes every key of the language", () => {
  const undescribed: string[] = [];
  const visit = (value: JsonValue, path: string): void => {
    if (Array.isArray(value)) for (const [i, item] of value.entries()) visit(item, `${path}/${i}`);
    if (!isJsonObject(value)) return;
    if (isJsonObject(value.properties)) {
      for (const [key, property] of Object.entries(value.properties)) {
        if (!isJsonObject(property) || typeof property.description !== "string" || property.description === "")
          undescribed.push(`${path}/${key}`);
      }
    }
    for (const [key, inner] of Object.entries(value)) visit(inner, `${path}/${key}`);
  };
  visit(specSchema(), "");
  visit(configSchema(), "");
  for (const [kind, schema] of Object.entries(documentSchemas())) visit(schema, kind);
  expect(undescribed).toEqual([]);
});

it("has the version of toolgen in its identifier, which no one can mistake for an address", () => {
  const { $id } = specSchema("1.2.3");
  expect($id).toBe("pkg:npm/toolgen@1.2.3?schema=spec");
  expect(configSchema("1.2.3").$id).toBe("pkg:npm/toolgen@1.2.3?schema=config");
  expect(specSchema().$id).toBeUndefined();
  const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allowUnionTypes: true });
  ajv.addSchema(specSchema("1.2.3"));
  expect(ajv.getSchema(String($id))?.({ fragment: "files" })).toBe(true);
});

it("accepts the specs of this repository", () => {
  const folder = new URL("../../tools.d/", import.meta.url);
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yaml"))) {
    expect([name, accepts(parse(readFileSync(new URL(name, folder), "utf8")))], JSON.stringify(accepts.errors)).toEqual([name, true]);
  }
});

it("knows fragments, and tools that have the rest from fragments", () => {
  expect(accepts({ fragment: "files", timeout: "5s" })).toBe(true);
  expect(accepts({ fragment: "files", name: "t" })).toBe(false);
  expect(accepts({ name: "t", extends: ["files"] })).toBe(true);
  expect(accepts({ name: "t" })).toBe(false);
});

it("knows prompts, whose keys aren't those of tools", () => {
  const prompt = { prompt: "review", description: "d", text: "t" };
  expect(accepts(prompt)).toBe(true);
  expect(accepts({ prompt: "review", text: "t" })).toBe(false);
  expect(accepts({ ...prompt, messages: [{ role: "system", text: "t" }] })).toBe(false);
  expect(accepts({ ...prompt, command: ["wc"] })).toBe(false);
  expect(accepts({ name: "t", description: "d", kind: "read", command: ["wc"], text: "t" })).toBe(false);
});

it("knows resources, which have some keys of tools", () => {
  const resource = { resource: "readme", uri: "notes://readme", description: "d" };
  expect(accepts({ ...resource, file: "README.md" })).toBe(true);
  expect(accepts({ ...resource, command: ["wc"], timeout: "5s" })).toBe(true);
  expect(accepts({ ...resource, command: ["wc"], risk: "safe" })).toBe(false);
  expect(accepts({ ...resource, messages: [{ text: "t" }] })).toBe(false);
});

it.each([
  { kind: "raed" },
  { timeuot: "5s" },
  { timeout: "5 minutes" },
  { exitCodes: { "300": "x" } },
  { paths: { x: "append" } },
  { output: { keep: "middle" } },
  { aliases: { x: "y" } },
  { name: "two words" },
])("refuses in an editor what the checks refuse: %j", async (wrong) => {
  const spec = { name: "t", description: "d", kind: "read", command: ["prog"], ...wrong };
  expect(accepts(spec)).toBe(false);
  const { diagnostics } = await compiledTool(JSON.stringify(spec));
  expect(diagnostics.some((d) => d.severity === "error")).toBe(true);
});
