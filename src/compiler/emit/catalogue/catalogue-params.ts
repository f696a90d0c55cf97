import { resolveRef } from "../../../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue, type Selector, selectorText } from "../../../contract/json-value.js";
import type { ToolModel } from "../../tool-model.js";
import { limitsOf } from "../print/describe-params.js";

/** A parameter, or a property of one, as people read it. */
export interface CatalogueParam {
  /** Its path: `edits[].oldText`. */
  readonly path: string;
  /** True for a property of another parameter. */
  readonly isNested: boolean;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  readonly aliases: readonly string[];
  /** The default as JSON. */
  readonly default: string | undefined;
  /** Sentences, in which backticks are around code. */
  readonly limits: readonly string[];
}

/** Properties of properties are listed this deep. What is deeper is in the schema alone. */
const deepest = 3;

/** Returns the parameters of a tool in the schema's order, each followed by its own properties. */
export function catalogueParams({ schema, definition }: Pick<ToolModel, "schema" | "definition">): readonly CatalogueParam[] {
  const aliases = new Map(
    definition.aliases.map(({ target, names, nested = [] }) => [selectorText(target), [...names, ...nested.map(selectorText)]]),
  );
  const listed = (object: JsonObject, at: Selector): readonly CatalogueParam[] => {
    if (!isJsonObject(object.properties)) return [];
    const required = Array.isArray(object.required) ? object.required : [];
    return Object.entries(object.properties).flatMap(([name, given]) => {
      const own = resolved(given, schema);
      const path = [...at, name];
      const param = {
        path: selectorText(path),
        isNested: at.length > 0,
        type: typeText(own, schema),
        isRequired: required.includes(name),
        description: typeof own.description === "string" ? own.description.trim() : "",
        aliases: aliases.get(selectorText(path)) ?? [],
        default: own.default === undefined ? undefined : JSON.stringify(own.default),
        limits: limitsOf(own).filter((sentence) => sentence !== "A whole number."),
      };
      const elements = resolved(own.items ?? {}, schema);
      return path.length >= deepest ? [param] : [param, ...listed(own, path), ...listed(elements, [...path, "[]"])];
    });
  };
  return listed(schema, []);
}

/** The schema that a reference leads to, with the keywords beside the reference. */
function resolved(schema: JsonValue, root: JsonObject): JsonObject {
  if (!isJsonObject(schema)) return {};
  const { $ref, ...beside } = schema;
  if (typeof $ref !== "string") return schema;
  const target = resolveRef(root, $ref);
  return { ...(isJsonObject(target) ? target : {}), ...beside };
}

/** Types within types are named this deep. */
const deepestType = 3;

/** Returns the type of a value for people: `integer`, `"text" | "json"`, `string[]`. */
function typeText(schema: JsonValue, root: JsonObject, depth = 0): string {
  if (!isJsonObject(schema) || depth > deepestType) return "any";
  if (typeof schema.$ref === "string") return typeText(resolveRef(root, schema.$ref) ?? {}, root, depth + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const branches = [schema.anyOf, schema.oneOf].find(Array.isArray);
  const types = Array.isArray(schema.type) ? schema.type : schema.type === undefined ? [] : [schema.type];
  if (branches !== undefined && types.length === 0)
    return [...new Set(branches.map((branch: JsonValue) => typeText(branch, root, depth + 1)))].join(" | ");
  return types.length === 0 ? "any" : types.map((type) => (type === "array" ? arrayText(schema, root, depth) : String(type))).join(" | ");
}

function arrayText({ items }: JsonObject, root: JsonObject, depth: number): string {
  const element = items === undefined ? "any" : typeText(items, root, depth + 1);
  return element.includes(" ") ? `(${element})[]` : `${element}[]`;
}
