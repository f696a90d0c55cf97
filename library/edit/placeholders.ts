import { ToolError } from "toolgen/runtime";

/** A line that stands for code which was left out: `// ... rest of the code`, `# (unchanged methods ...)`. */
const placeholder =
  /^\s*(?:\/\/|#|--|\/\*|<!--)?\s*\(?\s*(?:\.\.\.|…)?\s*(?:the )?(?:rest of|remaining|unchanged|existing)(?: the)?(?: \w+)?\s*(?:\.\.\.|…)+\s*\)?\s*(?:\*\/|-->)?\s*$/i;

/** Refuses a text with such a line, unless it was there before: written down as it is it would delete what it stands for. */
export function refusePlaceholders(name: string, { text, before }: { readonly text: string; readonly before: string }): void {
  const known = new Set(before.split("\n").map((line) => line.trim()));
  const line = text.split("\n").find((one) => placeholder.test(one) && !known.has(one.trim()));
  if (line !== undefined)
    throw new ToolError(`${name} holds '${line.trim()}', which would take the place of what it leaves out. Give all of the text.`);
}
