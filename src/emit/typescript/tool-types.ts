import type { ToolModel } from "../../model/tool.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { resolveRef } from "../../runtime/json/resolve-ref.js";
import type { NamedSchema } from "../print/schema-types.js";
import { freeName, typeName } from "../print/type-name.js";
import { describeParameter, describeParams } from "./describe-params.js";
import { described, type FindReference, type PlainSchema, plainSchema } from "./plain-schema.js";
import { takenNames, toolNames } from "./tool-names.js";

/**
 * The types of a tool's parameters before they are printed, and one for the target of each `$ref` in its schema, by its
 * name. Names and texts depend on this tool alone, so that a build may print some tools and keep the files of others.
 */
export function toolTypes(tool: ToolModel): NamedSchema {
  const names = toolNames(tool.name);
  const taken = new Set(takenNames(names));
  const named = new Map<JsonValue, string>();
  const find: FindReference = (ref) => {
    const target = resolveRef(tool.schema, ref);
    if (target === undefined || isSelfContained(tool.schema, ref)) return undefined;
    if (target === tool.schema) return { $ref: "#" };
    const name = named.get(target) ?? freeName(names.prefix + typeName(lastStep(ref)), taken);
    named.set(target, name);
    return { $ref: `#/$defs/${name}` };
  };
  const schema = described(plainSchema(tool.schema, find), describeParams(tool));
  const $defs: Record<string, PlainSchema> = {};
  // Printing one type can require others, which are appended to the map.
  for (const [target, name] of named) $defs[name] = described(plainSchema(target, find), describeParameter(target));
  return { name: names.paramsType, schema, $defs };
}

const lastStep = (ref: string) => decodeURIComponent(ref.split("/").at(-1) ?? "").replace(/^#/, "");

/**
 * Returns true if a reference leads back to itself by references and branches alone. TypeScript refuses such a type,
 * which describes nothing.
 */
function isSelfContained(root: JsonObject, start: string): boolean {
  const seen = new Set<string>();
  const waiting = [start];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const next = refsOfSameValue(resolveRef(root, ref));
    if (next.includes(start)) return true;
    waiting.push(...next.filter((one) => !seen.has(one)));
    for (const one of next) seen.add(one);
  }
  return false;
}

function refsOfSameValue(schema: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const branches = ["allOf", "anyOf", "oneOf"].flatMap((key) => {
    const value = schema[key];
    return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  });
  return [...(typeof schema.$ref === "string" ? [schema.$ref] : []), ...branches.flatMap(refsOfSameValue)];
}
