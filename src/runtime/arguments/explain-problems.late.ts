import type { ToolDefinition, ValidationError } from "../contract/definition.js";
import type { Problem } from "../contract/problem.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { formatPath, parsePointer, valueAt } from "../json/pointer.js";
import { pointerStep } from "../json/pointer-step.js";
import { isArray } from "../json/selector.js";
import { problemText } from "../refusal/problem-text.js";
import { closest } from "../text/closest.js";
import { describeConstraint } from "./describe-constraint.js";
import { type ErrorGroup, groupErrors } from "./group-errors.js";
import { unionProblem } from "./union-problem.js";
import { unknownKey } from "./unknown-key.js";

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
  const isBrokenJson = wantsJson && typeof value === "string" && /^\s*[[{]/.test(value);
  return { code: "not-accepted", path: parsePointer(pointer, invalid.params), expected: phrases, given: value, isBrokenJson };
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
