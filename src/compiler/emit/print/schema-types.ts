import { randomUUID } from "node:crypto";
import { transform } from "esbuild";
import { compile } from "json-schema-to-typescript";
import { InternalError } from "../../../contract/diagnostic.js";
import type { JsonObject } from "../../../contract/json-value.js";
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
 * Prints the TypeScript declarations of each schema and of its `$defs`. Throws if they are more than types: if a text
 * of a spec broke out of its comment or its string.
 */
export async function printSchemaTypes(schemas: readonly NamedSchema[]): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const schema of schemas) texts.push(await printTypes(schema));
  await checkTypesOnly(texts);
  return texts;
}

async function printTypes({ name, schema, $defs }: NamedSchema): Promise<string> {
  const printed = await compile({ ...schema, $defs }, name, {
    bannerComment: "",
    additionalProperties: false,
    // The length of a tuple is a part of its plain schema; all other limits stand in comments.
    maxItems: -1,
    // Prettier isn't shipped, and takes longer to load than a build of one tool takes.
    format: false,
    $refOptions: { resolve: { external: false, http: false, file: false } },
  });
  // Such a character is in a quoted property name, because comments and literals no longer contain any.
  return escapeInvisible(indentBraces(printed));
}

/** Indents by braces. An object begins at the end of a line, and ends at the beginning of one. */
export function indentBraces(printed: string): string {
  let depth = 0;
  const lines = printed.split("\n").flatMap((line) => {
    const text = line.trimEnd();
    const isComment = /^(?:\/\*\*| \*)/.test(text);
    if (!isComment && text.startsWith("}")) depth--;
    const indented = "  ".repeat(depth) + text;
    if (!isComment && text.endsWith("{")) depth++;
    return text === "" && depth > 0 ? [] : [indented];
  });
  return lines.join("\n").trim();
}

/** Types print no code. Behind each text is a mark, which no text can hide or contain, because it is random. */
export async function checkTypesOnly(texts: readonly string[]): Promise<void> {
  const mark = `end_${randomUUID().replaceAll("-", "")};\n`;
  const options = { loader: "ts", legalComments: "none", tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } } } as const;
  const { code } = await transform(texts.map((text) => `${text}\n${mark}`).join(""), { ...options, logLevel: "silent" }).catch(notParsed);
  if (code !== mark.repeat(texts.length)) throw new InternalError("printed types contain code");
}

/** esbuild lists the errors of a text. Without a list, esbuild itself failed. */
function notParsed(error: unknown): never {
  throw error instanceof Error && "errors" in error ? new InternalError("printed types aren't TypeScript", { cause: error }) : error;
}
