import type { Command, Item } from "../contract/definition.js";
import type { Problem } from "../contract/problem.js";
import type { Refusal } from "../contract/refusal.js";
import { refuse } from "../refusal/refusal.late.js";
import { buildArgument } from "./build-argument.js";
import { partsOf } from "./build-text.js";
import type { EvaluationContext, PlaceholderScope } from "./scope.js";
import { scopedBodies } from "./scoped-bodies.js";

/** Builds the arguments of a call, without the program, or returns every reason why they can't be passed. */
export function buildArgv(command: Command, scope: PlaceholderScope): { readonly ok: true; readonly args: readonly string[] } | Refusal {
  const problems: Problem[] = [];
  const scene: EvaluationContext = { scope, turn: undefined, absenceSpreads: true, problems };
  const args = command.items.flatMap((item) => argumentsOf(item, scene));
  return problems.length > 0 ? refuse(problems) : { ok: true, args };
}

/** Expands an item: a single argument, or nothing if a value in it is absent. */
function argumentsOf(item: Item, scene: EvaluationContext): readonly string[] {
  switch (item.kind) {
    case "word": {
      const parts = partsOf(item.text, scene);
      return parts === undefined ? [] : [buildArgument(parts, scene.problems)];
    }
    case "stretch":
      return scopedBodies(item.block, scene).flatMap((run) => bodyOf(run.body, run.scene));
    case "group": {
      const yields = yieldsOf(item.items, scene);
      return yields.some(({ args }) => args.length === 0) ? [] : keep(yields, scene);
    }
  }
}

/**
 * An absent value in one of a body's own items empties the body (rule 2); spreads inside it handle their own absences.
 */
function bodyOf(body: readonly Item[], scene: EvaluationContext): readonly string[] {
  const yields = yieldsOf(body, scene);
  return yields.some(({ item, args }) => item.kind === "word" && args.length === 0) ? [] : keep(yields, scene);
}

interface Yield {
  readonly item: Item;
  readonly args: readonly string[];
  readonly problems: readonly Problem[];
}

/** Problems are held back until the items are certain to stay: a dropped argument has none. */
function yieldsOf(items: readonly Item[], scene: EvaluationContext): readonly Yield[] {
  return items.map((item) => {
    const problems: Problem[] = [];
    return { item, args: argumentsOf(item, { ...scene, problems }), problems };
  });
}

function keep(yields: readonly Yield[], scene: EvaluationContext): readonly string[] {
  for (const { problems } of yields) for (const problem of problems) scene.problems.push(problem);
  return yields.flatMap(({ args }) => args);
}
