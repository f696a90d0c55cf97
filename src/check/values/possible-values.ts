import { posix } from "node:path";
import { describeConstraint } from "../../runtime/arguments/describe-constraint.js";
import { deepEqual } from "../../runtime/json/deep-equal.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { matchesSchema } from "../../runtime/policy/matches-schema.js";
import type { ToolContext } from "../context.js";
import { compileSchema } from "../schema/compile-schema.js";
import { typeOf, typesOf, variants, variantsAt } from "../schema/types.js";

/** The possible values of a parameter in a checked call; `null` stands for its absence. */
export interface PossibleValues {
  /** Returns why it is never this value; `undefined` if it can be. */
  whyNot(value: JsonValue): string | undefined;
  /** Returns false only if it certainly can't match a JSON Schema. */
  mayFit(schema: JsonObject): boolean;
  /** All values that it can have, if they are countable. */
  readonly all: readonly JsonValue[] | undefined;
}

/** The possible values of the parameters of a tool. */
export function possibleValues(tool: ToolContext, schema: JsonObject): (param: string) => PossibleValues {
  return (param) => {
    const forms = variantsAt(schema, [param]);
    const isAbsentSometimes = mayBeAbsent(schema, param);
    const refused = (value: JsonValue) => {
      const reasons = forms.map((form) => refusal(schema, form, value));
      return reasons.includes(undefined) ? undefined : reasons[0];
    };
    const counted = forms.map(countable);
    const combinations = counted.every((values) => values !== undefined)
      ? distinct(counted.flat()).filter((value) => refused(value) === undefined)
      : undefined;
    return {
      whyNot: (value) => {
        if (value === null) return isAbsentSometimes || refused(null) === undefined ? undefined : "it is required, or has a default";
        return refused(value) ?? (isPath(tool, param) ? pathProblem(value) : undefined);
      },
      mayFit: (wanted) => {
        if (combinations !== undefined) return combinations.some((value) => matchesSchema(value, wanted));
        const types = typesOf(wanted);
        return forms.some((form) => typesOf(form).some((type) => types.includes(type)));
      },
      all: combinations === undefined ? undefined : distinct([...combinations, ...(isAbsentSometimes ? [null] : [])]),
    };
  };
}

/** Returns true if a call can be valid without a parameter, and no default replaces it. */
export function mayBeAbsent(schema: JsonObject, param: string): boolean {
  const isRequired = variants({ root: schema, schema }).every(({ required }) => Array.isArray(required) && required.includes(param));
  const hasDefault = variantsAt(schema, [param]).every((form) => form.default !== undefined);
  return !isRequired && !hasDefault;
}

/** Returns why a form of a parameter refuses a value; `undefined` if it doesn't. */
function refusal(root: JsonObject, form: JsonObject, value: JsonValue): string | undefined {
  const { validate } = compileSchema({ ...(root.$defs === undefined ? {} : { $defs: root.$defs }), ...form });
  if (validate(structuredClone(value))) return undefined;
  const [first] = validate.errors ?? [];
  return first === undefined ? "its schema refuses that" : `it must ${describeConstraint(first)}`;
}

function countable(form: JsonObject): readonly JsonValue[] | undefined {
  if (form.const !== undefined) return [form.const];
  if (Array.isArray(form.enum)) return form.enum;
  const counted: Readonly<Record<string, readonly JsonValue[]>> = { boolean: [true, false], null: [null] };
  const types = typesOf(form);
  return types.every((type) => Object.hasOwn(counted, type)) ? types.flatMap((type) => counted[type] ?? []) : undefined;
}

const distinct = (values: readonly (JsonValue | undefined)[]) =>
  values
    .filter((value): value is JsonValue => value !== undefined)
    .filter((value, i, all) => all.findIndex((one) => deepEqual(one, value)) === i);

const isPath = ({ spec }: ToolContext, param: string) => isJsonObject(spec.paths) && Object.hasOwn(spec.paths, param);

/** Paths are resolved from their root before they are compared, so they are never `./a`, `a/../b` or `a/`. */
function pathProblem(value: JsonValue): string | undefined {
  if (typeOf(value) !== "string") return undefined;
  const path = String(value);
  const leads = posix.normalize(path).replace(/(?<=.)\/$/, "");
  return leads === path ? undefined : `paths are compared as they lead from their root, here as '${leads}'`;
}
