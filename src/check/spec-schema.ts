import type { JsonObject } from "../runtime/json.js";
import { configShape } from "./config-shape.js";
import { toJsonSchema } from "./shape/to-json-schema.js";
import { extendingShape, fragmentShape, toolShape } from "./tool-shape.js";

const dialect = "https://json-schema.org/draft/2020-12/schema";

/**
 * The JSON Schema 2020-12 of a spec document, for editors: a fragment, a tool that extends fragments and may have anything from them, or a tool that
 * stands alone. It is made from the tables that the checks read.
 */
export function specSchema(): JsonObject {
  const tool = { if: has("extends"), then: toJsonSchema(extendingShape), else: toJsonSchema(toolShape) };
  return { $schema: dialect, title: "toolgen spec", type: "object", if: has("fragment"), then: toJsonSchema(fragmentShape), else: tool };
}

const has = (key: string): JsonObject => ({
  properties: { [key]: { description: `Whether the document has '${key}'.` } },
  required: [key],
});

/** The JSON Schema 2020-12 of `toolgen.yaml`. */
export function configSchema(): JsonObject {
  return { $schema: dialect, title: "toolgen.yaml", ...toJsonSchema(configShape) };
}
