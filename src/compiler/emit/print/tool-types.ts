import { resolveRef } from "../../../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { mapSubschemas } from "../../json-schema/subschemas.js";
import type { ToolModel } from "../../tool-model.js";
import { describeParameter, describeParams } from "./describe-params.js";
import { expressibleSchema } from "./expressible-schema.js";
import { described, type FindReference, listAt, type PlainSchema, plainSchema } from "./plain-schema.js";
import type { NamedSchema } from "./schema-types.js";
import { freeName, takenNames, toolNames, typeName } from "./tool-names.js";

/**
 * Prints the declarations of each tool's types: of its parameters and its data, and of what these refer to. The package
 * that prints them is loaded for the first tool whose types no earlier build printed.
 */
export async function printToolTypes(tools: readonly ToolModel[]): Promise<readonly string[]> {
  if (tools.length === 0) return [];
  const { printSchemaTypes } = await import("./schema-types.js");
  const schemas = tools.map(toolTypes);
  const texts = (await printSchemaTypes(schemas.flat())).values();
  return schemas.map((parts) => parts.map(() => texts.next().value).join("\n\n"));
}

/** Names and texts depend on this tool alone, so that a build may print some tools and keep the files of others. */
function toolTypes(tool: ToolModel): readonly NamedSchema[] {
  const names = toolNames(tool.name);
  const taken = new Set(takenNames(names));
  const given = expressibleSchema(withoutDefaults(tool));
  const comment = describeParams({ ...tool, schema: given });
  const params = namedTypes(given, { name: names.paramsType, prefix: names.prefix, taken, comment });
  const { schema } = tool.definition.output;
  if (schema === undefined) return [params];
  const result = filtered(expressibleSchema(schema));
  const about = `The data of \`${tool.name}\`'s results.`;
  return [params, namedTypes(result, { name: names.resultType, prefix: names.prefix, taken, comment: about })];
}

/** A result has no keys that its schema doesn't declare (`filterBySchema`). */
const filtered = (schema: JsonObject): JsonObject =>
  mapSubschemas(schema, (part) => {
    const declares = part.properties !== undefined || part.patternProperties !== undefined;
    return declares && part.additionalProperties === undefined ? { ...part, additionalProperties: false } : part;
  });

interface TypeNames {
  readonly name: string;
  /** Precedes the names of types that are referred to. */
  readonly prefix: string;
  readonly taken: Set<string>;
  readonly comment: string;
}

/** The type of a schema before it is printed, and one for the target of each `$ref` in it, by its name. */
function namedTypes(root: JsonObject, { name: rootName, prefix, taken, comment }: TypeNames): NamedSchema {
  const named = new Map<JsonValue, string>();
  const find: FindReference = (ref) => {
    const target = resolveRef(root, ref);
    if (target === undefined || isSelfContained(root, ref)) return undefined;
    const byName = (): PlainSchema => {
      if (target === root) return { $ref: "#" };
      const name = named.get(target) ?? freeName(prefix + typeName(lastStep(ref)), taken);
      named.set(target, name);
      return { $ref: `#/$defs/${name}` };
    };
    return { target, byName };
  };
  const schema = described(plainSchema(root, find), comment);
  const $defs: Record<string, PlainSchema> = {};
  // Printing one type can require others, which are appended to the map.
  for (const [target, name] of named) $defs[name] = described(plainSchema(target, find), describeParameter(target));
  return { name: rootName, schema, $defs };
}

/** A parameter whose default is filled in may be absent, also if it is required. */
function withoutDefaults({ schema, definition }: ToolModel): JsonObject {
  const required = listAt(schema, "required").filter((name) => !Object.hasOwn(definition.defaults, String(name)));
  return schema.required === undefined ? schema : { ...schema, required };
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
