import { invariant } from "../diagnostics/invariant.js";
import type { PrintPart } from "../emit/output-file.js";
import type { Host } from "../host.js";
import type { ToolModel } from "../model/tool.js";
import { openTextStore, type SaveOptions } from "./text-store.js";

/** What earlier builds by this compiler printed of tools whose specs are the same, and what this one prints. */
export interface ToolTextCache {
  readonly part: PrintPart;
  /** Writes down what was asked for since it was opened, if anything is new. */
  save(options: SaveOptions): Promise<void>;
}

export interface ToolTextCacheOptions {
  /** Identifies the compiler. */
  readonly build: string;
  /** What a tool depends on, as a hash; `undefined` for one that was made of more than its spec. */
  readonly keyOf: (tool: ToolModel) => string | undefined;
}

/** Opens the parts in the project's cache folder. */
export async function openToolTextCache(host: Host, { build, keyOf }: ToolTextCacheOptions): Promise<ToolTextCache> {
  const texts = await openTextStore(host, { name: "parts", build });
  return {
    part: (tool, what, print) => {
      const key = keyOf(tool);
      if (key === undefined) return print();
      const whole = `${key} ${tool.name} ${what}`;
      const kept = texts.get(whole);
      if (kept !== undefined) return kept;
      const text = print();
      invariant(!text.includes("\n"), "a part is of one line");
      texts.set(whole, text);
      return text;
    },
    save: texts.save,
  };
}
