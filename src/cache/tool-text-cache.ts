import { invariant } from "../diagnostics/invariant.js";
import type { PrintPart } from "../emit/output-file.js";
import type { Host } from "../host.js";
import type { ToolModel } from "../model/tool.js";
import { openTextStore, type SaveOptions } from "./text-store.js";

/**
 * The printed lines of tools: from earlier builds by this compiler if their specs haven't changed, and from this build.
 */
export interface ToolTextCache {
  readonly part: PrintPart;
  /** Saves the lines that were used, if any of them is new. */
  save(options: SaveOptions): Promise<void>;
}

export interface ToolTextCacheOptions {
  /** Identifies the compiler. */
  readonly build: string;
  /** Returns a hash of everything that a tool depends on; `undefined` for a tool that depends on more than its spec. */
  readonly keyOf: (tool: ToolModel) => string | undefined;
}

/** Opens the lines in the project's cache folder. */
export async function openToolTextCache(host: Host, { build, keyOf }: ToolTextCacheOptions): Promise<ToolTextCache> {
  const texts = await openTextStore(host, { name: "parts", build });
  return {
    part: (tool, what, print) => {
      const key = keyOf(tool);
      if (key === undefined) return print();
      const whole = `${key} ${tool.name} ${what}`;
      const cached = texts.get(whole);
      if (cached !== undefined) return cached;
      const text = print();
      invariant(!text.includes("\n"), "a part is of one line");
      texts.set(whole, text);
      return text;
    },
    save: texts.save,
  };
}
