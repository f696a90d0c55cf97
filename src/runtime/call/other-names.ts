import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closest } from "../repair/closest.js";
import type { FoundTool } from "./find-tool.js";
import { moduleFormat, newerFormat, type ToolIndex } from "./tool-module.js";

const clientPrefix = "discovered_tool_";

/**
 * Looks among the aliases of tools for a name that no tool has, also without the prefix that Gemini CLI shows to the model; where that
 * fails too, the answer names the closest tools.
 */
export function findByOtherName(name: string, bin: string, load: (name: string) => FoundTool | undefined): FoundTool {
  const index = JSON.parse(readFileSync(join(bin, "tools.json"), "utf8")) as ToolIndex;
  if (index.format !== moduleFormat) return { ok: false, message: newerFormat("The list of tools", index.format) };
  const bare = name.startsWith(clientPrefix) ? name.slice(clientPrefix.length) : name;
  for (const candidate of [aliased(index, name), bare, aliased(index, bare)]) {
    const found = candidate === undefined ? undefined : load(candidate);
    if (found !== undefined) return found;
  }
  return { ok: false, message: unknownTool(name, closestNames(bare, index.names)) };
}

function aliased(index: ToolIndex, name: string): string | undefined {
  return Object.hasOwn(index.aliases, name) ? index.aliases[name] : undefined;
}

function closestNames(name: string, names: readonly string[]): readonly string[] {
  const near: string[] = [];
  let rest = names;
  while (near.length < 3) {
    const next = closest(name, rest);
    if (next === undefined) break;
    near.push(next);
    rest = rest.filter((other) => other !== next);
  }
  return near;
}

function unknownTool(name: string, near: readonly string[]): string {
  const shown = JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
  if (near.length === 0) return `There is no tool named ${shown}.`;
  return `There is no tool named ${shown}. Did you mean ${near.map((other) => `'${other}'`).join(" or ")}?`;
}
