import { ToolError } from "toolgen/runtime";

/** A line that stands for omitted code: `// ... rest of the code`, `# (unchanged methods ...)`. */
const placeholder =
  /^(?:\/\/|#|--|\/\*|<!--)? ?\(? ?(?:\.\.\.|…)? ?(?:the )?(?:rest of|remaining|unchanged|existing)(?: the)?(?: \w+)? ?(?:\.\.\.|…)+ ?\)? ?(?:\*\/|-->)?$/i;

/** A longer line isn't a placeholder. */
const longest = 200;

function isPlaceholder(line: string): boolean {
  const words = line.trim();
  return words.length <= longest && placeholder.test(words.replaceAll(/\s+/g, " "));
}

/** Refuses a text with such a line, unless it was there before: writing it would delete the code that it stands for. */
export function refusePlaceholders(name: string, { text, before }: { readonly text: string; readonly before: string }): void {
  const known = new Set(before.split("\n").map((line) => line.trim()));
  const line = text.split("\n").find((one) => isPlaceholder(one) && !known.has(one.trim()));
  if (line !== undefined)
    throw new ToolError(`${name} holds '${line.trim()}', which would take the place of what it leaves out. Give all of the text.`);
}
