import { groupDigits } from "../../runtime/text/group-digits.js";
import { changeText, effectOf, groupChanges, type SurfaceChange } from "../../surface/change.js";
import { type Effect, effects } from "../../surface/change-kinds.js";
import { plural } from "../text/plural.js";
import type { TokenChange } from "./count-tokens.js";

/** The changes since a revision or since `toolgen.lock` (`base`). */
export interface DiffReport {
  readonly base: string;
  /** Sentences about the base. */
  readonly notes: readonly string[];
  readonly changes: readonly SurfaceChange[];
  readonly tokens: TokenChange;
}

/** The changes of one document, the worst first. */
export interface DocumentChanges {
  readonly document: SurfaceChange["document"];
  readonly name: string;
  readonly changes: readonly { readonly effect: Effect; readonly text: string }[];
}

/** Groups changes by document. Documents with breaking changes come first, then riskier ones. */
export function byDocument(changes: readonly SurfaceChange[]): readonly DocumentChanges[] {
  const groups = groupChanges(changes, ({ document, name }) => JSON.stringify([document, name]));
  const listed = groups.map((group): DocumentChanges => {
    const [{ document, name }] = group;
    const lines = group.map((change) => ({ effect: effectOf(change), text: changeText(change) }));
    return { document, name, changes: lines.sort((a, b) => rank(a.effect) - rank(b.effect)) };
  });
  const worst = ({ changes: lines }: DocumentChanges) => rank(lines[0]?.effect ?? "compatible");
  return listed.sort((a, b) => worst(a) - worst(b) || (a.name < b.name ? -1 : 1));
}

const rank = (effect: Effect) => effects.indexOf(effect);

/** `2 breaking changes, 1 riskier and 3 compatible since main.` */
export function summary({ base, changes }: DiffReport): string {
  if (changes.length === 0) return `Nothing that models or clients see has changed since ${base}.`;
  const counts = effects.map((effect) => ({ effect, count: changes.filter((change) => effectOf(change) === effect).length }));
  const named = counts.filter(({ count }) => count > 0).map(({ effect, count }) => `${count} ${effect}`);
  return `${plural(changes.length, "change")} since ${base}: ${named.join(", ")}.`;
}

/** `The tools cost a model 5,120 tokens, 106 more than before.` */
export function tokenLine({ before, after }: TokenChange): string {
  const difference = after - before;
  const change = difference === 0 ? "as before" : `${groupDigits(Math.abs(difference))} ${difference > 0 ? "more" : "fewer"} than before`;
  return `The tools cost a model ${groupDigits(after)} tokens, ${change}.`;
}
