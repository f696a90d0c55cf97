import type { CompletionModel } from "../../model/tool.js";
import type { Completions } from "../../runtime/contract/completion.js";

/** Returns the line of a document's module about the commands that complete its parameters; none if it has none. */
export function printCompletions(completions: readonly CompletionModel[]): string {
  if (completions.length === 0) return "";
  const byParameter: Completions = Object.fromEntries(
    completions.map(({ parameter, usesText, tool: { definition } }) => [parameter, { usesText, definition }]),
  );
  return `exports.completions = ${JSON.stringify(byParameter)};\n`;
}
