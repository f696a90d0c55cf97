import type { ToolDefinition } from "../contract/definition.js";
import type { Problem } from "../contract/problem.js";
import type { Steps } from "../json/selector.js";
import { closest } from "../text/closest.js";
import { aliasRulesAt } from "./alias-rules-at.js";

/** A key that nothing declares, with the closest declared name. */
export interface UnknownKey {
  readonly definition: Pick<ToolDefinition, "params" | "aliases" | "wrap">;
  readonly key: string;
  /** The object that holds the key. */
  readonly at: Steps;
  /** Names that are certain to be accepted there, such as missing ones. */
  readonly accepted: readonly string[];
}

export function unknownKey({ definition, key, at, accepted }: UnknownKey): Problem {
  const rules = aliasRulesAt(at, definition.aliases);
  const canonical = new Map(rules.flatMap((rule) => rule.names.map((name): [string, string] => [name, rule.target.at(-1) ?? name])));
  const top = at.length === 0;
  const wrapped = (definition.wrap ?? []).flatMap(({ keys }) => keys);
  const names = [...new Set([...(top ? [...definition.params, ...wrapped] : []), ...accepted, ...canonical.values()])];
  const similar = closest(key, [...names, ...canonical.keys()]);
  const suggestion = similar === undefined ? undefined : [...at, canonical.get(similar) ?? similar];
  return { code: "unknown", path: [...at, key], ...(suggestion && { suggestion }) };
}
