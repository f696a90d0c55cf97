import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { type DashExemptions, leadingDashNote, leadingValues } from "../command/leading-dash-notes.js";
import type { FlatWord } from "../template/flatten.js";
import { parameterText } from "../template/parameter-text.js";

/**
 * Reports values that can pass any option, because `allowLeadingDash` lets them begin an argument, unless `--` or
 * `--end-of-options` precedes them or, in the same nested list, an option whose value they are.
 */
export function checkUnguardedDash(words: readonly FlatWord[], exemptions: DashExemptions): readonly Diagnostic[] {
  return words.flatMap((word, index) => {
    const values = leadingValues(word.nodes, word.scope).filter(
      ({ value }) => leadingDashNote(value, exemptions).because === "allowLeadingDash",
    );
    if (values.length === 0 || words.slice(0, index).some((other) => guards(other, word))) return [];
    return values.map(({ value, scope }) => diagnostic("unguarded-dash", scope.locate(value.range), { name: parameterText(value) }));
  });
}

function guards(other: FlatWord, word: FlatWord): boolean {
  const [first, ...rest] = other.nodes;
  const text = first?.kind === "text" ? first.text : "";
  if (rest.length === 0 && (text === "--" || text === "--end-of-options")) return other.certain || isAround(other.group, word.group);
  // An option with its value after `=` takes no other.
  return other.group === word.group && text.startsWith("-") && !text.includes("=");
}

/** Returns true if arguments of a group are present whenever those of another are. */
const isAround = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}/`);
