import type { JsonObject } from "../../runtime/json/json-value.js";
import type { DialectId } from "./dialect-ids.js";

/** A keyword stays, moves into the description, or is lost. */
export type Treatment = "kept" | "described" | "dropped";

/**
 * How a client or an API takes a JSON Schema. One lowering (`lower-schema.ts`) makes the schema that the model sees, or
 * that the API accepts, from these facts, and reports what is lost.
 */
export interface SchemaDialect {
  readonly id: DialectId;
  readonly label: string;
  /** A client shows the tools of the MCP server, or of its own discovery. An API takes declarations from programs. */
  readonly kind: "client" | "api";
  /** The source of these facts, for people. */
  readonly source: string;
  readonly treatment: (keyword: string) => Treatment;
  /** Keywords that the schema itself, the root, treats in another way. */
  readonly rootTreatment?: (keyword: string) => Treatment;
  /** The values of `format` that it takes; without it, all. */
  readonly formats?: readonly string[];
  /** The patterns that it takes; without it, all. */
  readonly patterns?: "without-lookaround";
  readonly rewrites: readonly Rewrite[];
  /** The longest description that reaches the model, in characters. */
  readonly descriptionLimit?: number;
  /** The name under which the model sees a tool. */
  readonly toolName?: (names: { readonly server: string; readonly tool: string }) => string;
  /** A longer name is shortened or cut by the client, so that it breaks nothing. */
  readonly shortensNames?: true;
}

/**
 * Forms in which a dialect says the same:
 * - `const-as-enum`: a constant is a list of one value.
 * - `one-as-any`: `oneOf` is `anyOf`, so that values which match several branches pass.
 * - `inline-references`: no `$ref`. A schema that refers to itself can't be written.
 * - `nullable`: `nullable: true` for the type `null`, and one type each.
 * - `text-enums`: lists of texts only.
 * - `strict`: objects are closed, and every property is required: what is optional admits `null`.
 */
export type Rewrite = "const-as-enum" | "one-as-any" | "inline-references" | "nullable" | "text-enums" | "strict";

/** Something that a schema says and a dialect doesn't. */
export interface SchemaLoss {
  /** The values that it is about, such as `files[].name`; empty for the arguments as a whole. */
  readonly path: string;
  readonly keyword: string;
  readonly effect: LossEffect;
}

/**
 * `loosened`: the keyword is there, but admits more. `impossible`: the schema can't be said, so the tool has another
 * form.
 */
export type LossEffect = "dropped" | "described" | "loosened" | "shortened" | "impossible";

export interface LoweredSchema {
  readonly schema: JsonObject;
  readonly losses: readonly SchemaLoss[];
}
