import type { ToolDefinition, ValidationError } from "../definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { closest, plain } from "./closest.js";
import { stepsOf, valueAt } from "./place.js";
import { note, type Repair, type RepairRule } from "./repairs.js";
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

/** What renaming goes by. */
export interface Knowing {
  readonly definition: Names;
  readonly repairs: Repair[];
}

/**
 * Renames keys of `params`, a copy of ours, that can only be one known name: one in another case or with other separators (`FilePath`, `file-path`), or a
 * near miss (`paht`) of the one that is required and missing. They are keys that validation refused, and, where other keys may stand beside those declared,
 * keys that are one that is missing. Answers whether anything was renamed.
 */
export function renameKnown(params: JsonObject, errors: readonly ValidationError[], { definition, repairs }: Knowing): boolean {
  const places = new Set(errors.filter(isAboutKeys).map(({ instancePath }) => instancePath));
  const renamed = [...places].flatMap((pointer) => {
    const at = stepsOf(pointer, params);
    const holder = valueAt(params, at);
    if (!isJsonObject(holder)) return [];
    const here = errors.filter(({ instancePath }) => instancePath === pointer);
    const missing = here.filter(({ keyword }) => keyword === "required").map((error) => String(error.params.missingProperty));
    const refused = here.map(refusedKey).filter((key) => key !== undefined);
    const known = knownAt(at, definition, missing);
    const spare = missing.length === 0 ? [] : Object.keys(holder).filter((key) => !refused.includes(key) && !known.has(key));
    return [...refused, ...spare].filter((key) => {
      const isRefused = refused.includes(key);
      const unknown: Unknown = { holder: holder as Record<string, JsonValue>, key, known, missing };
      const rename = Object.hasOwn(holder, key) ? newName(unknown) : undefined;
      if (rename === undefined || (!isRefused && !missing.includes(rename.name))) return false;
      if (!move(unknown, rename.name)) return false;
      note(repairs, rename.rule, [...at, key], [...at, rename.name]);
      return true;
    });
  });
  return renamed.length > 0;
}

const isAboutKeys = (error: ValidationError) => error.keyword === "required" || refusedKey(error) !== undefined;

function refusedKey({ keyword, params }: ValidationError): string | undefined {
  if (keyword === "additionalProperties") return String(params.additionalProperty);
  return keyword === "unevaluatedProperties" ? String(params.unevaluatedProperty) : undefined;
}

function newName({ key, known, missing }: Unknown): { readonly name: string; readonly rule: RepairRule } | undefined {
  const exact = known.get(key);
  if (exact !== undefined) return { name: exact, rule: "alias" };
  const styled = restyled(key, known);
  if (styled !== undefined) return { name: styled, rule: "style" };
  const near = nearMiss(key, known, missing);
  return near === undefined ? undefined : { name: near, rule: "near-miss" };
}

/** A value that is already there stays: the same one twice is one, and two different ones are for the model to decide. */
function move({ holder, key }: Unknown, name: string): boolean {
  const value = holder[key] as JsonValue;
  const own = Object.hasOwn(holder, name) ? holder[name] : undefined;
  if (own !== undefined && own !== null && !same(own, value)) return false;
  delete holder[key];
  // `__proto__` is a name like any other here.
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
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
