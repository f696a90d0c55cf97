import type { Command, Item } from "../contract/definition.js";
import type { Problem } from "../contract/problem.js";
import type { Refusal } from "../contract/refusal.js";
import { refuse } from "../refusal/refusal.late.js";
import { buildArgument } from "./build-argument.js";
import { partsOf } from "./build-text.js";
import type { EvaluationContext, PlaceholderScope } from "./placeholder-scope.js";
import { scopedBodies } from "./scoped-bodies.js";

/** Builds the arguments of a call, without the program, or returns every reason why they can't be passed. */
export function buildArgv(command: Command, scope: PlaceholderScope): { readonly ok: true; readonly args: readonly string[] } | Refusal {
  const problems: Problem[] = [];
  const context: EvaluationContext = { scope, iteration: undefined, absenceSpreads: true, problems };
  const args = command.items.flatMap((item) => argumentsOf(item, context));
  return problems.length > 0 ? refuse(problems) : { ok: true, args };
}

/** Expands an item: a single argument, or nothing if a value in it is absent. */
function argumentsOf(item: Item, context: EvaluationContext): readonly string[] {
  switch (item.kind) {
    case "word": {
      const parts = partsOf(item.text, context);
      return parts === undefined ? [] : [buildArgument(parts, context.problems)];
    }
    case "stretch":
      return scopedBodies(item.block, context).flatMap((run) => bodyOf(run.body, run.context));
    case "group": {
      const yields = yieldsOf(item.items, context);
      return yields.some(({ args }) => args.length === 0) ? [] : keep(yields, context);
    }
  }
}

/**
 * An absent value in one of a body's own items empties the body (rule 2); spreads inside it handle their own absences.
 */
function bodyOf(body: readonly Item[], context: EvaluationContext): readonly string[] {
  const yields = yieldsOf(body, context);
  return yields.some(({ item, args }) => item.kind === "word" && args.length === 0) ? [] : keep(yields, context);
}

interface Yield {
  readonly item: Item;
  readonly args: readonly string[];
  readonly problems: readonly Problem[];
}

/** Problems are held back until the items are certain to stay: a dropped argument has none. */
function yieldsOf(items: readonly Item[], context: EvaluationContext): readonly Yield[] {
  return items.map((item) => {
    const problems: Problem[] = [];
    return { item, args: argumentsOf(item, { ...context, problems }), problems };
  });
}

function keep(yields: readonly Yield[], context: EvaluationContext): readonly string[] {
  for (const { problems } of yields) for (const problem of problems) context.problems.push(problem);
  return yields.flatMap(({ args }) => args);
}
