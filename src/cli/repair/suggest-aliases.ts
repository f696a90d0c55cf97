import { namesOfWrapped } from "../../runtime/arguments/normalize-key-case.late.js";
import type { ToolDefinition } from "../../runtime/contract/definition.js";
import { selectorText } from "../../runtime/json/selector.js";
import type { Count } from "../../runtime/telemetry/statistics/count.js";

type Declared = Pick<ToolDefinition, "params" | "aliases" | "wrap">;

/**
 * Suggests names that models use and the spec doesn't declare, by the parameter that they are meant for: the
 * parameter's name in another style, misspellings that were repaired, and refused names that are close to it. The most
 * frequent first.
 */
export function suggestAliases(
  counts: readonly Omit<Count, "tool">[],
  definition: Declared | undefined,
): Readonly<Record<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (const { rule, from, to } of counts) {
    if (!["style", "near-miss", "unknown"].includes(rule) || from === "*" || to === undefined || to === "*") continue;
    const name = lastName(from);
    const target = definition === undefined ? to : meaning(to, definition);
    const declaredNames = definition === undefined ? [to] : knownAt(holderOf(target), definition);
    if (declaredNames.includes(name) || found.get(target)?.includes(name)) continue;
    found.set(target, [...(found.get(target) ?? []), name]);
  }
  return Object.fromEntries(found);
}

const lastName = (path: string) => path.slice(path.lastIndexOf(".") + 1);
const holderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf(".")));

/**
 * Returns the meaning of a name that isn't a parameter: at the top it may be an alias, or an alias of an element's key.
 */
function meaning(path: string, { params, aliases, wrap = [] }: Declared): string {
  if (holderOf(path) !== "" || params.includes(path)) return path;
  const named = aliases.find(({ target, names }) => target.length === 1 && names.includes(path))?.target[0];
  if (named !== undefined) return named;
  const wrapped = wrap.flatMap(({ target, keys }) =>
    keys.flatMap((key) => (namesOfWrapped({ aliases, target, key }).includes(path) ? [`${target}[].${key}`] : [])),
  );
  return wrapped[0] ?? path;
}

/** All names that already have a meaning in that object. */
function knownAt(holder: string, { params, aliases }: Declared): readonly string[] {
  const rules = aliases.filter(({ target }) => holderOf(selectorText(target)) === holder);
  return [...(holder === "" ? params : []), ...rules.flatMap(({ target, names }) => [...names, ...target.slice(-1)])];
}
