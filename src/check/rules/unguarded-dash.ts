import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { FlatWord } from "../template/flatten.js";
import { resolve } from "../template/scope.js";
import { type DashExemptions, dashNote } from "./dash.js";

/**
 * A value that `allowLeadingDash` lets begin an argument can pass any option, unless `--` or `--end-of-options` stands before it or, in the same
 * nested list, an option whose value it is (SPEC §5).
 */
export function checkUnguardedDashes(words: readonly FlatWord[], exemptions: DashExemptions): readonly Diagnostic[] {
  return words.flatMap((word, index) => {
    const [first] = word.nodes;
    if (first?.kind !== "value" && first?.kind !== "join") return [];
    const value = resolve(first.of, word.scope);
    if (value === undefined || dashNote(value, exemptions).because !== "allowLeadingDash") return [];
    const before = words
      .slice(0, index)
      .map((other) => ({ group: other.group, text: other.nodes[0]?.kind === "text" ? other.nodes[0].text : "" }));
    const guarded = before.some(
      ({ text, group }) => text === "--" || text === "--end-of-options" || (group === word.group && text.startsWith("-")),
    );
    return guarded ? [] : [diagnostic("unguarded-dash", word.scope.place(first.range), { name: first.of.written })];
  });
}
