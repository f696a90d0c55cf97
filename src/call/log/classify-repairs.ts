import { formatPath } from "../../contract/json-value.js";
import type { Problem } from "../../contract/problem.js";
import type { RepairReport, RepairRules } from "../../contract/repair.js";
import { wrapperKeys } from "../call-arguments.js";
import { type Count, type CountedRule, mergeCounts } from "../repair-statistics.js";

type Counted = Omit<Count, "tool">;

/** The counts of one call. */
const most = 100;

/** Counts a call: each repair, and for a refusal its kinds and paths. Names, never values. */
export function classifyRepairs(repaired: RepairReport, definition: RepairRules): readonly Counted[] {
  const declaredNames = namesInSpec(definition);
  const found: readonly CountedProblem[] = repaired.ok
    ? repaired.repairs
    : [{ rule: "refused", from: "" }, ...repaired.problems.flatMap(reasonOf)];
  const counts = found.map(({ rule, from, to }): Count => {
    // An undeclared name could be any text, so it isn't recorded.
    const isNear = rule === "missing" || (to !== undefined && ["style", "near-miss", "unknown"].includes(rule));
    const anonymized = {
      from: anonymizePath(from, { known: declaredNames, isNear }),
      to: to === undefined ? undefined : anonymizePath(to, { known: declaredNames, isNear }),
    };
    return { tool: "", rule, ...anonymized, times: 1 };
  });
  return mergeCounts(counts)
    .slice(0, most)
    .map(({ tool: _, ...count }) => count);
}

interface CountedProblem {
  readonly rule: CountedRule;
  readonly from: string;
  readonly to?: string | undefined;
}

/** The kind of a problem and its paths; nothing for one that concerns no parameter. */
function reasonOf(problem: Problem): readonly CountedProblem[] {
  switch (problem.code) {
    case "unknown":
      return [{ rule: "unknown", from: formatPath(problem.path), to: problem.suggestion && formatPath(problem.suggestion) }];
    case "conflict":
      return [{ rule: "conflict", from: formatPath(problem.one.path), to: formatPath(problem.path) }];
    case "range-conflict":
      return [{ rule: "conflict", from: formatPath(problem.one.path), to: formatPath(problem.other.path) }];
    case "range-reversed":
      return [{ rule: "conflict", from: formatPath(problem.end.path), to: formatPath(problem.start.path) }];
    case "range-count":
      return [{ rule: "conflict", from: formatPath(problem.end), to: formatPath(problem.given.path) }];
    case "exclusive": {
      const [one, other] = problem.given.map(({ path }) => formatPath(path));
      return one === undefined ? [] : [{ rule: "exclusive", from: one, to: other }];
    }
    case "missing":
    case "impossible":
      return [{ rule: problem.code, from: formatPath(problem.path) }];
    case "not-accepted":
    case "bad-key":
    case "markup":
    case "infinite-number":
    case "not-a-line":
    case "not-a-range":
    case "not-blocks":
    case "range-without-start":
      return problem.path.length === 0 ? [] : [{ rule: "not-accepted", from: formatPath(problem.path) }];
    default:
      return [];
  }
}

/** All names in a spec. */
function namesInSpec({ params, aliases, wrap = [], coerce = [], ignore, ignoreIf = [] }: RepairRules): ReadonlySet<string> {
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
function anonymizePath(path: string, { known, isNear }: { readonly known: ReadonlySet<string>; readonly isNear: boolean }): string {
  const steps = path.match(step) ?? [];
  return steps.reduce((text, name, i) => {
    if (/^\[\d+\]$/.test(name)) return `${text}[]`;
    const shownName = known.has(name) || (isNear && i === steps.length - 1) ? name : "*";
    return `${text}${text === "" ? "" : "."}${looksDeclared(shownName) ? shownName : "*"}`;
  }, "");
}

/** A text that is long, or contains other characters or many digits, isn't a name. */
const looksDeclared = (name: string) => /^[A-Za-z_][A-Za-z0-9_-]{0,39}$/.test(name) && name.replaceAll(/\D/g, "").length <= 4;
