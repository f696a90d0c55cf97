import { unreachable } from "../../diagnostics/invariant.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { formats } from "./formats.js";
import type { Fields, Shape } from "./shape.js";

/** The JSON Schema 2020-12 of a shape, for editors: every key has its description. */
export function toJsonSchema(shape: Shape): JsonObject {
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
