import type { ToolDefinition, ValidationError } from "../definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { closest, plain } from "./closest.js";
import { stepsOf, valueAt } from "./place.js";
import { same } from "./same.js";
import type { Steps } from "./selector.js";

type Names = Pick<ToolDefinition, "params" | "aliases">;

/** A key that validation refused, the object that has it, and the names that are known there. */
interface Unknown {
  readonly holder: Record<string, JsonValue>;
  readonly key: string;
  /** Canonical names by every name that is known, canonical ones included. */
  readonly known: ReadonlyMap<string, string>;
  /** Canonical names that are required and missing. */
  readonly missing: readonly string[];
}

/**
 * Renames keys of `params`, a copy of ours, that validation refused and that can only be one known name: one in another case or with other separators
 * (`FilePath`, `file-path`), or a near miss (`paht`) of the one that is required and missing. Answers whether anything was renamed.
 */
export function renameKnown(params: JsonObject, errors: readonly ValidationError[], definition: Names): boolean {
  const renamed = errors.filter(({ keyword, params: { additionalProperty, unevaluatedProperty }, instancePath }) => {
    const key =
      keyword === "additionalProperties" ? additionalProperty : keyword === "unevaluatedProperties" ? unevaluatedProperty : undefined;
    const at = stepsOf(instancePath, params);
    const holder = valueAt(params, at);
    if (typeof key !== "string" || !isJsonObject(holder) || !Object.hasOwn(holder, key)) return false;
    const missing = errors
      .filter((error) => error.keyword === "required" && error.instancePath === instancePath)
      .map((error) => String(error.params.missingProperty));
    return rename({ holder: holder as Record<string, JsonValue>, key, known: knownAt(at, definition, missing), missing });
  });
  return renamed.length > 0;
}

/** A value that is already there stays: the same one twice is one, and two different ones are for the model to decide. */
function rename({ holder, key, known, missing }: Unknown): boolean {
  const name = restyled(key, known) ?? nearMiss(key, known, missing);
  if (name === undefined) return false;
  const value = holder[key] as JsonValue;
  const own = Object.hasOwn(holder, name) ? holder[name] : undefined;
  if (own !== undefined && own !== null && !same(own, value)) return false;
  delete holder[key];
  holder[name] = value;
  return true;
}

function restyled(key: string, known: Unknown["known"]): string | undefined {
  const wanted = plain(key);
  if (wanted === "") return undefined;
  return only([...known].filter(([name]) => plain(name) === wanted).map(([, canonical]) => canonical));
}

function nearMiss(key: string, known: Unknown["known"], missing: readonly string[]): string | undefined {
  const name = known.get(closest(key, [...known.keys()]) ?? "");
  if (name === undefined || !missing.includes(name)) return undefined;
  // What is near to two names could be either.
  const others = [...known].filter(([, canonical]) => canonical !== name).map(([other]) => other);
  return closest(key, others) === undefined ? name : undefined;
}

const only = (names: readonly string[]): string | undefined => (new Set(names).size === 1 ? names[0] : undefined);

function knownAt(at: Steps, { params, aliases }: Names, missing: readonly string[]): ReadonlyMap<string, string> {
  const selector = at.map((step) => (typeof step === "number" ? "[]" : step));
  const rules = aliases.filter(({ target }) => same(target.slice(0, -1), selector));
  const canonical = [...(at.length === 0 ? params : []), ...missing, ...rules.flatMap(({ target }) => target.slice(-1))];
  const others = rules.flatMap(({ target, names }) => names.map((name): [string, string] => [name, target.at(-1) ?? name]));
  return new Map([...others, ...canonical.map((name): [string, string] => [name, name])]);
}
