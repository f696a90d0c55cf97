import type { CheckSources } from "../check/check.js";
import type { SourceContext, SourceResult } from "../check/check-source.js";
import { isError, type SourceFile } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import type { ToolModel } from "../model/tool.js";
import { packText, unpackText } from "./pack-text.js";
import { deserializeResult, serializeResult } from "./serialize-result.js";
import { contentHash, openTextStore, type SaveOptions } from "./text-store.js";

/**
 * Results of spec files by their inputs: the compiler, the project's settings, the fragments, and the file's own path
 * and text.
 */
export interface CheckCache {
  /** Checks with `check` what isn't cached, and caches it. */
  readonly check: CheckSources;
  /**
   * Returns a hash of everything that a tool of the results depends on. Everything that is made from this tool alone
   * depends on the same.
   */
  keyOf(tool: ToolModel): string | undefined;
  /** Saves the entries that were used, if any of them is new. */
  save(options: SaveOptions): Promise<void>;
}

/**
 * Opens the cache in the project's cache folder. `build` identifies the compiler. Unreadable entries count as missing.
 */
export async function openCheckCache(
  host: Host,
  { build, check }: { readonly build: string; readonly check: CheckSources },
): Promise<CheckCache> {
  const texts = await openTextStore(host, { name: "checked", build });
  // The key isn't part of what a spec says, so the model has no field for it.
  const keys = new WeakMap<ToolModel, string>();
  return {
    keyOf: (tool) => keys.get(tool),
    check: async (sources, context) => {
      const keyOfSource = keyFor(context);
      const find = finder(sources, context);
      const remembered = sources.map((source) => {
        const key = keyOfSource(source);
        return { source, key, stored: texts.get(key) };
      });
      const unknown = remembered.filter(({ stored }) => stored === undefined);
      const fresh = await check(
        unknown.map(({ source }) => source),
        context,
      );
      const results = new Map(unknown.map(({ key }, i) => [key, fresh[i]]));
      for (const [key, result] of results) {
        if (result !== undefined && !result.diagnostics.some(isError)) texts.set(key, serializeResult(result, packText));
      }
      return remembered.map(({ key, stored }): SourceResult => {
        const result = stored === undefined ? results.get(key) : deserializeResult(stored, find, unpackText);
        for (const tool of result?.tools ?? []) keys.set(tool, key);
        return result ?? { tools: [], prompts: [], resources: [], claims: [], diagnostics: [] };
      });
    },
    save: texts.save,
  };
}

function keyFor({ project, fragments }: SourceContext): (source: SourceFile) => string {
  const documents = [...fragments].map(([name, { file, index }]) => [name, file.path, index]);
  // The text of each file once: thousands of fragments may share one.
  const texts = [...new Map([...fragments.values()].map(({ file }) => [file.path, file.text]))];
  const common = contentHash(JSON.stringify([project, documents, texts]));
  return ({ path, text }) => contentHash(`${common}\0${path}\0${text}`);
}

/** Finds the files that stored positions of these sources may refer to. */
export function finder(sources: readonly SourceFile[], { fragments }: SourceContext) {
  const files = new Map([...[...fragments.values()].map((document) => document.file), ...sources].map((one) => [one.path, one]));
  return (path: string): SourceFile => files.get(path) ?? { path, text: "" };
}
