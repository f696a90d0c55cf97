import { looksLikeJson } from "../../contract/json-text.js";
import {
  booleanFromText,
  deepEqual,
  isEmpty,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  looselyEqual,
  mapAt,
  numberFromText,
  type Selector,
  type Steps,
  selectorText,
} from "../../contract/json-value.js";
import type { Problem } from "../../contract/problem.js";
import type { Repair, RepairRule } from "../../contract/repair.js";
import type { AliasRule, IgnoreIf } from "../../contract/repair-rules.js";
import { isLastSegment, namesOtherFile } from "./bare-path.late.js";
import { type ChangedArguments, noteRepair } from "./repair-plan.js";

/** The data that renaming needs besides the arguments and the rules. */
export interface Renaming {
  /** Returns true if a value could be valid at this path of the arguments. */
  readonly accepts: Accepts;
  readonly repairs: Repair[];
  /** The parameters that are paths, such as `edits[].path`. */
  readonly paths?: ReadonlySet<string>;
}

export type Accepts = (candidate: { readonly params: JsonObject; readonly at: Steps; readonly value: JsonValue }) => boolean;

/**
 * Renames aliases to canonical keys, outer levels first, so that a nested rule finds its parent under the canonical
 * name. The canonical value wins over an equal, null or empty alias; any value wins over an alias whose value `accepts`
 * refuses at that path; a path wins over its own last segment; and every other name wins over a weak one, unless that
 * names another file. Two different values are a problem that names both.
 */
export function renameAliases(
  params: JsonObject,
  rules: readonly AliasRule[],
  { accepts, repairs, paths }: Renaming = { accepts: () => true, repairs: [] },
): { readonly params: JsonObject; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const outerFirst = rules.length < 2 ? rules : [...rules].sort((a, b) => a.target.length - b.target.length);
  const renamed = outerFirst.reduce<JsonObject>((current, rule) => {
    const changed = mapAt(current, rule.target.slice(0, -1), (holder, at) =>
      renameIn(holder, {
        rule,
        at,
        problems,
        repairs,
        isPath: paths?.has(selectorText(rule.target)) === true,
        accepts: (value) => accepts({ params: current, at: [...at, rule.target.at(-1) ?? ""], value }),
      }),
    );
    return isJsonObject(changed) ? changed : current;
  }, params);
  return { params: renamed, problems };
}

interface AliasRenaming {
  readonly rule: AliasRule;
  readonly at: Steps;
  readonly problems: Problem[];
  readonly repairs: Repair[];
  readonly isPath: boolean;
  readonly accepts: (value: JsonValue) => boolean;
}

interface Candidate {
  readonly name: string;
  readonly value: JsonValue;
}

function renameIn(holder: JsonValue, { rule, at, problems, repairs, isPath, accepts }: AliasRenaming): JsonValue {
  const canonical = rule.target.at(-1);
  if (canonical === undefined || !isJsonObject(holder)) return holder;
  const given = rule.names.filter((name) => name !== canonical && Object.hasOwn(holder, name));
  if (given.length === 0) return holder;

  const aliases = given.map((name): Candidate => ({ name, value: holder[name] as JsonValue }));
  const own = Object.hasOwn(holder, canonical) ? (holder[canonical] as JsonValue) : null;
  const filled = own === null ? preferGiven(aliases) : [{ name: canonical, value: own }, ...aliases.filter((a) => !isEmpty(a.value))];
  const possible = differing(filled) ? filled.filter(({ name, value }) => name === canonical || couldBe(value, accepts)) : filled;
  const isWeak = ({ name }: Candidate) => rule.weak?.includes(name) === true;
  const strong = possible.filter((candidate) => !isWeak(candidate));
  const chosen = strong.some(({ value }) => !isEmpty(value)) ? strong : possible;
  const first = isPath ? wholePath(chosen, canonical) : firstOf(chosen, accepts);
  const isSame = ({ value }: Candidate) => looselyEqual(value, first?.value) || (isPath && isLastSegment(value, first?.value));
  const isOtherFile = (candidate: Candidate) => isPath && isWeak(candidate) && namesOtherFile(candidate.value, first?.value);
  const other = chosen.find((candidate) => !isSame(candidate)) ?? possible.find(isOtherFile);
  if (first !== undefined && other !== undefined) problems.push(disagreement({ canonical, one: first, other, at }));

  for (const { name, value } of aliases) {
    const reason = whyNot({ candidate: { name, value }, first, filled, possible, isPath });
    const isTaken = reason === undefined || reason === "same-value" || reason === "last-segment";
    noteRepair(repairs, reason ?? "alias", [...at, name], isTaken ? [...at, canonical] : undefined);
  }
  if (own === null && first !== undefined && Object.hasOwn(holder, canonical)) noteRepair(repairs, "absent", [...at, canonical]);
  const rest = Object.entries(holder).filter(([key]) => key !== canonical && !given.includes(key));
  return Object.fromEntries([...rest, [canonical, first === undefined ? null : first.value]]);
}

/**
 * Returns the first name given. If others have the same number or boolean as a text, or the reverse, returns the first
 * whose value is valid.
 */
function firstOf(chosen: readonly Candidate[], accepts: AliasRenaming["accepts"]): Candidate | undefined {
  const [first, ...others] = chosen;
  const differsInType = others.some(({ value }) => typeof value !== typeof first?.value);
  return differsInType && !differing(chosen) ? (chosen.find(({ value }) => accepts(value)) ?? first) : first;
}

/**
 * Returns the first name given. If its value is only the last segment of another one's, returns that other, unless the
 * first is the parameter itself, whose value is complete.
 */
function wholePath([first, ...others]: readonly Candidate[], canonical: string): Candidate | undefined {
  if (first === undefined || first.name === canonical) return first;
  return others.find(({ value }) => isLastSegment(first.value, value)) ?? first;
}

/**
 * Returns true if a value could be valid at its path, as it is or after repair. Objects, lists, and texts that may hold
 * them are left to later stages.
 */
function couldBe(value: JsonValue, accepts: AliasRenaming["accepts"]): boolean {
  if (typeof value === "object") return true;
  const spelt =
    typeof value === "string" ? [numberFromText(value.trim(), false), booleanFromText(value)].filter((one) => one !== undefined) : [];
  return accepts(value) || accepts([value]) || spelt.some(accepts) || (typeof value === "string" && looksLikeJson(value));
}

interface Choice {
  readonly candidate: Candidate;
  readonly first: Candidate | undefined;
  /** Returns the names with a non-empty value, and of these the ones whose values could be valid. */
  readonly filled: readonly Candidate[];
  readonly possible: readonly Candidate[];
  readonly isPath: boolean;
}

/** Returns why an alias's value wasn't used; `undefined` if it was. */
function whyNot({ candidate, first, filled, possible, isPath }: Choice): RepairRule | undefined {
  const among = (list: readonly Candidate[]) => list.some(({ name }) => name === candidate.name);
  if (candidate.name === first?.name) return undefined;
  if (first !== undefined && looselyEqual(candidate.value, first.value)) return "same-value";
  if (!among(filled)) return "empty-alias";
  if (isPath && isLastSegment(candidate.value, first?.value)) return "last-segment";
  return among(possible) ? "weak-alias" : "refused-alias";
}

const differing = ([first, ...others]: readonly Candidate[]) => others.some(({ value }) => !looselyEqual(value, first?.value));

/** Among aliases too, null and empty values give way to others. */
function preferGiven(aliases: readonly Candidate[]): readonly Candidate[] {
  const filled = aliases.filter((alias) => !isEmpty(alias.value));
  return filled.length > 0 ? filled : aliases.filter((alias) => alias.value !== null);
}

interface Disagreement {
  readonly canonical: string;
  readonly one: Candidate;
  readonly other: Candidate;
  readonly at: Steps;
}

function disagreement({ canonical, one, other, at }: Disagreement): Problem {
  const given = ({ name, value }: Candidate) => ({ path: [...at, name], value });
  return { code: "conflict", path: [...at, canonical], one: given(one), other: given(other), kind: "names" };
}

/** Drops the keys that the spec declares meaningless (`ignore`). */
export function dropIgnored(params: JsonObject, ignore: readonly Selector[], repairs: Repair[]): JsonObject {
  return ignore.reduce<JsonObject>((current, selector) => dropAt(current, selector, { repairs, keeps: () => false }), params);
}

/**
 * Drops the keys that are meaningless with some values. With any other value, the call asks for what the tool can't do:
 * that is a problem and never dropped silently.
 */
export function dropIgnoredValues(params: JsonObject, rules: readonly IgnoreIf[], repairs: Repair[]): ChangedArguments {
  const problems: Problem[] = [];
  const remaining = rules.reduce<JsonObject>(
    (current, { target, values }) =>
      dropAt(current, target, {
        repairs,
        keeps: (value, path) => {
          if (
            value === null ||
            values.some(
              (accepted) => deepEqual(accepted, value) || String(accepted) === (typeof value === "string" ? value.toLowerCase() : value),
            )
          )
            return false;
          problems.push({ code: "impossible", path, value, accepted: values });
          return true;
        },
      }),
    params,
  );
  return { params: remaining, problems };
}

interface Dropping {
  readonly repairs: Repair[];
  readonly keeps: (value: JsonValue, path: Steps) => boolean;
}

function dropAt(params: JsonObject, selector: Selector, { repairs, keeps }: Dropping): JsonObject {
  const name = selector.at(-1);
  const changed = mapAt(params, selector.slice(0, -1), (holder, at) => {
    if (name === undefined || !isJsonObject(holder) || !Object.hasOwn(holder, name)) return holder;
    if (keeps(holder[name] as JsonValue, [...at, name])) return holder;
    noteRepair(repairs, "ignored", [...at, name]);
    return Object.fromEntries(Object.entries(holder).filter(([key]) => key !== name));
  });
  return isJsonObject(changed) ? changed : params;
}
