import type { ToolDefinition, ValidationError } from "../contract/definition.js";
import { formatTypedValue } from "../json/format-value.late.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { formatPath, parsePointer, valueAt } from "../json/pointer.js";
import { isArray } from "../json/selector.js";
import { closest } from "../text/closest.js";
import { describeConstraint } from "./describe-constraint.js";
import { type ErrorGroup, groupErrors } from "./error-groups.js";
import { unionProblem } from "./union-problem.js";
import { acceptedNames, unknownKey } from "./unknown-key.js";

const mostProblems = 20;

/** Invalid arguments: as they were validated, and what stood at places that were mended first. */
export interface Invalid {
  readonly definition: Pick<ToolDefinition, "params" | "aliases" | "wrap">;
  readonly params: JsonObject;
  readonly errors: readonly ValidationError[];
  readonly originals: ReadonlyMap<string, JsonValue>;
}

/** A sentence a mistake, for the model: where, what is accepted, what was given, the closest name. At most twenty, and a count of the rest. */
export function explainProblems(invalid: Invalid): readonly string[] {
  const groups = groupErrors(withoutEchoes(invalid));
  const sentences = new Set<string>();
  const demands = new Map<string, string[]>();
  const add = (group: ErrorGroup): void => {
    const { error, causes } = group;
    if (error.keyword === "anyOf" || error.keyword === "oneOf") {
      const problem = unionProblem(group, (pointer) => subject(invalid, pointer));
      if ("meant" in problem) for (const cause of problem.meant) add(cause);
      else gather(demands, error.instancePath, problem.demand);
    } else if (error.keyword === "propertyNames") {
      sentences.add(badKeyName(invalid, error, causes));
    } else if (isAboutKeys(error)) {
      sentences.add(aboutKey(invalid, error));
    } else {
      gather(demands, error.instancePath, describeConstraint(error) + didYouMean(invalid, error));
    }
  };
  let told = 0;
  for (const group of groups) {
    if (sentences.size + demands.size >= mostProblems) break;
    add(group);
    told++;
  }

  const all = [
    ...withAcceptedNames(invalid, [...sentences]),
    ...[...demands].map(([pointer, wanted]) => refusal(invalid, pointer, wanted)),
  ];
  return told < groups.length ? [...all, `Besides these there are ${groups.length - told} more mistakes.`] : all;
}

/** Keys that count as unevaluated only because the branch that declares them failed say nothing of their own. */
function withoutEchoes({ errors, definition }: Invalid): readonly ValidationError[] {
  const telling = errors.filter(
    ({ keyword, params, instancePath }) =>
      keyword !== "unevaluatedProperties" || (instancePath === "" && !definition.params.includes(String(params.unevaluatedProperty))),
  );
  return telling.length > 0 ? telling : errors;
}

function gather(demands: Map<string, string[]>, pointer: string, wanted: string): void {
  const known = demands.get(pointer);
  if (known === undefined) demands.set(pointer, [wanted]);
  else if (!known.includes(wanted) && known.length < 4) known.push(wanted);
}

function refusal(invalid: Invalid, pointer: string, wanted: readonly string[]): string {
  const must = `${subject(invalid, pointer)} must ${wanted.join(" and ")}`;
  const was = given(invalid, pointer);
  const isBroken = typeof was === "string" && /^\s*[[{]/.test(was) && wanted.some((one) => /be an? (?:array|object)/.test(one));
  return pointer === ""
    ? `${must}.`
    : `${must}, but ${formatTypedValue(was)} was given${isBroken ? ", whose JSON is broken or cut off" : ""}.`;
}

function isAboutKeys({ keyword }: ValidationError): boolean {
  return ["required", "dependentRequired", "additionalProperties", "unevaluatedProperties"].includes(keyword);
}

function aboutKey(invalid: Invalid, { instancePath, params, keyword }: ValidationError): string {
  const at = parsePointer(instancePath, invalid.params);
  const key = String(params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty);
  const place = `\`${formatPath([...at, key])}\``;
  if (keyword === "dependentRequired")
    return `${place} is required when \`${formatPath([...at, String(params.property)])}\` is given, but missing.`;
  if (keyword === "required") {
    const wasNull = invalid.originals.get(`${instancePath}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`) === null;
    return wasNull ? `${place} is required, but null was given.` : `${place} is required, but missing.`;
  }
  const missing = invalid.errors.filter((error) => error.keyword === "required" && error.instancePath === instancePath);
  return unknownKey({ definition: invalid.definition, key, at, accepted: missing.map((error) => String(error.params.missingProperty)) });
}

function badKeyName(invalid: Invalid, { instancePath, params }: ValidationError, causes: readonly ErrorGroup[]): string {
  const place = `\`${formatPath([...parsePointer(instancePath, invalid.params), String(params.propertyName)])}\``;
  const wanted = causes.map((cause) => describeConstraint(cause.error)).join(" and ");
  return `${place} has a name that is not accepted${wanted === "" ? "" : `: a key here must ${wanted}`}.`;
}

function withAcceptedNames({ definition }: Invalid, sentences: readonly string[]): readonly string[] {
  const first = sentences.findIndex((sentence) => sentence.includes("is not a parameter of this tool."));
  return sentences.map((sentence, i) => (i === first ? `${sentence} ${acceptedNames(definition.params)}` : sentence));
}

function didYouMean(invalid: Invalid, { keyword, params, instancePath }: ValidationError): string {
  const value = given(invalid, instancePath);
  const allowed = params.allowedValues;
  if (keyword !== "enum" || typeof value !== "string" || !isArray(allowed)) return "";
  const near = closest(
    value,
    allowed.filter((option) => typeof option === "string"),
  );
  return near === undefined ? "" : ` (did you mean ${JSON.stringify(near)}?)`;
}

function subject(invalid: Invalid, pointer: string): string {
  return pointer === "" ? "The arguments" : `\`${formatPath(parsePointer(pointer, invalid.params))}\``;
}

function given(invalid: Invalid, pointer: string): JsonValue | undefined {
  return invalid.originals.get(pointer) ?? valueAt(invalid.params, parsePointer(pointer, invalid.params));
}
