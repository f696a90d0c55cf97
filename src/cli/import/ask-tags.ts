import { isCancel, multiselect } from "@clack/prompts";
import { printable } from "../../diagnostics/printable.js";
import { plural } from "../text/plural.js";
import type { CountedTag } from "./count-tags.js";

/** Asks on the terminal for the tags whose operations become tools; `undefined` if the user cancels. */
export async function askTags(tags: readonly CountedTag[]): Promise<readonly string[] | undefined> {
  const answer = await multiselect({
    // Standard output has only the result.
    input: process.stdin,
    output: process.stderr,
    message: "Which parts of the API should become tools? (Space selects, Enter goes on)",
    options: tags.map(({ tag, count }) => ({ value: tag, label: printable(tag), hint: plural(count, "operation") })),
    required: true,
    maxItems: 15,
  });
  return isCancel(answer) ? undefined : answer;
}
