import type { ToolDefinition, ValidationError, Validator } from "../contract/definition.js";
import type { Problem } from "../contract/problem.js";
import { deepEqual } from "../json/deep-equal.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json-value.js";
import { parseExactJson } from "../json/parse-exact-json.late.js";
import { parsePointer, valueAt } from "../json/pointer.js";
import { isArray, type Steps } from "../json/selector.js";
import { closestNames } from "../text/closest.js";
import { aliasRulesAt } from "./alias-rules-at.js";

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
