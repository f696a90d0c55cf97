import { describeConstraint, matchesSchema } from "../../../call/schema-keywords.js";
import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { resolveRef } from "../../../contract/json-schema.js";
import { isJsonObject, type JsonObject, type JsonValue, pointerStep } from "../../../contract/json-value.js";
import { compileSchema } from "../../json-schema/compile-schema.js";
import { mapSubschemas, type Subschema } from "../../json-schema/subschemas.js";
import type { CheckedSchema, ToolContext } from "../language/tool-context.js";

/** Every `default` and every one of `examples` must be valid by its own schema. */
export function checkDefaults(checked: CheckedSchema, all: readonly Subschema[], tool: ToolContext): readonly Diagnostic[] {
  return all.flatMap((subschema) => {
    const { default: byDefault, examples } = subschema.schema;
    const values: readonly { readonly key: readonly (string | number)[]; readonly value: JsonValue }[] = [
      ...(byDefault === undefined ? [] : [{ key: ["default"], value: byDefault }]),
      ...(Array.isArray(examples) ? examples.map((value: JsonValue, index: number) => ({ key: ["examples", index], value })) : []),
    ];
    return values.flatMap(({ key, value }) => {
      if (isPlainlyValid(subschema.schema, value)) return [];
      const problem = refusal(checked, subschema, value);
      if (problem === undefined) return [];
      const what = key[0] === "default" ? "default" : "example";
      return [
        diagnostic("refused-default", tool.at(["schema", ...subschema.path, ...key]), { what, value: JSON.stringify(value), problem }),
      ];
    });
  });
}

const decidedKeywords = new Set(["type", "enum", "const", "minimum", "maximum", "minLength", "maxLength"]);
const annotations = new Set(["title", "description", "default", "examples", "deprecated"]);

/** Returns true for a valid scalar whose schema has a few usual keywords only. Making a validator would take longer. */
function isPlainlyValid(schema: JsonObject, value: JsonValue): boolean {
  if (typeof value === "object") return false;
  const keywords = Object.entries(schema).filter(([key]) => !annotations.has(key));
  return keywords.every(([key]) => decidedKeywords.has(key)) && matchesSchema(value, Object.fromEntries(keywords));
}

/**
 * Most defaults are those of top-level parameters, which the tool's own validator can check: compiling another costs a
 * millisecond each.
 */
function refusal(checked: CheckedSchema, subschema: Subschema, value: JsonValue): string | undefined {
  const { schema } = checked;
  const [keyword, name, ...deeper] = subschema.path;
  if (keyword === "properties" && typeof name === "string" && deeper.length === 0) return whyParameterRefuses(checked, name, value);
  const holder: JsonObject = { ...(schema.$defs === undefined ? {} : { $defs: schema.$defs }), ...subschema.schema };
  const { validate } = compileSchema(holder);
  const [first] = validate(structuredClone(value)) ? [] : (validate.errors ?? []);
  return first && `must ${describeConstraint(first)}`;
}

/** Returns why a top-level parameter can't have a value (`must be …`), or `undefined` if it can. */
export function whyParameterRefuses({ compiled }: CheckedSchema, name: string, value: JsonValue): string | undefined {
  compiled.validate({ [name]: structuredClone(value) });
  const pointer = `/${pointerStep(name)}`;
  const own = (compiled.validate.errors ?? []).find(
    (error) => error.instancePath === pointer || error.instancePath.startsWith(`${pointer}/`),
  );
  return own && `must ${describeConstraint(own)}`;
}

/**
 * Copies the default of a definition to each property that refers to it: validators apply defaults only from
 * `properties` themselves, and a parameter with a default is never absent.
 */
export function withReferredDefaults(root: JsonObject): JsonObject {
  return mapSubschemas(root, (holder) => {
    if (!isJsonObject(holder.properties)) return holder;
    const properties = Object.entries(holder.properties).map(([name, property]) => {
      const byDefault = isJsonObject(property) && property.default === undefined ? referredDefault(property, root) : undefined;
      return [name, isJsonObject(property) && byDefault !== undefined ? { ...property, default: byDefault } : property] as const;
    });
    return { ...holder, properties: Object.fromEntries(properties) };
  });
}

function referredDefault({ $ref }: JsonObject, root: JsonObject, depth = 0): JsonValue | undefined {
  const target = typeof $ref === "string" && depth < 16 ? resolveRef(root, $ref) : undefined;
  if (!isJsonObject(target)) return undefined;
  return target.default ?? referredDefault(target, root, depth + 1);
}
