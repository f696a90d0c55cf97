import type { ToolModel } from "../../model/tool.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { resolveRef } from "../../runtime/json/resolve-ref.js";
import { docText } from "../print/doc-text.js";
import { freeName, typeName } from "../print/identifier.js";
import { describeParameter, describeParams } from "./describe-schema.js";
import type { Marks } from "./marks.js";
import { ownSchema, type PlainSchema, type Printing, plainSchema } from "./plain-schema.js";
import { takenNames, toolNames } from "./tool-names.js";

/**
 * The types of a tool's parameters before they are printed, and one for each place that a `$ref` of its schema leads to: plain schemas, by the marks
 * of their names. Names and texts depend on this tool alone, so that a build may print some tools and keep the files of others.
 */
export function toolTypes(tool: ToolModel, marks: Marks): Readonly<Record<string, PlainSchema>> {
  const names = toolNames(tool.name);
  const taken = new Set(takenNames(names));
  const named = new Map<JsonValue, string>([[tool.schema, marks.mark(names.paramsType)]]);
  const printing: Printing = {
    marks,
    reference: (ref) => {
      const target = resolveRef(tool.schema, ref);
      if (target === undefined || isSelfContained(tool.schema, ref)) return undefined;
      const mark = named.get(target) ?? marks.mark(freeName(names.prefix + typeName(lastStep(ref)), taken));
      named.set(target, mark);
      return { $ref: `#/$defs/${mark}` };
    },
  };
  const schemas: Record<string, PlainSchema> = {};
  // Printing one type names others, which join the end of the map.
  for (const [target, mark] of named) {
    const text = docText(target === tool.schema ? describeParams(tool) : describeParameter(target));
    const plain = ownSchema(plainSchema(target, printing));
    schemas[mark] = text === "" ? plain : { ...plain, description: marks.mark(text) };
  }
  return schemas;
}

const lastStep = (ref: string) => decodeURIComponent(ref.split("/").at(-1) ?? "").replace(/^#/, "");

/** Whether what a reference leads to is, by references and branches alone, itself again: TypeScript refuses such a type, and it says nothing. */
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
