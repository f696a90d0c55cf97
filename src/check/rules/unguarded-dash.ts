import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { FlatWord } from "../template/flatten.js";
import { beginnings, type DashExemptions, dashNote, resolvedPathText } from "./leading-dash.js";

/**
 * A value that `allowLeadingDash` lets begin an argument can pass any option, unless `--` or `--end-of-options` stands before it or, in the same
 * nested list, an option whose value it is.
 */
export function checkUnguardedDash(words: readonly FlatWord[], exemptions: DashExemptions): readonly Diagnostic[] {
  return words.flatMap((word, index) => {
    const values = beginnings(word.nodes, word.scope).filter(({ value }) => dashNote(value, exemptions).because === "allowLeadingDash");
    if (values.length === 0 || words.slice(0, index).some((other) => guards(other, word))) return [];
    return values.map(({ value, scope }) => diagnostic("unguarded-dash", scope.place(value.range), { name: resolvedPathText(value) }));
  });
}

function guards(other: FlatWord, word: FlatWord): boolean {
  const [first, ...rest] = other.nodes;
  const text = first?.kind === "text" ? first.text : "";
  if (rest.length === 0 && (text === "--" || text === "--end-of-options")) return other.certain || isAround(other.group, word.group);
  // An option that is given its value by `=` takes no other.
  return other.group === word.group && text.startsWith("-") && !text.includes("=");
}

/** Whether arguments of a group are there whenever those of another are. */
const isAround = (outer: string, inner: string) => inner === outer || inner.startsWith(`${outer}/`);
