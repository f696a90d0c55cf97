import type { Platform, ToolDefinition } from "../contract/definition.js";

const words: Readonly<Record<Platform, string>> = { linux: "Linux", darwin: "macOS", win32: "Windows" };

/** Returns the model's message for a tool that doesn't run on this platform, which no other arguments can change. */
export function platformRefusal({ name, platforms }: ToolDefinition, platform: NodeJS.Platform): string {
  const here = words[platform as Platform] ?? platform;
  const elsewhere = Object.entries(words).flatMap(([key, word]) => (platforms?.[key as Platform] === false ? [] : [word]));
  const where = elsewhere.length === 0 ? "nor anywhere else" : `only on ${elsewhere.join(" and ")}`;
  return `${name} was not run: it doesn't run on ${here}, ${where}.\nNothing was changed. Don't call ${name} here again.`;
}
