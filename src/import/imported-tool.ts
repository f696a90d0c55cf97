import type { JsonObject } from "../runtime/json/json-value.js";

/** A tool that was made of an entry of another description: an operation of an OpenAPI document. */
export interface ImportedTool {
  readonly name: string;
  /** Identifies the entry in its source, also in later versions of it: `GET /pets/{id}`. */
  readonly origin: string;
  /** The spec as plain data, with its keys in the order in which they are printed. */
  readonly spec: JsonObject;
  /** Comments on what is guessed, by the JSON Pointer of the key that each belongs to. */
  readonly comments: Readonly<Record<string, string>>;
  /** A sentence for each part of the entry that the spec can't express. */
  readonly notes: readonly string[];
}

/** An entry that no tool was made of. */
export interface LeftOut {
  readonly origin: string;
  /** Why, as a clause: `its body is multipart/form-data`. */
  readonly reason: string;
}
