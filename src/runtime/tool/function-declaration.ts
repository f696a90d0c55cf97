import type { JsonObject } from "../json/json-value.js";

/** A tool as a model is told of it: the declaration that Gemini's API takes. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parametersJsonSchema: JsonObject;
}
