import type { RepairReport, RepairRules } from "../../contract/repair.js";
import { anonymizePath, namesInSpec } from "./anonymize-path.js";
import { type Count, type CountedRule, mergeCounts } from "./count.js";

type Counted = Omit<Count, "tool">;

/** Of one call. */
const most = 100;

/** What is counted of a call: each repair, and of a refusal that it was one and what it was about. Names, never values. */
export function classifyRepairs(repaired: RepairReport, definition: RepairRules): readonly Counted[] {
  const known = namesInSpec(definition);
  const found: readonly Found[] = repaired.ok ? repaired.repairs : [{ rule: "refused", from: "" }, ...repaired.problems.flatMap(reasonOf)];
  const counts = found.map(({ rule, from, to }): Count => {
    // Of a name that nothing declares no more is known than that: it could be anything.
    const isNear = rule === "missing" || (to !== undefined && ["style", "near-miss", "unknown"].includes(rule));
    const kept = { from: anonymizePath(from, { known, isNear }), to: to === undefined ? undefined : anonymizePath(to, { known, isNear }) };
    return { tool: "", rule, ...kept, times: 1 };
  });
  return mergeCounts(counts)
    .slice(0, most)
    .map(({ tool: _, ...count }) => count);
}

interface Found {
  readonly rule: CountedRule;
  readonly from: string;
  readonly to?: string | undefined;
}

/** Sentences of refusals, as repair writes them (`explain.ts`, `unknown-key.ts`, `aliases.ts`, `ignore.ts`): the place comes first, values later. */
const sentences = [
  {
    rule: "unknown",
    form: /^`([^`]+)` is (?:not a parameter of this tool|not accepted: `[^`]*` has no such key)\.(?: Did you mean `([^`]+)`\?)?/,
  },
  { rule: "missing", form: /^`([^`]+)` is required,? / },
  { rule: "conflict", form: /^`([^`]+)` is .+, and both mean `([^`]+)`\. Give `[^`]+` alone, once\.$/s },
  { rule: "impossible", form: /^`([^`]+)` is .+, which this tool can't do\./s },
  { rule: "not-accepted", form: /^`([^`]+)` must / },
] as const;

function reasonOf(problem: string): readonly Found[] {
  for (const { rule, form } of sentences) {
    const [found, from, to] = form.exec(problem) ?? [];
    if (found !== undefined && from !== undefined) return [{ rule, from, to }];
  }
  return [];
}
