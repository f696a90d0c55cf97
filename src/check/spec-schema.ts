import type { JsonObject } from "../runtime/json.js";
import { configShape } from "./config-shape.js";
import { toJsonSchema } from "./shape/to-json-schema.js";
import { toolShape } from "./tool-shape.js";

/** The JSON Schema 2020-12 of a tool spec, for editors. It is made from the table that the checks read. */
export function specSchema(): JsonObject {
  return { $schema: "https://json-schema.org/draft/2020-12/schema", title: "toolgen tool spec", ...toJsonSchema(toolShape) };
}

/** The JSON Schema 2020-12 of `toolgen.yaml`. */
export function configSchema(): JsonObject {
  return { $schema: "https://json-schema.org/draft/2020-12/schema", title: "toolgen.yaml", ...toJsonSchema(configShape) };
}
