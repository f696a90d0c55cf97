import { isJsonObject, type JsonObject } from "../../runtime/json/json-value.js";
import { configShape } from "./config-shape.js";
import type { Shape } from "./shape.js";
import { toJsonSchema } from "./to-json-schema.js";
import { fragmentShape, toolShape } from "./tool-shape.js";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * The JSON Schema 2020-12 of a spec document, for editors: a self-contained tool, one that extends fragments and may
 * inherit anything from them, or a fragment. It is generated from the tables that the checks use.
 */
export function specSchema(): JsonObject {
  const { required = [], properties: _properties, ...tool } = toJsonSchema(toolShape);
  const [ofTools, ofFragments] = [propertiesOf(toolShape), propertiesOf(fragmentShape)];
  const foreign = Object.keys(ofTools).filter((key) => !Object.hasOwn(ofFragments, key));
  return {
    $schema: dialect,
    title: "toolgen spec",
    ...tool,
    properties: { ...ofTools, ...ofFragments },
    if: has("fragment"),
    then: { properties: Object.fromEntries(foreign.map((key) => [key, { description: "No key of a fragment.", not: {} }])) },
    else: { if: has("extends"), then: has("name"), else: { required } },
  };
}

function propertiesOf(shape: Shape): JsonObject {
  const { properties } = toJsonSchema(shape);
  return isJsonObject(properties) ? properties : {};
}

const has = (key: string): JsonObject => ({
  properties: { [key]: { description: `Whether the document has '${key}'.` } },
  required: [key],
});

/** The JSON Schema 2020-12 of `toolgen.yaml`. */
export function configSchema(): JsonObject {
  return { $schema: dialect, title: "toolgen.yaml", ...toJsonSchema(configShape) };
}
