import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { layOutTypes } from "./format-types.js";
import { escapeInvisible } from "./literal.js";
import { parseType } from "./parse-types.js";
import type { NamedSchema } from "./schema-types.js";
import type { MemberSyntax, ObjectSyntax, TypeSyntax } from "./type-syntax.js";

/**
 * Prints the declaration of a usual schema, with the same text as `printSchemaTypes`. Returns `undefined` for any other
 * schema: with references, tuples, intersections or typed keys of any name.
 */
export function printUsualTypes({ name, schema, $defs }: NamedSchema): string | undefined {
  const type = Object.keys($defs).length === 0 && schema.type === "object" ? objectType(schema) : undefined;
  const comment = commentLines(schema.description);
  if (type === undefined || comment === undefined) return undefined;
  const head = `export interface ${name}`;
  return escapeInvisible(layOutTypes([{ comment, head, type, isInterface: true, followsBlankLine: false }]));
}

/** The syntax that json-schema-to-typescript's text for a schema of `plainSchema` has, if the schema is usual. */
function usualType(schema: JsonValue | undefined): TypeSyntax | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { tsType, type, anyOf } = schema;
  // Values of an enumeration, `unknown`, `never` or `[]`: parsed, so that nothing else can be in it.
  if (typeof tsType === "string") return parseType(tsType);
  if (typeof type === "string" && scalars.has(type)) return word(type);
  if (type === "array") return arrayType(schema);
  if (type === "object") return objectType(schema);
  return Array.isArray(anyOf) ? unionType(anyOf) : undefined;
}

const scalars: ReadonlySet<string> = new Set(["string", "number", "boolean", "null"]);
const word = (text: string): TypeSyntax => ({ kind: "word", text });

function arrayType({ items, minItems }: JsonObject): TypeSyntax | undefined {
  // The package puts comments of elements above the array.
  if (minItems !== undefined || !isJsonObject(items) || items.description !== undefined) return undefined;
  const element = usualType(items);
  return element && { kind: "array", element };
}

/** Different scalars. The package simplifies other unions. */
function unionType(parts: readonly JsonValue[]): TypeSyntax | undefined {
  const types = parts.map((part) => (isJsonObject(part) && Object.keys(part).length === 1 ? part.type : undefined));
  const names = types.filter((type): type is string => typeof type === "string" && scalars.has(type));
  const isUsual = names.length === parts.length && names.length > 1 && new Set(names).size === names.length;
  return isUsual ? { kind: "set", operator: "|", types: names.map(word) } : undefined;
}

function objectType({ properties, required, additionalProperties: others }: JsonObject): ObjectSyntax | undefined {
  if (!isJsonObject(properties) || !Array.isArray(required)) return undefined;
  const declared = Object.entries(properties);
  const members = declared.map(([name, schema]) => member(name, schema, required.includes(name)));
  const rest = restOf(others, declared.length === 0);
  const known = [...members, ...(rest ?? [])].filter((one) => one !== undefined);
  return rest === undefined || known.length < members.length + rest.length
    ? undefined
    : { kind: "object", members: known, isInline: false };
}

/** The member for all other keys, whose type may be a union with those of the declared ones if it says anything. */
function restOf(others: JsonValue | undefined, isAlone: boolean): readonly MemberSyntax[] | undefined {
  if (others === false) return [];
  const type = isJsonObject(others) ? others.tsType : undefined;
  if (typeof type !== "string" || (type !== "unknown" && !(isAlone && type === "never"))) return undefined;
  return [{ comment: [], name: "[k: string]:", type: word(type) }];
}

function member(name: string, schema: JsonValue, isRequired: boolean): MemberSyntax | undefined {
  const type = usualType(schema);
  const comment = isJsonObject(schema) ? commentLines(schema.description) : undefined;
  if (type === undefined || comment === undefined || !usualName.test(name) || name in Object.prototype) return undefined;
  const key = name.includes("-") ? JSON.stringify(name) : name;
  return { comment, name: `${key}${isRequired ? "" : "?"}:`, type };
}

const usualName = /^[A-Za-z_][\w-]*$/;

function commentLines(description: JsonValue | undefined): readonly string[] | undefined {
  if (description === undefined) return [];
  if (typeof description !== "string" || unusualText.test(description)) return undefined;
  return ["/**", ...description.split("\n").map((line) => ` * ${line}`.trimEnd()), " */"];
}

/** Texts that would end a comment or a line of it, and the empty one, which the package leaves out. */
const unusualText = /\*\/|[\r\u2028\u2029]|^$/;
