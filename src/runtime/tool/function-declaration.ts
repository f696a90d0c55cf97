import type { JsonObject } from "../json/json-value.js";

/** A tool's declaration for a model, in the form of Gemini's API. */
export interface FunctionDeclaration {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parametersJsonSchema: JsonObject;
}
