import type { JsonObject } from "../../runtime/json/json-value.js";
import type { CompiledSchema } from "./compiled-schema.js";

/** The canonical schema of a tool's arguments, compiled. */
export interface CheckedSchema {
  readonly schema: JsonObject;
  readonly compiled: CompiledSchema;
  /** The language that the spec names in `$schema`, if it does. */
  readonly dialect?: string;
}
