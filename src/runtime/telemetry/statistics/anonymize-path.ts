import { wrapperKeys } from "../../arguments/may-be-wrapped.js";
import type { RepairRules } from "../../contract/repair.js";

/** All names in a spec. */
export function namesInSpec({ params, aliases, wrap = [], coerce = [], ignore, ignoreIf = [] }: RepairRules): ReadonlySet<string> {
  const ofCoerce = coerce.flatMap((rule) =>
    rule.kind === "range" ? [...rule.end, ...rule.range] : rule.kind === "searchReplace" ? rule.names : [],
  );
  return new Set([
    ...wrapperKeys,
    ...params,
    ...aliases.flatMap(({ target, names, nested = [] }) => [...target, ...names, ...nested.flat()]),
    ...wrap.flatMap(({ keys }) => keys),
    ...ofCoerce,
    ...ignore.flat(),
    ...ignoreIf.flatMap(({ target }) => target),
  ]);
}

const step = /\[\d+\]|\["(?:[^"\\]|\\.)*"\]|"(?:[^"\\]|\\.)*"|[^.[\]]+/g;

/**
 * Returns a path as it is recorded: `[]` for every number in it, `*` for every name that isn't in the spec, such as a
 * key of a map. The last name may be another one that is close to a name of the spec (`isNear`), if it looks like a
 * name.
 */
export function anonymizePath(path: string, { known, isNear }: { readonly known: ReadonlySet<string>; readonly isNear: boolean }): string {
  const steps = path.match(step) ?? [];
  return steps.reduce((text, name, i) => {
    if (/^\[\d+\]$/.test(name)) return `${text}[]`;
    const shownName = known.has(name) || (isNear && i === steps.length - 1) ? name : "*";
    return `${text}${text === "" ? "" : "."}${looksDeclared(shownName) ? shownName : "*"}`;
  }, "");
}

/** A text that is long, or contains other characters or many digits, isn't a name. */
const looksDeclared = (name: string) => /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(name) && name.replaceAll(/\D/g, "").length <= 4;
