import { unreachable } from "../diagnostics/invariant.js";
import type { CoerceRule, ToolDefinition } from "../runtime/contract/definition.js";
import { selectorText } from "../runtime/json/selector.js";
import { sortedJson } from "../runtime/json/sorted-json.js";
import type { RepairSurface } from "./surface.js";

type Repairs = Pick<ToolDefinition, "wrap" | "coerce" | "ignore" | "ignoreIf">;

/** Returns what a spec's `ignore`, `wrap` and `coerce` accept, by the parameter or key that it is about. */
export function repairSurface({ wrap = [], coerce = [], ignore, ignoreIf = [] }: Repairs): RepairSurface {
  const entries: readonly (readonly [at: string, accepted: string])[] = [
    ...ignore.map((target) => [selectorText(target), "ignore"] as const),
    ...ignoreIf.flatMap(({ target, values }) => values.map((value) => [selectorText(target), `ignore ${sortedJson(value)}`] as const)),
    ...wrap.flatMap(({ target, keys }) => keys.map((key) => [target, `wrap ${key}`] as const)),
    ...coerce.flatMap(coerced),
  ];
  const repairs = new Map<string, Set<string>>();
  for (const [at, accepted] of entries) repairs.set(at, (repairs.get(at) ?? new Set()).add(accepted));
  return Object.fromEntries([...repairs].map(([at, all]) => [at, [...all].sort()]));
}

/** The names that a rule reads. `none` accepts nothing. */
function coerced(rule: CoerceRule): readonly (readonly [at: string, accepted: string])[] {
  switch (rule.kind) {
    case "none":
      return [];
    case "json":
    case "lines":
    case "path":
      return [[selectorText(rule.target), `coerce ${rule.kind}`]];
    case "range":
      return [
        ...rule.end.map((name) => `last line in ${name}`),
        ...rule.range.map((name) => `range in ${name}`),
        ...(rule.file === undefined ? [] : [`range at the end of ${rule.file}`]),
      ].map((text) => [rule.start, `coerce ${text}`]);
    case "searchReplace":
      return rule.names.map((name) => [rule.target, `coerce searchReplace in ${name}`]);
    default:
      return unreachable(rule);
  }
}
