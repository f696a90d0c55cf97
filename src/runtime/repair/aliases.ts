import type { AliasRule } from "../definition.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.js";
import { placeText } from "./place.js";
import { same } from "./same.js";
import { isArray, mapAt, type Steps } from "./selector.js";
import { show } from "./show.js";

/**
 * Renames aliases to canonical keys, outer levels first, so that a nested rule finds its parent under the canonical name.
 * The canonical value wins over an equal, null or empty alias, and any value over an alias whose value `accepts` refuses at that place; two different
 * values are a problem that names both.
 */
export function renameAliases(
  params: JsonObject,
  rules: readonly AliasRule[],
  accepts: Accepts = () => true,
): { readonly params: JsonObject; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const outerFirst = rules.length < 2 ? rules : [...rules].sort((a, b) => a.target.length - b.target.length);
  const renamed = outerFirst.reduce<JsonObject>((current, rule) => {
    const changed = mapAt(current, rule.target.slice(0, -1), (holder, at) =>
      renameIn(holder, {
        rule,
        at,
        problems,
        accepts: (value) => accepts({ params: current, at: [...at, rule.target.at(-1) ?? ""], value }),
      }),
    );
    return isJsonObject(changed) ? changed : current;
  }, params);
  return { params: renamed, problems };
}

/** Whether a value could stand at a place of these arguments. */
export type Accepts = (candidate: { readonly params: JsonObject; readonly at: Steps; readonly value: JsonValue }) => boolean;

interface Renaming {
  readonly rule: AliasRule;
  readonly at: Steps;
  readonly problems: string[];
  readonly accepts: (value: JsonValue) => boolean;
}

interface Candidate {
  readonly name: string;
  readonly value: JsonValue;
}

function renameIn(holder: JsonValue, { rule, at, problems, accepts }: Renaming): JsonValue {
  const canonical = rule.target.at(-1);
  if (canonical === undefined || !isJsonObject(holder)) return holder;
  const given = rule.names.filter((name) => name !== canonical && Object.hasOwn(holder, name));
  if (given.length === 0) return holder;

  const aliases = given.map((name): Candidate => ({ name, value: holder[name] as JsonValue }));
  const own = Object.hasOwn(holder, canonical) ? (holder[canonical] as JsonValue) : null;
  const candidates = own === null ? preferGiven(aliases) : [{ name: canonical, value: own }, ...aliases.filter((a) => !isEmpty(a.value))];
  const [first, ...others] = differing(candidates)
    ? candidates.filter(({ name, value }) => name === canonical || accepts(value))
    : candidates;
  const other = others.find((candidate) => !same(candidate.value, first?.value));
  if (first !== undefined && other !== undefined) {
    problems.push(disagreement(placeText([...at, canonical]), first, other, at));
  }
  const rest = Object.entries(holder).filter(([key]) => key !== canonical && !given.includes(key));
  return Object.fromEntries([...rest, [canonical, first === undefined ? null : first.value]]);
}

const differing = ([first, ...others]: readonly Candidate[]) => others.some(({ value }) => !same(value, first?.value));

/** Among aliases alone too, null and empty ones give way to one that says something. */
function preferGiven(aliases: readonly Candidate[]): readonly Candidate[] {
  const telling = aliases.filter((alias) => !isEmpty(alias.value));
  return telling.length > 0 ? telling : aliases.filter((alias) => alias.value !== null);
}

function isEmpty(value: JsonValue): boolean {
  if (value === null || value === "") return true;
  if (isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

function disagreement(place: string, one: Candidate, other: Candidate, at: Steps): string {
  const told = ({ name, value }: Candidate) => `\`${placeText([...at, name])}\` is ${show(value)}`;
  return `${told(one)} but ${told(other)}, and both mean \`${place}\`. Give \`${place}\` alone, once.`;
}
