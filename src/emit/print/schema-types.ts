import { compile } from "json-schema-to-typescript";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { formatTypes } from "./format-types.js";
import { escapeInvisible } from "./literal.js";

/**
 * A schema of `plainSchema`, the name of its type, and the schemas that it refers to (`#/$defs/NAME`) by the names of
 * their types.
 */
export interface NamedSchema {
  readonly name: string;
  readonly schema: JsonObject;
  readonly $defs: Readonly<Record<string, JsonObject>>;
}

/**
 * Prints the TypeScript declarations of a schema and of its `$defs`. They are parsed, so a text of a spec that broke
 * out of its comment or its string would be an error here.
 */
export async function printSchemaTypes({ name, schema, $defs }: NamedSchema): Promise<string> {
  const printed = await compile({ ...schema, $defs }, name, {
    bannerComment: "",
    additionalProperties: false,
    // The length of a tuple is a part of its plain schema; all other limits stand in comments.
    maxItems: -1,
    // Otherwise the package would need Prettier.
    format: false,
    $refOptions: { resolve: { external: false, http: false, file: false } },
  });
  // Such a character is in a quoted property name, because comments and literals no longer contain any.
  return escapeInvisible(formatTypes(printed));
}
