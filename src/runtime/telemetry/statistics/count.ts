import type { RepairRule } from "../../contract/repair.js";

/**
 * What is counted. `refused` counts calls; the others say why: a name that is no parameter, one that is missing, a value that isn't accepted,
 * two values for one parameter, parameters that exclude each other, what the tool can't do.
 */
export type CountedRule = RepairRule | "refused" | "unknown" | "missing" | "not-accepted" | "conflict" | "exclusive" | "impossible";

/** How often a rule did, or refused, the same. Names and places alone: `edits[].old` for each of a list, `*` for what isn't kept. */
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

/** What a line counts; `undefined` if it is none of ours, or was cut off. */
export function parseCount(line: string): Count | undefined {
  try {
    const [tool, rule, from, to, times] = Object(JSON.parse(line)) as readonly unknown[];
    if (typeof tool !== "string" || typeof rule !== "string" || typeof from !== "string") return undefined;
    if ((to !== null && typeof to !== "string") || typeof times !== "number" || !(times > 0)) return undefined;
    // A rule of another version is still told as it is called.
    return { tool, rule: rule as CountedRule, from, ...(to !== null && { to }), times };
  } catch {
    return undefined;
  }
}

/** Counts of the same made one, the most frequent first. What is beyond `most` is counted by its rule alone. */
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
