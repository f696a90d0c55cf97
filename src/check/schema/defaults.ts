import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { describeConstraint } from "../../runtime/arguments/describe-constraint.js";
import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";
import { pointerStep } from "../../runtime/json/pointer-step.js";
import { matchesSchema } from "../../runtime/policy/matches-schema.js";
import type { ToolContext } from "../context.js";
import type { CheckedSchema } from "./checked-schema.js";
import { compileSchema } from "./compile-schema.js";
import type { Subschema } from "./subschemas.js";

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
