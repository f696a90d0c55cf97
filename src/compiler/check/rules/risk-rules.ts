import { posix } from "node:path";
import { conditionHolds } from "../../../call/decide-risk.js";
import { decidedKeywords, describeConstraint, matchesSchema } from "../../../call/schema-keywords.js";
import { slowPattern } from "../../../call/slow-pattern.js";
import type { Diagnostic, Span } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { deepEqual, isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { closest } from "../../../contract/names.js";
import { type Condition, principalName, type RiskLevel } from "../../../contract/risk.js";
import { mayBeAbsent, parameterNames, parseSelector, typeOf, typesOf, variantsAt } from "../../../contract/schema-variants.js";
import type { NodePath } from "../../../contract/spec-node.js";
import { leastRiskOf } from "../../../programs/code-languages.js";
import { askedValues, type PlacedValue } from "../../../programs/place-class.js";
import { compileSchema } from "../../json-schema/compile-schema.js";
import { knownKeywords, type Subschema, subschemas } from "../../json-schema/subschemas.js";
import { declaredRisk } from "../language/long-forms.js";
import type { CheckedSchema, ToolContext, ToolSpec } from "../language/tool-context.js";
import { conditions, highest } from "../lower/lower-risk.js";
import { metaProblems, patternProblem } from "../schema/schema-problems.js";
import { textSchemas } from "./selectors.js";

/**
 * The data that rules are checked against. `schema` may have only names, if the tool's own is wrong and `checked` is
 * missing.
 */
interface Known {
  readonly schema: JsonObject;
  readonly checked: CheckedSchema | undefined;
  readonly leastRisk: RiskLevel;
  readonly values: readonly PlacedValue[];
}

/**
 * Each rule of `risk` must test existing parameters for possible values, and decide something that no earlier one does.
 */
export function checkRiskRules(tool: ToolContext, known: Known): readonly Diagnostic[] {
  const rules = declaredRisk(tool.spec).rules ?? [];
  const wrong = rules.flatMap(({ when = {} }, i) => checkWhen(tool, { when, path: ["risk", "rules", i, "when"], ...known }));
  if (wrong.length > 0 || known.checked === undefined) return wrong;
  const possible = possibleValues(tool, withPrincipal(known.checked.schema));
  return [...rules.flatMap((_, i) => [...unreachable(tool, i, possible), ...tooLow(tool, i, known)])];
}

/** The caller is a text, or absent where callers aren't known. */
const withPrincipal = ({ properties, ...schema }: JsonObject): JsonObject => ({
  ...schema,
  properties: { ...(isJsonObject(properties) ? properties : {}), [principalName]: { type: "string" } },
});

interface When extends Known {
  readonly when: JsonObject;
  readonly path: readonly (string | number)[];
}

function checkWhen(tool: ToolContext, { when, path, schema, checked }: When): readonly Diagnostic[] {
  const names = parameterNames(schema);
  return conditions(when).flatMap((one) => {
    const { param } = one;
    if (param !== principalName && !names.includes(param)) {
      const didYouMean = closest(param, names);
      return [diagnostic("unknown-parameter", tool.at([...path, param], "key"), { name: param }, { didYouMean })];
    }
    const malformed = "fits" in one ? checkConditionSchema(tool, [...path, param], one) : [];
    if (malformed.length > 0 || checked === undefined) return malformed;
    return impossible(tool, {
      condition: one,
      path: [...path, param],
      possible: possibleValues(tool, withPrincipal(checked.schema))(param),
    });
  });
}

interface Asked {
  readonly condition: Condition;
  readonly path: readonly (string | number)[];
  readonly possible: PossibleValues;
}

function impossible(tool: ToolContext, { condition, path, possible }: Asked): readonly Diagnostic[] {
  const { param } = condition;
  if ("fits" in condition) {
    if (possible.mayFit(condition.fits)) return [];
    return [diagnostic("impossible-condition", tool.at(path), { param, wanted: "like this", because: "its schema admits no such value" })];
  }
  const isList = isJsonList(tool, path, condition);
  return condition.is.flatMap((value, i) => {
    const because = possible.whyNot(value);
    if (because === undefined) return [];
    const shownValue = value === null ? "absent" : JSON.stringify(value);
    return [diagnostic("impossible-condition", tool.at(isList ? [...path, i] : path), { param, wanted: shownValue, because })];
  });
}

/** Returns true if the spec writes a list of values, and not a single value. Then each has a position. */
function isJsonList({ spec }: ToolContext, path: readonly (string | number)[], { param }: Condition): boolean {
  return Array.isArray(declaredRisk(spec).rules?.[Number(path[2])]?.when?.[param]);
}

function unreachable(tool: ToolContext, at: number, possible: (param: string) => PossibleValues): readonly Diagnostic[] {
  const rules = (declaredRisk(tool.spec).rules ?? []).map(({ when = {} }) => conditions(when));
  const later = rules[at] ?? [];
  const earlier = rules.slice(0, at).findIndex((one) => one.every((condition) => follows(condition, later, possible)));
  if (earlier === -1) return [];
  return [diagnostic("unreachable-rule", tool.at(["risk", "rules", at]), { earlier: `rule ${earlier + 1}` })];
}

/** Returns true if a condition holds whenever all of some others do. */
function follows(condition: Condition, from: readonly Condition[], possible: (param: string) => PossibleValues): boolean {
  const known = from.find(({ param }) => param === condition.param);
  if (known !== undefined && "fits" in known && "fits" in condition && deepEqual(known.fits, condition.fits)) return true;
  const values = known !== undefined && "is" in known ? known.is : possible(condition.param).all;
  return values?.every((value) => (known !== undefined && !conditionHolds(known, value)) || conditionHolds(condition, value)) ?? false;
}

const tooLowHelp = "Leave `level` out of the rule, or make the argument harmless: an enum, a pattern, an option before it.";

function tooLow(tool: ToolContext, at: number, { leastRisk, values }: Known): readonly Diagnostic[] {
  const level = declaredRisk(tool.spec).rules?.[at]?.level;
  if (level === undefined || highest(level, leastRisk) === level) return [];
  return [
    diagnostic(
      "level-too-low",
      tool.at(["risk", "rules", at, "level"]),
      { level: leastRisk, because: reasonFor(tool, askedValues(values)) },
      { help: `${tooLowHelp} In toolgen.yaml, \`risk: { ${String(tool.spec.name)}: ${level} }\` is the project's own decision.` },
    ),
  ];
}

function reasonFor({ spec }: ToolContext, [asked]: readonly PlacedValue[]): string {
  const languages = [...new Set(Object.values(spec.code ?? {}))].join(", ");
  if (languages !== "") return `an argument is a program (${languages}), or can pass any option`;
  if (spec.http?.body !== undefined) return "its request sends a file";
  return asked === undefined
    ? "an argument can pass any option"
    : `a call asks about '${asked.param ?? "its arguments"}' in ${asked.where}`;
}

/** Returns the problems of a condition: it isn't a JSON Schema, or calls can't decide it. */
function checkConditionSchema(
  tool: ToolContext,
  path: NodePath,
  { param, fits }: Extract<Condition, { readonly fits: unknown }>,
): readonly Diagnostic[] {
  const bad = (inside: NodePath, problem: string, didYouMean?: string) =>
    diagnostic("bad-condition", tool.at([...path, ...inside]), { param, problem }, { didYouMean });
  const [invalid] = metaProblems(fits);
  if (invalid !== undefined) {
    const steps = invalid.path.map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    return [bad(steps, `'${invalid.path.join(".") || "it"}' ${invalid.message}`)];
  }
  if (Object.keys(fits).length === 0) return [bad([], "an empty JSON Schema says nothing")];
  return subschemas(fits).flatMap((subschema) => [
    ...undecided(subschema).map((key) => {
      const isJsonSchema = knownKeywords.includes(key);
      const problem = isJsonSchema ? `'${key}' can't be decided for a call` : `JSON Schema has no keyword '${key}'`;
      return bad([...subschema.path, key], problem, isJsonSchema ? undefined : closest(key, decidedKeywords));
    }),
    ...patterns(subschema).flatMap(({ pattern, inside }) => {
      const problem = patternProblem(pattern);
      return problem === undefined ? [] : [bad([...subschema.path, ...inside], `'${pattern}' is not a regular expression: ${problem}`)];
    }),
    ...slowPatterns(subschema, (steps, part) => tool.at([...path, ...steps], part)),
  ]);
}

/** Reports patterns that could be slow to decide a call. Those with quadratic time are matched with a time limit. */
export function slowPatterns(subschema: Subschema, at: (path: NodePath, part: "key" | "value") => Span): readonly Diagnostic[] {
  return patterns(subschema).flatMap(({ pattern, inside }) => {
    const slow = patternProblem(pattern) === undefined ? slowPattern(pattern, { isTimed: true }) : undefined;
    if (slow === undefined) return [];
    const span = at([...subschema.path, ...inside], inside.length > 1 ? "key" : "value");
    return [diagnostic("slow-pattern", span, { what: "pattern", pattern, problem: slow.problem }, { help: slow.help })];
  });
}

const undecided = ({ schema }: Subschema) => Object.keys(schema).filter((key) => !decidedKeywords.includes(key));

function patterns({ schema: { pattern, patternProperties } }: Subschema) {
  const own = typeof pattern === "string" ? [{ pattern, inside: ["pattern"] }] : [];
  const keys = Object.keys(isJsonObject(patternProperties) ? patternProperties : {});
  return [...own, ...keys.map((key) => ({ pattern: key, inside: ["patternProperties", key] }))];
}

/**
 * Returns the lowest risk of a tool by the languages in `code`. `mild`: parameters whose code options make harmless.
 */
export function codeRisk({ code = {} }: ToolSpec, schema: JsonObject, mild: readonly string[]): RiskLevel {
  const levels = Object.entries(code).map(([name, language]) => {
    const values = variantsAt(schema, parseSelector(name)).flatMap((variant) => textSchemas(schema, variant, true));
    const patterns = values.map(({ pattern }) => (typeof pattern === "string" ? pattern : undefined));
    const level = leastRiskOf(language, patterns);
    return level === "dangerous" && mild.includes(name) ? "moderate" : level;
  });
  return highest("safe", ...levels);
}

/** The possible values of a parameter in a checked call; `null` stands for its absence. */
interface PossibleValues {
  /** Returns why it is never this value; `undefined` if it can be. */
  whyNot(value: JsonValue): string | undefined;
  /** Returns false only if it certainly can't match a JSON Schema. */
  mayFit(schema: JsonObject): boolean;
  /** All values that it can have, if they are countable. */
  readonly all: readonly JsonValue[] | undefined;
}

/** The possible values of the parameters of a tool. */
function possibleValues(tool: ToolContext, schema: JsonObject): (param: string) => PossibleValues {
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
