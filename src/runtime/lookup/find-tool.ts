import { existsSync } from "node:fs";
import { corruptOutputMessage } from "./corrupt-output.late.js";
import { findByAlias } from "./find-by-alias.late.js";
import type { ToolFolder, ToolLookupResult } from "./tool-folder.js";
import { moduleFormat, otherFormat, type ToolModule } from "./tool-module.js";

const toolName = /^[A-Za-z_]\w*$/;
const longestName = 64;

/**
 * Finds a tool by its name, so that the usual call reads one small file however many tools there are. Aliases are
 * searched only if no tool has the name.
 */
export function findTool(name: string, folder: ToolFolder): ToolLookupResult {
  return loadTool(name, folder) ?? findByAlias(name, folder, (other) => loadTool(other, folder));
}

function loadTool(name: string, folder: ToolFolder): ToolLookupResult | undefined {
  if (name.length > longestName || !toolName.test(name) || folder.excluded?.has(name)) return undefined;
  const path = `${folder.bin}/tools/${name}.cjs`;
  if (!existsSync(path)) return undefined;
  // Written by a build of toolgen. The format, which is checked next, says whether that build is compatible.
  const tool = loadOrUndefined(path, folder) as Partial<ToolModule> | undefined;
  if (typeof tool?.format !== "number") return { ok: false, message: corruptOutputMessage(`The tool '${name}' can't be loaded`) };
  if (tool.format !== moduleFormat) return { ok: false, message: otherFormat(`The tool '${name}'`, tool.format) };
  if (!isWhole(tool)) return { ok: false, message: corruptOutputMessage(`The tool '${name}' can't be loaded`) };
  // On a case-insensitive file system, this can be another tool's file.
  return tool.definition.name === name ? { ok: true, tool } : undefined;
}

function loadOrUndefined(path: string, folder: ToolFolder): unknown {
  try {
    return folder.load(path);
  } catch {
    return undefined;
  }
}

/** A truncated file can still be a valid module. */
const isWhole = (tool: Partial<ToolModule>): tool is ToolModule => tool.definition !== undefined && typeof tool.validate === "function";
