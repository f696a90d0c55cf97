import { readFileSync } from "node:fs";
import { join } from "node:path";
import { corruptOutputMessage } from "./corrupt-output.late.js";
import { moduleFormat, otherFormat, type ToolIndex } from "./tool-module.js";

export type ReadToolIndex = { readonly ok: true; readonly index: ToolIndex } | { readonly ok: false; readonly message: string };

/** Reads `tools.json` in the folder of the `call` program: the names and aliases of all tools. */
export function readToolIndex(bin: string): ReadToolIndex {
  const index = parsed(join(bin, "tools.json"));
  if (index === undefined) return { ok: false, message: corruptOutputMessage("The list of tools, bin/tools.json, can't be read") };
  if (index.format !== moduleFormat) return { ok: false, message: otherFormat("The list of tools", index.format) };
  return { ok: true, index };
}

function parsed(path: string): ToolIndex | undefined {
  try {
    const index: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isIndex(index) ? index : undefined;
  } catch {
    return undefined;
  }
}

/** For a newer format, only the version number can be checked. */
function isIndex(value: unknown): value is ToolIndex {
  const { format, names, aliases } = Object(value) as Partial<ToolIndex>;
  if (typeof format !== "number") return false;
  return format !== moduleFormat || (Array.isArray(names) && typeof aliases === "object" && aliases !== null);
}
