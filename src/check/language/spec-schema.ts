import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { configShape } from "./config-shape.js";
import { promptShape } from "./prompt-shape.js";
import { resourceShape } from "./resource-shape.js";
import type { Shape } from "./shape.js";
import { toJsonSchema } from "./to-json-schema.js";
import { fragmentShape, toolShape } from "./tool-shape.js";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * Identifies a schema of a version of toolgen, as a package URL (ECMA-427): nothing is served at an address of its own,
 * and an identifier that looks like one would be requested.
 */
const identifier = (version: string, schema: "spec" | "config") => `pkg:npm/toolgen@${version}?schema=${schema}`;

/** Documents that aren't tools, by the key that each of them has. */
const otherDocuments = { fragment: fragmentShape, prompt: promptShape, resource: resourceShape } as const satisfies Readonly<
  Record<string, Shape>
>;

/**
 * The JSON Schema 2020-12 of a spec document, for editors: a self-contained tool, one that extends fragments and may
 * inherit anything from them, a fragment, a prompt or a resource. It is generated from the tables that the checks use.
 * With the version of toolgen, its `$id` names it.
 */
export function specSchema(version?: string): JsonObject {
  const { required = [], properties: _, ...tool } = toJsonSchema(toolShape);
  const ofTools = propertiesOf(toolShape);
  const others = Object.values(otherDocuments).map(propertiesOf);
  const all: JsonObject = Object.assign({}, ofTools, ...others, ofTools);
  const without = (known: JsonObject, kind: string): JsonObject => {
    const foreign = Object.keys(all).filter((key) => !Object.hasOwn(known, key));
    return Object.fromEntries(foreign.map((key) => [key, { description: `No key of a ${kind}.`, not: {} }]));
  };
  const aTool: JsonObject = {
    properties: without(ofTools, "tool"),
    if: has("extends"),
    then: has("name"),
    else: { required },
  };
  const rules = Object.entries(otherDocuments).reduceRight<JsonObject>((otherwise, [key, shape]) => {
    const declaredKeys = propertiesOf(shape);
    const needed = key === "fragment" ? {} : { required: toJsonSchema(shape).required ?? [] };
    return { if: has(key), then: { properties: without(declaredKeys, key), ...needed }, else: otherwise };
  }, aTool);
  return { $schema: dialect, ...named(version, "spec"), title: "toolgen spec", ...tool, properties: all, ...rules };
}

/** The JSON Schemas of the kinds of documents, for the reference of all keys. */
export const documentSchemas = () => ({
  tool: toJsonSchema(toolShape),
  fragment: ownKeys(fragmentShape, propertiesOf(toolShape)),
  prompt: toJsonSchema(promptShape),
  resource: toJsonSchema(resourceShape),
});

/** The schema of a kind of document with the keys that only this kind has. */
function ownKeys(shape: Shape, known: JsonObject): JsonObject {
  const own = Object.entries(propertiesOf(shape)).filter(([key]) => !Object.hasOwn(known, key));
  return { ...toJsonSchema(shape), properties: Object.fromEntries(own) };
}

function propertiesOf(shape: Shape): JsonObject {
  const { properties } = toJsonSchema(shape);
  return isJsonObject(properties) ? properties : {};
}

const has = (key: string): JsonObject => ({
  properties: { [key]: { description: `Whether the document has '${key}'.` } },
  required: [key],
});

const named = (version: string | undefined, schema: "spec" | "config"): JsonObject =>
  version === undefined ? {} : { $id: identifier(version, schema) };

/** The JSON Schema 2020-12 of `toolgen.yaml`. With the version of toolgen, its `$id` names it. */
export function configSchema(version?: string): JsonObject {
  return { $schema: dialect, ...named(version, "config"), title: "toolgen.yaml", ...toJsonSchema(configShape) };
}
