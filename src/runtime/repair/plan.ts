import type { RepairRules } from "./repair.js";
import type { AliasRule, CleanRule, IgnoreIf, RangeRule, WrapRule } from "./rules.js";

/** A tool's rules of repair by the stage that goes by them. */
export interface Plan {
  /** Every other name at the top, as it is declared. */
  readonly names: ReadonlySet<string>;
  readonly top: readonly AliasRule[];
  readonly nested: readonly AliasRule[];
  readonly lifted: readonly AliasRule[];
  readonly wraps: readonly { readonly rule: WrapRule; readonly blocks: readonly string[] }[];
  readonly ranges: readonly RangeRule[];
  readonly cleaners: readonly CleanRule[];
  readonly conditions: readonly IgnoreIf[];
}

const plans = new WeakMap<RepairRules, Plan>();

/** The plan of a tool, made once; `undefined` if its spec says nothing of repair. */
export function planOf(rules: RepairRules): Plan | undefined {
  if (
    rules.aliases.length === 0 &&
    rules.ignore.length === 0 &&
    rules.wrap === undefined &&
    rules.coerce === undefined &&
    rules.ignoreIf === undefined
  )
    return undefined;
  const known = plans.get(rules);
  if (known !== undefined) return known;
  const plan = makePlan(rules);
  plans.set(rules, plan);
  return plan;
}

function makePlan({ aliases, wrap = [], coerce = [], ignore, ignoreIf = [] }: RepairRules): Plan {
  const [top, nested] = [aliases.filter(({ target }) => target.length === 1), aliases.filter(({ target }) => target.length > 1)];
  const wraps = wrap.map((rule) => {
    return { rule, blocks: coerce.flatMap((one) => (one.kind === "searchReplace" && one.target === rule.target ? one.names : [])) };
  });
  const ranges = coerce.filter((rule) => rule.kind === "range");
  const ignored = [...ignore, ...ignoreIf.map(({ target }) => target)].flatMap(([name = "", ...deeper]) =>
    deeper.length === 0 ? [name] : [],
  );
  const names = [
    ...top.flatMap((rule) => rule.names),
    ...wraps.flatMap(({ rule, blocks }) => [...rule.keys, ...blocks]),
    ...nested.flatMap((rule) => (wrap.some(({ target }) => target === rule.target[0]) ? rule.names : [])),
    ...ranges.flatMap((rule) => [...rule.range, ...rule.end]),
    ...ignored,
  ];
  const cleaners = coerce.filter((rule): rule is CleanRule => rule.kind === "lines" || rule.kind === "path");
  return {
    names: new Set(names),
    top,
    nested,
    lifted: top.filter(({ places }) => places !== undefined),
    wraps,
    ranges,
    cleaners,
    conditions: ignoreIf,
  };
}
