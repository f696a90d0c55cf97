import type { Problem } from "../contract/problem.js";
import type { Repair, RepairRules } from "../contract/repair.js";
import { looselyEqual } from "../json/deep-equal.js";
import { isEmpty } from "../json/is-empty.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { plain } from "../text/closest.js";
import type { ChangedArguments } from "./changed-arguments.js";
import { noteRepair } from "./note-repair.js";

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

/** The names under which a key of an element may stand at the top: its own and its aliases. */
export function namesOfWrapped({
  aliases,
  target,
  key,
}: Pick<RepairRules, "aliases"> & { target: string; key: string }): readonly string[] {
  const nested = aliases.filter(
    ({ target: [array, each, name, ...deeper] }) => array === target && each === "[]" && name === key && deeper.length === 0,
  );
  return [key, ...nested.flatMap(({ names }) => names)];
}
