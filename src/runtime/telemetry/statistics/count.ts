import type { RepairRule } from "../../contract/repair.js";

/**
 * The counted kinds. `refused` counts calls; the others are the reasons: an unknown name, a missing one, an invalid
 * value, two values for one parameter, parameters that exclude each other, unsupported use.
 */
export type CountedRule = RepairRule | "refused" | "unknown" | "missing" | "not-accepted" | "conflict" | "exclusive" | "impossible";

/**
 * How often a rule changed or refused the same. Names and paths only: `edits[].old` for each element of a list, `*` for
 * names that aren't recorded.
 */
export interface Count {
  readonly tool: string;
  readonly rule: CountedRule;
  readonly from: string;
  readonly to?: string | undefined;
  readonly times: number;
}

/** A line of the file. */
export function formatCount({ tool, rule, from, to, times }: Count): string {
  return `${JSON.stringify([tool, rule, from, to ?? null, times])}\n`;
}

/** Parses a line of counts; returns `undefined` for another program's line or a truncated one. */
export function parseCount(line: string): Count | undefined {
  try {
    const [tool, rule, from, to, times] = Object(JSON.parse(line)) as readonly unknown[];
    if (typeof tool !== "string" || typeof rule !== "string" || typeof from !== "string") return undefined;
    if ((to !== null && typeof to !== "string") || typeof times !== "number" || !(times > 0)) return undefined;
    // A rule of another version is shown under its name.
    return { tool, rule: rule as CountedRule, from, ...(to !== null && { to }), times };
  } catch {
    return undefined;
  }
}

/** Merges equal counts, the most frequent first. Beyond `most`, only the rule is counted. */
export function mergeCounts(counts: readonly Count[], most = Number.POSITIVE_INFINITY): readonly Count[] {
  const merged = summed(counts).toSorted((one, other) => other.times - one.times);
  if (merged.length <= most) return merged;
  const folded = merged.slice(most).map(({ tool, rule, times }): Count => ({ tool, rule, from: "*", times }));
  return summed([...merged.slice(0, most), ...folded]);
}

function summed(counts: readonly Count[]): readonly Count[] {
  const sums = new Map<string, Count>();
  for (const count of counts) {
    const key = formatCount({ ...count, times: 1 });
    sums.set(key, { ...count, times: count.times + (sums.get(key)?.times ?? 0) });
  }
  return [...sums.values()];
}
