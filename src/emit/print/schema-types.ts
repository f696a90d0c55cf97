import { compile } from "json-schema-to-typescript";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { formatTypes, printWidth } from "./format-types.js";
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
 * Prints the TypeScript declarations of a schema and of its `$defs`. Prettier parses and formats what is not simple, so
 * a text of a spec that broke out of its comment or its string would be an error here.
 */
export async function printSchemaTypes(named: NamedSchema): Promise<string> {
  const formatted = formatTypes((await print(named, false)).trimEnd()) ?? (await print(named, true)).trimEnd();
  // Such a character is in a quoted property name, because comments and literals no longer contain any.
  return escapeInvisible(formatted);
}

function print({ name, schema, $defs }: NamedSchema, format: boolean): Promise<string> {
  return compile({ ...schema, $defs }, name, {
    bannerComment: "",
    additionalProperties: false,
    // The length of a tuple is a part of its plain schema; all other limits stand in comments.
    maxItems: -1,
    format,
    style: { printWidth, bracketSpacing: true },
    $refOptions: { resolve: { external: false, http: false, file: false } },
  });
}
