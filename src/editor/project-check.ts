import { checkSources } from "../check/check.js";
import type { SourceContext, SourceResult } from "../check/check-source.js";
import { compile } from "../compile.js";
import type { Diagnostic, SourceFile } from "../diagnostics/diagnostic.js";
import type { Assets } from "../emit/output-file.js";
import type { Host } from "../host.js";
import type { Model } from "../model/tool.js";

/** The last complete check of a project: what an editor shows, and what its requests are answered from. */
export interface ProjectCheck {
  readonly diagnostics: readonly Diagnostic[];
  readonly context: SourceContext;
  /** The spec files of the project, without the library's. */
  readonly sources: readonly SourceFile[];
  readonly model: Model;
}

/** Thrown by a check that newer text has made useless. */
export class SupersededError extends Error {
  override readonly name = "SupersededError";
}

/** How many files are checked before others get their turn. */
const filesAtOnce = 10;

/**
 * Returns a function that checks a project again and again. Nothing of the project runs: handlers are neither bundled
 * nor loaded. A file whose text, settings and fragments are those of the last check isn't checked again. `isStale` is
 * asked between files, and ends a check with a `SupersededError`.
 */
export function projectChecker(assets: Assets): (host: Host, isStale: () => boolean) => Promise<ProjectCheck | undefined> {
  let remembered = new Map<string, { readonly text: string; readonly result: SourceResult }>();
  let rememberedContext = "";

  return async (host, isStale) => {
    let seen: Pick<ProjectCheck, "context" | "sources"> | undefined;
    const check = async (sources: readonly SourceFile[], context: SourceContext): Promise<readonly SourceResult[]> => {
      const key = contextKey(context);
      const before = key === rememberedContext ? remembered : new Map();
      const now: typeof remembered = new Map();
      const changed = sources.filter(({ path, text }) => before.get(path)?.text !== text);
      for (let at = 0; at < changed.length; at += filesAtOnce) {
        // Messages of the client are read here, and may bring newer text.
        await new Promise((resolve) => setImmediate(resolve));
        if (isStale()) throw new SupersededError();
        const group = changed.slice(at, at + filesAtOnce);
        const results = await checkSources(group, context);
        for (const [i, { path, text }] of group.entries()) {
          const result = results[i];
          if (result !== undefined) now.set(path, { text, result });
        }
      }
      for (const { path } of sources) {
        const known = now.get(path) ?? before.get(path);
        if (known !== undefined) now.set(path, known);
      }
      remembered = now;
      rememberedContext = key;
      seen = { context, sources: sources.filter(({ path }) => !path.startsWith("std/")) };
      return sources.map(({ path }) => now.get(path)?.result ?? nothing);
    };
    const [{ model }, diagnostics] = await compile(host, assets, { targets: [], handlers: "leave", check });
    if (isStale()) throw new SupersededError();
    // A project for another compiler is reported before its specs are checked.
    const context = seen?.context ?? { project: model.project, fragments: new Map() };
    return { diagnostics, context, sources: seen?.sources ?? [], model };
  };
}

const nothing: SourceResult = { tools: [], prompts: [], resources: [], claims: [], diagnostics: [] };

function contextKey({ project, fragments }: SourceContext): string {
  const texts = [...new Map([...fragments.values()].map(({ file }) => [file.path, file.text]))];
  return JSON.stringify([project, [...fragments.keys()], texts]);
}
