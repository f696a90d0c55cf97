import { appliesToLevel, conditionHolds, resolveDecision } from "../../../call/decide-risk.js";
import { matchesSchema } from "../../../call/schema-keywords.js";
import type { ToolDefinition } from "../../../contract/definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../../contract/json-value.js";
import { type Condition, type Decision, principalName } from "../../../contract/risk.js";
import type { ToolModel } from "../../tool-model.js";

/** Which of a parameter's conditions hold, in order: `1` for one that does, `0` for one that doesn't. */
export type Truth = string;

/** The conditions of a tool's rules and the project's settings on one parameter. */
export interface ParameterConditions {
  readonly param: string;
  readonly conditions: readonly Condition[];
  /** The values that they name. */
  readonly listed: readonly JsonValue[];
}

/** The parameters that decide, in the order in which conditions first name them. */
export function conditionsByParameter({ definition: { risk, riskSettings } }: ToolModel): readonly ParameterConditions[] {
  const all = [...(risk.rules ?? []), ...(riskSettings?.overrides ?? [])]
    .flatMap(({ when }) => when)
    .filter(({ param }) => param !== principalName);
  return [...new Set(all.map(({ param }) => param))].map((param) => {
    const conditions = all.filter((one) => one.param === param);
    return { param, conditions, listed: conditions.flatMap((one) => ("is" in one ? one.is : [])) };
  });
}

export const truthOf = ({ conditions }: ParameterConditions, value: JsonValue): Truth =>
  conditions.map((one) => (conditionHolds(one, value) ? "1" : "0")).join("");

/** More schemas of one parameter would make too many combinations. */
export const mostSchemas = 6;

/**
 * All combinations of conditions that can hold for a parameter, and more if that is unknown: each value in a condition,
 * and any other value, for which each schema may or may not hold.
 */
export function allTruths(asked: ParameterConditions): readonly Truth[] {
  const unlisted = asked.conditions.reduce<readonly Truth[]>(
    (truths, one) => truths.flatMap((truth) => ("is" in one ? [`${truth}0`] : [`${truth}0`, `${truth}1`])),
    [""],
  );
  return [...new Set([...[...asked.listed, null].map((value) => truthOf(asked, value)), ...unlisted])];
}

/** Returns the decision about the calls of a cell, and the rule that made it: a setting, or `risk.rules.0`. */
export function decideCell(
  { definition: { risk, riskSettings } }: ToolModel,
  ofParameter: (condition: Condition) => boolean,
): { readonly decision: Decision; readonly from: string } {
  // A client's policy is for its user on this machine. Only a server over HTTP knows callers.
  const holds = (one: Condition) => (one.param === principalName ? conditionHolds(one, null) : ofParameter(one));
  const owns = risk.rules ?? [{ ...risk, when: [] }];
  const at = owns.findIndex(({ when }) => when.every(holds));
  const own = owns[at] ?? risk;
  const override = riskSettings?.overrides?.find((one) => appliesToLevel(one, own.level) && one.when.every(holds));
  const { decision, from } = resolveDecision(own, {
    project: { ...(riskSettings?.confirm && { confirm: riskSettings.confirm }), override },
  });
  return { decision, from: from ?? (at < owns.length - 1 ? `risk.rules.${at}` : "risk") };
}

/** The condition of a rule on calls: one of the listed values for each of these parameters. */
export type When = ReadonlyMap<string, readonly ObservableValue[]>;

/** The longest pattern that the client accepts as safe. */
const longestPatternChars = 2048;

/**
 * Returns a regular expression over arguments as Gemini CLI (0.61) tests `argsPattern`: JSON with sorted keys, with a
 * NUL before and after each member at the top. JSON has no NUL in a text, so the text after it is a key at the top and
 * can't come from a value that a model wrote. If a parameter must be absent, only these keys may be present, because
 * another key could be an alias of it. Returns `undefined` if it is longer than the client accepts.
 */
export function argsPattern(
  when: When,
  { params, isStrict }: { readonly params: readonly string[]; readonly isStrict: boolean },
): string | undefined {
  const names = [...new Set([...params, "wait_for_previous"])].sort().map((name) => keyOf(name).slice(1));
  const declaredKeys = isStrict ? `(?!${anything}\\x00"(?!(?:${names.join("|")}):))` : "";
  const pattern = `^${declaredKeys}${[...when].map(([param, given]) => oneOf(given.map((one) => seen(param, one)))).join("")}`;
  return pattern.length > longestPatternChars ? undefined : pattern;
}

/**
 * Without `.`, which doesn't match some line breaks that JSON leaves unescaped. A NUL that ends a member is followed by
 * `,` or `}`.
 */
const anything = "[^]*";

function seen(param: string, given: ObservableValue): string {
  const key = `${anything}\\x00${keyOf(param)}:`;
  switch (given.kind) {
    case "absent":
      return `(?!${key})`;
    case "is":
      return `(?=${key}${escaped(JSON.stringify(given.value))}\\x00)`;
    case "other":
      return `(?=${key}")${given.than.map((text) => `(?!${key}${escaped(JSON.stringify(text))}\\x00)`).join("")}`;
  }
}

const oneOf = (patterns: readonly string[]) => (patterns.length === 1 ? (patterns[0] ?? "") : `(?:${patterns.join("|")})`);
const keyOf = (param: string) => escaped(JSON.stringify(param));
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** A value of a parameter that a pattern can see in a call as a model sent it. */
export type ObservableValue =
  | { readonly kind: "is"; readonly value: string | number | boolean }
  | { readonly kind: "absent" }
  /** A text other than these. */
  | { readonly kind: "other"; readonly than: readonly string[] };

/**
 * The visible values of a parameter with conditions, and their values in the checked call; or the reason why there are
 * none.
 */
export interface ObservableValues {
  readonly seen: readonly { readonly given: ObservableValue; readonly value: JsonValue }[];
  readonly because: string;
  /** True if all possible values are among them. */
  readonly isWhole: boolean;
}

type Scalar = string | number | boolean;
const isScalar = (value: JsonValue): value is Scalar => ["string", "number", "boolean"].includes(typeof value);

/** A value that no condition lists. */
const unlisted = "\0unlisted";

/**
 * Returns the visible values of a parameter. Under its own name and with a valid value, nothing is repaired, so a
 * pattern sees the value that decides. That doesn't hold if its value can also be at another path or in another shape,
 * nor for paths, which are resolved before they are compared. `listed` are the values in conditions.
 */
export function observableValues(tool: ToolModel, param: string, listed: readonly JsonValue[]): ObservableValues {
  const { definition, schema } = tool;
  const own = isJsonObject(schema.properties) ? schema.properties[param] : undefined;
  const isRequired = Array.isArray(schema.required) && schema.required.includes(param);
  const fallback = Object.hasOwn(definition.defaults, param) ? definition.defaults[param] : undefined;
  if (!isPlain(schema) || !isJsonObject(own)) return { seen: [], isWhole: false, because: "its schema relates parameters to each other" };
  if (isReshaped(definition, param)) return { seen: [], isWhole: false, because: `\`${param}\` can be given in another place or shape` };
  const isPath = definition.paths.some(({ target }) => target[0] === param);
  const absent = isRequired || (isPath && fallback !== undefined) ? [] : [{ given: { kind: "absent" } as const, value: fallback ?? null }];
  if (isPath) return { seen: absent, isWhole: false, because: `the target of \`${param}\` is only known during a call` };
  const values = [...new Set([...listed, ...countable(own)].filter(isScalar))].filter((value) => matchesSchema(value, withoutDefault(own)));
  const listedValues = values.map((value) => ({ given: { kind: "is", value } as const, value }));
  const texts = values.filter((value) => typeof value === "string");
  const other = isAnyText(own) ? [{ given: { kind: "other", than: texts } as const, value: unlisted }] : [];
  const isWhole = isAnyText(own) || countable(own).length > 0;
  return {
    seen: [...listedValues, ...absent, ...other],
    isWhole,
    because: `its condition on \`${param}\` isn't a list of single values`,
  };
}

/** Keywords at the root under which a parameter is validated only by its own schema. */
const plainKeywords = ["type", "properties", "required", "additionalProperties", "description", "title", "$schema", "$defs", "examples"];
const isPlain = (schema: JsonObject) => Object.keys(schema).every((key) => plainKeywords.includes(key));

/** Returns true if another key can become the value of a parameter, or its value can become another one. */
function isReshaped({ coerce = [], wrap = [], aliases, ignore, ignoreIf = [] }: ToolDefinition, param: string): boolean {
  const rules = [...coerce.filter(({ kind }) => kind !== "none"), ...wrap, ...aliases.filter(({ nested }) => nested !== undefined)];
  const dropped = [...ignore, ...ignoreIf.map(({ target }) => target)].some(([name]) => name === param);
  return dropped || rules.some((rule) => textsIn(rule).includes(param));
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function countable({ type, enum: listed, const: only }: JsonObject): readonly JsonValue[] {
  if (only !== undefined) return [only];
  if (Array.isArray(listed)) return listed;
  return type === "boolean" ? [true, false] : [];
}

/** It doesn't restrict the values. */
const withoutDefault = ({ default: _, ...schema }: JsonObject): JsonObject => schema;

const annotations = ["type", "description", "title", "default", "examples"];
/** Returns true if its schema accepts every text, so that none is repaired. */
const isAnyText = (schema: JsonObject) => schema.type === "string" && Object.keys(schema).every((key) => annotations.includes(key));
