import { countAttempts } from "../../eval/eval-results.js";
import { plural } from "../text/plural.js";
import type { EvalReport } from "./eval-report.js";

/** Sentences about what the table doesn't contain. */
export function reportNotes({ evaluation, withoutPrompt, notOffered, pending, stopped }: EvalReport): readonly string[] {
  const { unanswered } = countAttempts(evaluation.cases);
  return [
    ...(unanswered > 0
      ? [`${plural(unanswered, "request")} had no usable answer, and the counts leave ${unanswered === 1 ? "it" : "them"} out.`]
      : []),
    ...(stopped === undefined ? [] : [`${stopped} ${plural(pending, "request")} ${pending === 1 ? "was" : "were"} not made.`]),
    ...(notOffered > 0
      ? [`${plural(notOffered, "prompt")} ${notOffered === 1 ? "was" : "were"} left out, because the tool isn't among those offered.`]
      : []),
    ...(withoutPrompt > 0 ? [`${plural(withoutPrompt, "example")} ${withoutPrompt === 1 ? "has" : "have"} no \`prompt\`.`] : []),
  ];
}
