import { unreachable } from "../contract/diagnostic.js";
import { isJsonObject, type JsonObject } from "../contract/json-value.js";
import type { NodePath, SpecDocument } from "../contract/spec-node.js";
import { configShape } from "./check/language/config-shape.js";
import { formats } from "./check/language/formats.js";
import { promptShape } from "./check/language/prompt-shape.js";
import { resourceShape } from "./check/language/resource-shape.js";
import type { Field, Fields, Shape } from "./check/language/shape.js";
import { fragmentShape, toolShape } from "./check/language/tool-shape.js";
import { configFile } from "./config.js";
import { kindOf } from "./fragments.js";

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

/** The table of keys for a document: that of toolgen.yaml, or of the kind of its spec. */
export function shapeOf(document: SpecDocument): Shape {
  if (document.file.path === configFile) return configShape;
  switch (kindOf(document)?.key) {
    case "fragment":
      return fragmentShape;
    case "prompt":
      return promptShape;
    case "resource":
      return resourceShape;
    default:
      return toolShape;
  }
}

/** The shapes that a value at a path may have; none below JSON of the author's own. */
export function shapesAt(shape: Shape, path: NodePath): readonly Shape[] {
  const [step, ...rest] = path;
  if (shape.kind === "either")
    return [shape.scalar, shape.list, shape.map].flatMap((one) => (one === undefined ? [] : shapesAt(one, path)));
  if (step === undefined) return [shape];
  if (shape.kind === "list" && typeof step === "number") return shapesAt(shape.of, rest);
  if (shape.kind === "map" && typeof step === "string") return shapesAt(shape.of, rest);
  if (shape.kind !== "record" || typeof step !== "string") return [];
  const field = Object.hasOwn(shape.fields, step) ? shape.fields[step] : undefined;
  return field === undefined ? [] : shapesAt(field.shape, rest);
}

/** The key of the language that a path ends in; `undefined` for a name of the author's. */
export function fieldAt(shape: Shape, path: NodePath): Field | undefined {
  const key = path.at(-1);
  if (typeof key !== "string") return undefined;
  return shapesAt(shape, path.slice(0, -1))
    .map((one) => (one.kind === "record" && Object.hasOwn(one.fields, key) ? one.fields[key] : undefined))
    .find((field) => field !== undefined);
}

/** The words that a value at a path may be, if the language lists them. */
export function choicesAt(shape: Shape, path: NodePath): readonly string[] {
  return shapesAt(shape, path).flatMap((one) => (one.kind === "choice" ? one.values : one.kind === "boolean" ? ["true", "false"] : []));
}

/** The JSON Schema 2020-12 of a shape, for editors: every key has its description. */
function toJsonSchema(shape: Shape): JsonObject {
  switch (shape.kind) {
    case "text":
      // A plain 5 or true in YAML counts as text where text is expected; an editor sees a number or a boolean there.
      return shape.format === undefined
        ? { type: ["string", "number", "boolean"] }
        : { type: ["string", "number", "boolean"], pattern: formats[shape.format].pattern };
    case "boolean":
      return { type: "boolean" };
    case "never":
      return { const: false };
    case "integer":
      return { type: "integer", minimum: shape.minimum };
    case "choice":
      return { enum: shape.values };
    case "list":
      return { type: "array", items: toJsonSchema(shape.of), ...(shape.minItems > 0 ? { minItems: shape.minItems } : {}) };
    case "map":
      return {
        type: "object",
        additionalProperties: toJsonSchema(shape.of),
        ...(shape.keys === undefined ? {} : { propertyNames: { pattern: formats[shape.keys].pattern } }),
      };
    case "record":
      return recordSchema(shape.fields);
    case "either":
      return { anyOf: [shape.scalar, shape.list, shape.map].filter((s) => s !== undefined).map(toJsonSchema) };
    case "json":
      return shape.object ? { type: "object" } : {};
    default:
      return unreachable(shape);
  }
}

function recordSchema(fields: Fields): JsonObject {
  const required = Object.keys(fields).filter((key) => fields[key]?.required);
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [
        key,
        {
          description: field.notYet ? `${field.description} (Not built by this version yet.)` : field.description,
          ...toJsonSchema(field.shape),
        },
      ]),
    ),
    patternProperties: { "^x-": {} },
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
  };
}
