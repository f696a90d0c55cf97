import { readFileSync } from "node:fs";
import { join } from "node:path";
import { closest } from "../repair/closest.js";
import { damaged } from "./damaged.js";
import type { FoundTool } from "./find-tool.js";
import { moduleFormat, newerFormat, type ToolIndex } from "./tool-module.js";

const clientPrefix = "discovered_tool_";

/**
 * Looks among the aliases of tools for a name that no tool has, also without the prefix that Gemini CLI shows to the model; where that
 * fails too, the answer names the closest tools.
 */
export function findByOtherName(name: string, bin: string, load: (name: string) => FoundTool | undefined): FoundTool {
  const index = readIndex(join(bin, "tools.json"));
  if (index === undefined) return { ok: false, message: damaged("The list of tools, bin/tools.json, can't be read") };
  if (index.format !== moduleFormat) return { ok: false, message: newerFormat("The list of tools", index.format) };
  const bare = name.startsWith(clientPrefix) ? name.slice(clientPrefix.length) : name;
  const candidates = [aliased(index, name), bare, aliased(index, bare)].filter((candidate) => candidate !== undefined);
  for (const candidate of candidates) {
    const found = load(candidate);
    if (found !== undefined) return found;
  }
  const lost = candidates.find((candidate) => index.names.includes(candidate));
  if (lost !== undefined) return { ok: false, message: damaged(`The file of the tool '${lost}' is missing`) };
  return { ok: false, message: unknownTool(name, closestNames(bare, index.names)) };
}

function readIndex(path: string): ToolIndex | undefined {
  try {
    const index: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isIndex(index) ? index : undefined;
  } catch {
    return undefined;
  }
}

/** Of a newer format nothing is known but its number. */
function isIndex(value: unknown): value is ToolIndex {
  const { format, names, aliases } = Object(value) as Partial<ToolIndex>;
  if (typeof format !== "number") return false;
  return format !== moduleFormat || (Array.isArray(names) && typeof aliases === "object" && aliases !== null);
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
