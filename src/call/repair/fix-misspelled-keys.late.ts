import type { ToolDefinition, ValidationError, Validator } from "../../contract/definition.js";
import {
  deepEqual,
  isArray,
  isEmpty,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  looselyEqual,
  parsePointer,
  type Steps,
  valueAt,
} from "../../contract/json-value.js";
import { plain } from "../../contract/names.js";
import type { Problem } from "../../contract/problem.js";
import type { Repair, RepairRule, RepairRules } from "../../contract/repair.js";
import { namesOfWrapped } from "../call-arguments.js";
import { findStyles, refusedKey } from "./find-styles.late.js";
import { aliasRulesAt, type ChangedArguments, noteRepair } from "./repair-plan.js";

type Names = Pick<ToolDefinition, "params" | "aliases" | "defaults">;

/** A key that validation refused, the object that has it, and the names known in that object. */
interface Unknown {
  readonly holder: Record<string, JsonValue>;
  readonly key: string;
  /** Canonical names by every known name, including the canonical ones. */
  readonly known: ReadonlyMap<string, string>;
  /** Canonical names that are required and missing. */
  readonly missing: readonly string[];
  /** Names that may mean something else. */
  readonly weak: readonly string[];
  /** The names that the object declares and that differ from the key only in style. */
  readonly styles: readonly string[];
}

/** The data that renaming misspelt keys needs. */
export interface Knowing {
  readonly definition: Names;
  readonly validate: Validator;
  readonly repairs: Repair[];
}

/**
 * Renames keys of `params`, which is a copy, that can only mean one declared name: a name in another case or with other
 * separators (`FilePath`, `file-path`), or a misspelling (`paht`) of the one that is required and missing. These are
 * keys that validation refused or, if undeclared keys are allowed, keys that stand for a missing one. It validates, so
 * the validator's errors are others than before.
 */
export function fixMisspelledKeys(
  params: JsonObject,
  errors: readonly ValidationError[],
  { definition, validate, repairs }: Knowing,
): void {
  const errorsAt = new Map<string, ValidationError[]>();
  for (const error of errors) {
    const here = errorsAt.get(error.instancePath);
    if (here === undefined) errorsAt.set(error.instancePath, [error]);
    else here.push(error);
  }
  const stylesOf = findStyles(params, errorsAt, validate);
  for (const [pointer, here] of errorsAt) {
    const at = parsePointer(pointer, params);
    const holder = valueAt(params, at);
    if (!isJsonObject(holder)) continue;
    const missing = here.filter(({ keyword }) => keyword === "required").map((error) => String(error.params.missingProperty));
    const refused = here.map(refusedKey).filter((key) => key !== undefined);
    const known = knownAt(at, definition, [...missing, ...here.flatMap(acceptedKeys)]);
    const spare = missing.length === 0 ? [] : Object.keys(holder).filter((key) => !refused.includes(key) && !known.has(key));
    const weak = weakAt(at, definition);
    const found = [...refused, ...spare].flatMap((key) => {
      const styles = stylesOf({ pointer, key });
      const unknown: Unknown = { holder: holder as Record<string, JsonValue>, key, known, missing, weak, styles };
      const rename = Object.hasOwn(holder, key) ? newName(unknown) : undefined;
      return rename === undefined || (!refused.includes(key) && !missing.includes(rename.name)) ? [] : [{ key, unknown, rename }];
    });
    for (const { key, unknown, rename } of found) {
      // If two keys are close to one name, either could be meant.
      if (rename.rule === "near-miss" && found.some((other) => other.key !== key && other.rename.name === rename.name)) continue;
      if (move(unknown, rename.name, at.length === 0 ? definition.defaults : {}))
        noteRepair(repairs, rename.rule, [...at, key], [...at, rename.name]);
    }
  }
}

/** The names that a map accepts as keys. */
const acceptedKeys = ({ keyword, params, propertyName }: ValidationError): readonly string[] =>
  keyword === "enum" && propertyName !== undefined && isArray(params.allowedValues)
    ? params.allowedValues.filter((name) => typeof name === "string")
    : [];

function newName({ key, known, missing, weak, styles }: Unknown): { readonly name: string; readonly rule: RepairRule } | undefined {
  const exact = known.get(key);
  if (exact !== undefined) return { name: exact, rule: "alias" };
  const styled = restyled(key, known) ?? only(styles);
  if (styled !== undefined) return { name: styled, rule: "style" };
  const suggestion = nearMiss({ key, known, missing, weak });
  return suggestion === undefined ? undefined : { name: suggestion, rule: "near-miss" };
}

/**
 * A value that is already present stays: two equal values are one, and the model must decide between two different
 * ones.
 */
function move({ holder, key }: Unknown, name: string, defaults: JsonObject): boolean {
  const value = holder[key] as JsonValue;
  const own = Object.hasOwn(holder, name) ? holder[name] : undefined;
  // The validator set a default there.
  const isFilled = Object.hasOwn(defaults, name) && deepEqual(own, defaults[name]);
  if (own !== undefined && own !== null && !isFilled && !deepEqual(own, value)) return false;
  delete holder[key];
  // `__proto__` is an ordinary name here.
  Object.defineProperty(holder, name, { value, writable: true, enumerable: true, configurable: true });
  return true;
}

function restyled(key: string, known: Unknown["known"]): string | undefined {
  const normalized = plain(key);
  if (normalized === "") return undefined;
  return only([...known].filter(([name]) => plain(name) === normalized).map(([, canonical]) => canonical));
}

/**
 * Returns the required and missing name that a key can only be a misspelling of: of the name, or of another name of it
 * that is long enough not to be mistaken for another word.
 */
function nearMiss({ key, known, missing, weak }: Omit<Unknown, "holder" | "styles">): string | undefined {
  const similar = [...known].filter(([name, canonical]) => {
    const isOwn = name === canonical;
    return !weak.includes(name) && (isOwn || plain(name).length >= shortestAlias) && isMisspelt(plain(key), plain(name));
  });
  const name = only(similar.map(([, canonical]) => canonical));
  return name !== undefined && missing.includes(name) ? name : undefined;
}

const shortestAlias = 5;

/**
 * Returns true if one text is the other with two neighbours swapped, with one letter dropped or, from five letters on,
 * with one extra letter. A replaced letter makes another word: `context` isn't `content`.
 */
function isMisspelt(key: string, name: string): boolean {
  if (key.charAt(0) !== name.charAt(0) || key === name) return false;
  if (key.length === name.length) {
    const at = [...name].findIndex((letter, i) => letter !== key.charAt(i));
    return name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2) === key;
  }
  const [shorter, longer] = key.length < name.length ? [key, name] : [name, key];
  if (longer.length - shorter.length !== 1 || shorter.length < 3 || (key === longer && name.length < shortestAlias)) return false;
  const at = [...shorter].findIndex((letter, i) => letter !== longer.charAt(i));
  return at === -1 || shorter === longer.slice(0, at) + longer.slice(at + 1);
}

const only = (names: readonly string[]): string | undefined => (new Set(names).size === 1 ? names[0] : undefined);

const weakAt = (at: Steps, definition: Names): readonly string[] => aliasRulesAt(at, definition.aliases).flatMap(({ weak = [] }) => weak);

function knownAt(at: Steps, definition: Names, missing: readonly string[]): ReadonlyMap<string, string> {
  const { params } = definition;
  const rules = aliasRulesAt(at, definition.aliases);
  const canonical = [...(at.length === 0 ? params : []), ...missing, ...rules.flatMap(({ target }) => target.slice(-1))];
  const others = rules.flatMap(({ target, names }) => names.map((name): [string, string] => [name, target.at(-1) ?? name]));
  return new Map([...others, ...canonical.map((name): [string, string] => [name, name])]);
}

/**
 * Renames unknown keys at the top to the spelling that the spec declares, if they differ from one of its other names
 * only in case or separators (`FilePath` for `filePath`). An ambiguous name stays. If the right spelling is already
 * present, an equal value is dropped, and a different one is a problem.
 */
export function normalizeKeyCase(params: JsonObject, rules: RepairRules, repairs: Repair[]): ChangedArguments {
  const { known, spellings } = knownBy(rules);
  const entries = new Map<string, JsonValue>(Object.entries(params));
  const problems: Problem[] = [];
  for (const [key, value] of Object.entries(params)) {
    const spelling = rules.params.includes(key) || known.has(key) ? undefined : spellings.get(plain(key));
    if (spelling === undefined) continue;
    const own = entries.get(spelling) ?? null;
    const isOne = own === null || isEmpty(value) || looselyEqual(own, value);
    if (!isOne)
      problems.push({
        code: "conflict",
        path: [spelling],
        one: { path: [key], value },
        other: { path: [spelling], value: own },
        kind: "spellings",
      });
    noteRepair(repairs, own === null ? "style" : "same-value", [key], [spelling]);
    entries.delete(key);
    entries.set(spelling, own ?? value);
  }
  return problems.length > 0 ? { params, problems } : { params: Object.fromEntries(entries), problems: [] };
}

interface Known {
  readonly known: ReadonlyMap<string, string>;
  /** Declared names by their form without case and separators. A form that two names share is left out. */
  readonly spellings: ReadonlyMap<string, string>;
}

/** A cache, as that of plans in `repair-plan.ts`. */
const knownByRules = new WeakMap<RepairRules, Known>();

/** Cached per tool, because a server repairs many calls. */
function knownBy(rules: RepairRules): Known {
  const earlier = knownByRules.get(rules);
  if (earlier !== undefined) return earlier;
  const otherSpellings = otherNames(rules);
  const spellings = new Map<string, string>();
  const ambiguous = new Set<string>([""]);
  for (const [name, meaning] of otherSpellings) {
    const other = spellings.get(plain(name));
    if (other === undefined) spellings.set(plain(name), name);
    else if (otherSpellings.get(other) !== meaning) ambiguous.add(plain(name));
  }
  for (const name of ambiguous) spellings.delete(name);
  const made = { known: otherSpellings, spellings };
  knownByRules.set(rules, made);
  return made;
}

/**
 * Every other name that the spec declares at the top, and the name that it stands for. If it has two meanings, that of
 * a parameter wins.
 */
function otherNames({ aliases, wrap = [], coerce = [], ignore, ignoreIf = [] }: RepairRules): ReadonlyMap<string, string> {
  const top = aliases.filter(({ target }) => target.length === 1);
  const own = top.flatMap(({ target: [name = ""], names }) => [name, ...names].map((other): Named => [other, name]));
  const wrapped = wrap.flatMap(({ target, keys }) =>
    keys.flatMap((key) => namesOfWrapped({ aliases, target, key }).map((name): Named => [name, `${target}[].${key}`])),
  );
  const coerced = coerce.flatMap((rule): Named[] => {
    if (rule.kind === "range")
      return [...rule.end.map((name): Named => [name, "end"]), ...rule.range.map((name): Named => [name, "range"])];
    return rule.kind === "searchReplace" ? rule.names.map((name) => [name, "searchReplace"]) : [];
  });
  const ignored = [...ignore, ...ignoreIf.map(({ target }) => target)].flatMap(([name = "", ...deeper]): Named[] =>
    deeper.length === 0 ? [[name, `ignored ${plain(name)}`]] : [],
  );
  return new Map([...ignored, ...coerced, ...wrapped, ...own]);
}

type Named = [name: string, meaning: string];
