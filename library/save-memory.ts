import { existsSync } from "node:fs";
import { type HandlerContext, ToolError } from "toolgen/runtime";
import type { SaveMemoryArgs } from "../generated/tools/save-memory.js";
import { locked } from "./files/locked.js";
import { encode, plainEncoding, readTextFile } from "./files/text-file.js";
import { unlessForbidden } from "./files/unless-forbidden.js";
import { writeWhole } from "./files/write-whole.js";
import { asLine } from "./memory/as-line.js";
import { memoryFile } from "./memory/memory-file.js";
import { withMemory } from "./memory/with-memory.js";

/** Concurrent calls wait for each other, so that none undoes another's addition. */
export function saveMemory({ fact, scope }: SaveMemoryArgs, { cwd }: HandlerContext): string {
  const line = asLine(fact);
  if (line === "") throw new ToolError("fact holds nothing that could be remembered: say it in a sentence.");
  const { path, shown } = memoryFile(scope, cwd);
  return locked(path, () => unlessForbidden(shown, remember, "written"));

  function remember(): string {
    const file = existsSync(path) ? readTextFile(path) : { text: "", encoding: plainEncoding };
    if (file === undefined) throw new ToolError(`${shown}, where memories are stored, is not a text file.`);
    const text = withMemory(file.text, line);
    if (text === undefined) return `That is in ${shown} already: ${line}`;
    const bytes = encode(text, file.encoding);
    if (bytes === undefined) throw new ToolError(`${shown} is written in Latin-1, which has no bytes for some characters of fact.`);
    writeWhole(path, bytes);
    return `Remembered in ${shown}: ${line}`;
  }
}
