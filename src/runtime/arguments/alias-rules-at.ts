import type { AliasRule } from "../contract/repair-rules.js";
import type { Steps } from "../json/selector.js";

/** The rules about keys of the object at a path. */
export function aliasRulesAt(at: Steps, aliases: readonly AliasRule[]): readonly AliasRule[] {
  return aliases.filter(
    ({ target }) => target.length === at.length + 1 && at.every((step, i) => target[i] === (typeof step === "number" ? "[]" : step)),
  );
}
