import type { ToolDefinition } from "../contract/definition.js";
import { formatPath } from "../json/pointer.js";
import type { Steps } from "../json/selector.js";
import { closest } from "../text/closest.js";
import { rulesAt } from "./rules-at.js";

const mostNames = 40;

/** A key that nothing declares, with the closest name that something does. */
export interface UnknownKey {
  readonly definition: Pick<ToolDefinition, "params" | "aliases" | "wrap">;
  readonly key: string;
  /** The object that holds the key. */
  readonly at: Steps;
  /** Names that are known to be accepted there, such as those that are missing. */
  readonly accepted: readonly string[];
}

export function unknownKey({ definition, key, at, accepted }: UnknownKey): string {
  const rules = rulesAt(at, definition.aliases);
  const canonical = new Map(rules.flatMap((rule) => rule.names.map((name): [string, string] => [name, rule.target.at(-1) ?? name])));
  const top = at.length === 0;
  const wrapped = (definition.wrap ?? []).flatMap(({ keys }) => keys);
  const names = [...new Set([...(top ? [...definition.params, ...wrapped] : []), ...accepted, ...canonical.values()])];
  const near = closest(key, [...names, ...canonical.keys()]);
  const meant = near === undefined ? "" : ` Did you mean \`${formatPath([...at, canonical.get(near) ?? near])}\`?`;
  const place = `\`${formatPath([...at, key])}\``;
  return top
    ? `${place} is not a parameter of this tool.${meant}`
    : `${place} is not accepted: \`${formatPath(at)}\` has no such key.${meant}`;
}

/** The accepted parameters in a sentence, for the end of the first message about an unknown one. */
export function acceptedNames(params: readonly string[]): string {
  if (params.length === 0) return "It takes no parameters.";
  const shown = params.slice(0, mostNames).map((name) => `\`${name}\``);
  return `Accepted: ${shown.join(", ")}${params.length > mostNames ? `, … (${params.length} in all)` : ""}.`;
}
