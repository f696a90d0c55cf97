import type { ToolDefinition, ValidationError, Validator } from "../../contract/definition.js";
import {
  deepEqual,
  formatPath,
  isArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parsePointer,
  pointerStep,
  type Steps,
  valueAt,
} from "../../contract/json-value.js";
import { closest, closestNames } from "../../contract/names.js";
import type { Problem } from "../../contract/problem.js";
import { parseExactJson } from "../../contract/repair-json.late.js";
import { problemText } from "../problem-text.late.js";
import { describeConstraint } from "../schema-keywords.js";
import { type ErrorGroup, groupErrors, unionProblem, unknownKey } from "./group-errors.js";
import { aliasRulesAt } from "./repair-plan.js";

const mostProblems = 20;

/** Invalid arguments as they were validated, and the original values of those that were coerced first. */
export interface Invalid {
  readonly definition: Pick<ToolDefinition, "params" | "aliases" | "wrap">;
  readonly params: JsonObject;
  readonly errors: readonly ValidationError[];
  readonly originals: ReadonlyMap<string, JsonValue>;
}

/**
 * The problems of invalid arguments: unknown and missing keys first, then a problem for each value. At most twenty, and
 * a count of the rest.
 */
export function explainProblems(invalid: Invalid): readonly Problem[] {
  const groups = groupErrors(withoutEchoes(invalid));
  const aboutKeys = new Map<string, Problem>();
  const values = new Map<string, Expected>();
  const add = (group: ErrorGroup): void => {
    const { error, causes } = group;
    if (error.keyword === "anyOf" || error.keyword === "oneOf") {
      const problem = unionProblem(group, (pointer) => subject(invalid, pointer));
      if ("meant" in problem) for (const cause of problem.meant) add(cause);
      else expect(values, group, problem.demand);
    } else if (error.keyword === "propertyNames") {
      addOnce(aboutKeys, badKey(invalid, error, causes));
    } else if (isAboutKeys(error)) {
      addOnce(aboutKeys, aboutKey(invalid, error));
    } else {
      expect(values, group, describeConstraint(error) + didYouMean(invalid, error));
    }
  };
  let explained = 0;
  for (const group of groups) {
    if (aboutKeys.size + values.size >= mostProblems) break;
    add(group);
    explained++;
  }

  const all = [
    ...withAcceptedNames(invalid, [...aboutKeys.values()]),
    ...[...values].map(([pointer, expected]) => notAccepted(invalid, pointer, expected)),
  ];
  return explained < groups.length ? [...all, { code: "more", count: groups.length - explained }] : all;
}

/** The constraints on one value, as phrases, and whether a text that is JSON would meet one of them. */
interface Expected {
  readonly phrases: readonly string[];
  readonly wantsJson: boolean;
}

/** The same mistake can be found on several paths through a schema. */
const addOnce = (problems: Map<string, Problem>, problem: Problem) => problems.set(problemText(problem), problem);

/** Keys that count as unevaluated only because the branch that declares them failed explain nothing. */
function withoutEchoes({ errors, definition }: Invalid): readonly ValidationError[] {
  const specific = errors.filter(
    ({ keyword, params, instancePath }) =>
      keyword !== "unevaluatedProperties" || (instancePath === "" && !definition.params.includes(String(params.unevaluatedProperty))),
  );
  return specific.length > 0 ? specific : errors;
}

function expect(values: Map<string, Expected>, group: ErrorGroup, phrase: string): void {
  const pointer = group.error.instancePath;
  const { phrases, wantsJson } = values.get(pointer) ?? { phrases: [], wantsJson: false };
  const isNew = !phrases.includes(phrase) && phrases.length < 4;
  values.set(pointer, { phrases: isNew ? [...phrases, phrase] : phrases, wantsJson: wantsJson || isForParts(group) });
}

/** Returns true if an object or a list is expected. */
const isForParts = ({ error, causes }: ErrorGroup): boolean =>
  (error.keyword === "type" && [error.params.type].flat().some((type) => type === "array" || type === "object")) || causes.some(isForParts);

function notAccepted(invalid: Invalid, pointer: string, { phrases, wantsJson }: Expected): Problem {
  const value = given(invalid, pointer);
  const isJson = wantsJson && typeof value === "string" && /^\s*[[{]/.test(value);
  return { code: "not-accepted", path: parsePointer(pointer, invalid.params), expected: phrases, given: value, isJson };
}

function isAboutKeys({ keyword }: ValidationError): boolean {
  return ["required", "dependentRequired", "additionalProperties", "unevaluatedProperties"].includes(keyword);
}

function aboutKey(invalid: Invalid, { instancePath, params, keyword }: ValidationError): Problem {
  const at = parsePointer(instancePath, invalid.params);
  const key = String(params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty);
  const path = [...at, key];
  if (keyword === "dependentRequired") return { code: "missing", path, because: [...at, String(params.property)] };
  if (keyword === "required") {
    const original = invalid.originals.get(`${instancePath}/${pointerStep(key)}`);
    return { code: "missing", path, ...(original === null && { wasNull: true }), ...(original === "" && { wasEmpty: true }) };
  }
  const missing = invalid.errors.filter((error) => error.keyword === "required" && error.instancePath === instancePath);
  return unknownKey({ definition: invalid.definition, key, at, accepted: missing.map((error) => String(error.params.missingProperty)) });
}

function badKey(invalid: Invalid, { instancePath, params }: ValidationError, causes: readonly ErrorGroup[]): Problem {
  const path = [...parsePointer(instancePath, invalid.params), String(params.propertyName)];
  return { code: "bad-key", path, expected: causes.map((cause) => describeConstraint(cause.error)) };
}

/** The first unknown key at the top lists the known ones. */
function withAcceptedNames({ definition }: Invalid, problems: readonly Problem[]): readonly Problem[] {
  const first = problems.find((problem) => problem.code === "unknown" && problem.path.length === 1);
  return problems.map((problem) => (problem === first ? { ...first, accepted: definition.params } : problem));
}

function didYouMean(invalid: Invalid, { keyword, params, instancePath }: ValidationError): string {
  const value = given(invalid, instancePath);
  const allowed = params.allowedValues;
  if (keyword !== "enum" || typeof value !== "string" || !isArray(allowed)) return "";
  const suggestion = closest(
    value,
    allowed.filter((option) => typeof option === "string"),
  );
  return suggestion === undefined ? "" : ` (did you mean ${JSON.stringify(suggestion)}?)`;
}

function subject(invalid: Invalid, pointer: string): string {
  return pointer === "" ? "The arguments" : `\`${formatPath(parsePointer(pointer, invalid.params))}\``;
}

function given(invalid: Invalid, pointer: string): JsonValue | undefined {
  return invalid.originals.get(pointer) ?? valueAt(invalid.params, parsePointer(pointer, invalid.params));
}

/** Longer calls are not repeated to the model that wrote them. */
const longestCallChars = 600;

interface Refused {
  readonly definition: Pick<ToolDefinition, "params" | "aliases" | "defaults">;
  readonly params: JsonObject;
  readonly errors: readonly ValidationError[];
}

/**
 * Returns the call that a refused one was probably meant to be, if every mistake in it has exactly one correction: a
 * key that is close to one name, a list of one with parameters of the call inside (`edits: [{…}]`), or a word close to
 * an accepted one. Nothing is executed: the model decides.
 */
export function suggestCall({ definition, params, errors }: Refused, validate: Validator): Problem | undefined {
  // Defaults that the validator has added needn't be sent.
  const isDefault = ([name, value]: [string, JsonValue]) =>
    Object.hasOwn(definition.defaults, name) && deepEqual(value, definition.defaults[name]);
  const call: JsonObject = structuredClone(Object.fromEntries(Object.entries(params).filter((entry) => !isDefault(entry))));
  for (const error of errors) {
    // Another correction may supply what is missing, so the whole call is checked at the end.
    if (error.keyword === "required") continue;
    const corrected = isUnknownKey(error)
      ? renameKey(call, error, definition) || takeOut(call, error, definition)
      : error.keyword === "enum" && chooseWord(call, error);
    if (!corrected) return undefined;
  }
  // Defaults that the validator adds needn't be sent either.
  return JSON.stringify(call).length <= longestCallChars && validate(structuredClone(call)) ? { code: "suggested-call", call } : undefined;
}

const isUnknownKey = ({ keyword }: ValidationError) => keyword === "additionalProperties" || keyword === "unevaluatedProperties";

function renameKey(call: JsonObject, { instancePath, params }: ValidationError, definition: Refused["definition"]): boolean {
  const at = parsePointer(instancePath, call);
  const holder = valueAt(call, at);
  const key = String(params.additionalProperty ?? params.unevaluatedProperty);
  if (!isJsonObject(holder) || !Object.hasOwn(holder, key)) return false;
  const names = new Set(closestNames(key, known(at, definition)).map((name) => canonical(at, name, definition)));
  const [name, ...others] = names;
  if (name === undefined || others.length > 0 || Object.hasOwn(holder, name)) return false;
  const object = holder as Record<string, JsonValue>;
  object[name] = holder[key] as JsonValue;
  delete object[key];
  return true;
}

/**
 * Moves the content of an unknown key at the top into the call, if it is one object whose keys are all known and not
 * yet present.
 */
function takeOut(call: JsonObject, { instancePath, params }: ValidationError, definition: Refused["definition"]): boolean {
  const key = String(params.additionalProperty ?? params.unevaluatedProperty);
  const given = typeof call[key] === "string" ? parseExactJson(call[key]) : call[key];
  const inner = isArray(given) && given.length === 1 ? given[0] : given;
  if (instancePath !== "" || !isJsonObject(inner)) return false;
  const found = Object.entries(inner).map(([name, value]) => ({ name, own: canonical([], name, definition), value: value as JsonValue }));
  const isKnown = ({ name, own }: (typeof found)[number]) => known([], definition).includes(name) && !Object.hasOwn(call, own);
  if (found.length === 0 || !found.every(isKnown) || new Set(found.map(({ own }) => own)).size < found.length) return false;
  const object = call as Record<string, JsonValue>;
  delete object[key];
  for (const { own, value } of found) object[own] = value;
  return true;
}

function chooseWord(call: JsonObject, { instancePath, params }: ValidationError): boolean {
  const steps = parsePointer(instancePath, call);
  const value = valueAt(call, steps);
  const words = isArray(params.allowedValues) ? params.allowedValues.filter((word) => typeof word === "string") : [];
  const [word, ...others] = typeof value === "string" ? closestNames(value, words) : [];
  const holder = valueAt(call, steps.slice(0, -1));
  const step = steps.at(-1);
  if (word === undefined || others.length > 0 || step === undefined || typeof holder !== "object" || holder === null) return false;
  (holder as Record<string | number, JsonValue>)[step] = word;
  return true;
}

function known(at: Steps, definition: Refused["definition"]): readonly string[] {
  const rules = aliasRulesAt(at, definition.aliases);
  return [...(at.length === 0 ? definition.params : []), ...rules.flatMap(({ target, names }) => [target.at(-1) ?? "", ...names])];
}

function canonical(at: Steps, name: string, definition: Refused["definition"]): string {
  return (
    aliasRulesAt(at, definition.aliases)
      .find(({ names }) => names.includes(name))
      ?.target.at(-1) ?? name
  );
}
