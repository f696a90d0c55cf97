import type { Platform, ToolDefinition } from "../contract/definition.js";

const words: Readonly<Record<Platform, string>> = { linux: "Linux", darwin: "macOS", win32: "Windows" };

/** What a model reads of a call that nothing in its arguments could mend. */
export function platformRefusal({ name, platforms }: ToolDefinition, platform: NodeJS.Platform): string {
  const here = words[platform as Platform] ?? platform;
  const elsewhere = Object.entries(words).flatMap(([key, word]) => (platforms?.[key as Platform] === false ? [] : [word]));
  const where = elsewhere.length === 0 ? "nor anywhere else" : `only on ${elsewhere.join(" and ")}`;
  return `${name} was not run: it doesn't run on ${here}, ${where}.\nNothing was changed. Don't call ${name} here again.`;
}
