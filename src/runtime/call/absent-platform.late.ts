import type { Platform, ToolDefinition } from "../contract/definition.js";
import type { Refusal } from "../contract/refusal.js";
import { refuse } from "../refusal/refusal.late.js";

const words: Readonly<Record<Platform, string>> = { linux: "Linux", darwin: "macOS", win32: "Windows" };

/** Refuses a call of a tool that doesn't run on this platform, which no other arguments can change. */
export function absentPlatform({ platforms }: ToolDefinition, platform: NodeJS.Platform): Refusal {
  const others = Object.entries(words).flatMap(([key, word]) => (platforms?.[key as Platform] === false ? [] : [word]));
  return refuse([{ code: "absent-platform", platform: words[platform as Platform] ?? platform, others }], "unsupportedPlatform");
}
