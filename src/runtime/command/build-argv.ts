import type { Command, Item } from "../contract/definition.js";
import type { Problem } from "../contract/problem.js";
import type { Refusal } from "../contract/refusal.js";
import { refuse } from "../refusal/refusal.late.js";
import { buildArgument } from "./build-argument.js";
import { partsOf } from "./build-text.js";
import { runsOf } from "./runs-of.js";
import type { EvaluationContext, PlaceholderScope } from "./scope.js";

/** The arguments of a call, without the program, or every reason why they can't be passed. */
export function buildArgv(command: Command, scope: PlaceholderScope): { readonly ok: true; readonly args: readonly string[] } | Refusal {
  const problems: Problem[] = [];
  const scene: EvaluationContext = { scope, turn: undefined, absenceSpreads: true, problems };
  const args = command.items.flatMap((item) => argumentsOf(item, scene));
  return problems.length > 0 ? refuse(problems) : { ok: true, args };
}

/** What an item yields: a word one argument, or none if something in it is absent. */
function argumentsOf(item: Item, scene: EvaluationContext): readonly string[] {
  switch (item.kind) {
    case "word": {
      const parts = partsOf(item.text, scene);
      return parts === undefined ? [] : [buildArgument(parts, scene.problems)];
    }
    case "stretch":
      return runsOf(item.block, scene).flatMap((run) => bodyOf(run.body, run.scene));
    case "group": {
      const yields = yieldsOf(item.items, scene);
      return yields.some(({ args }) => args.length === 0) ? [] : keep(yields, scene);
    }
  }
}

/** An absence in one of a body's own words empties the body (rule 2); what stretches inside it lack is their own affair. */
function bodyOf(body: readonly Item[], scene: EvaluationContext): readonly string[] {
  const yields = yieldsOf(body, scene);
  return yields.some(({ item, args }) => item.kind === "word" && args.length === 0) ? [] : keep(yields, scene);
}

interface Yield {
  readonly item: Item;
  readonly args: readonly string[];
  readonly problems: readonly Problem[];
}

/** Problems wait until it is certain that the items stay: an argument that goes away has none. */
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
