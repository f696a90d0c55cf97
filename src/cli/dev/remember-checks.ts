import type { CheckSources } from "../../check/check.js";
import type { SourceResult } from "../../check/check-source.js";
import type { ModuleCache, PrintPart } from "../../emit/output-file.js";

/** The memory of a compiler that runs again and again in one process: only what has changed is checked and printed. */
export interface CompilerMemory {
  readonly check: CheckSources;
  readonly part: PrintPart;
  readonly recall: ModuleCache;
}

/** Wraps a check. Everything is forgotten when the project's settings or fragments change. */
export function rememberChecks(check: CheckSources): CompilerMemory {
  let context = "";
  let checked = new Map<string, { readonly text: string; readonly result: SourceResult }>();
  // The positions of a tool refer to the file that was checked, which is one object as long as its text is.
  let printed = new WeakMap<object, Map<string, string>>();
  const modules = new Map<string, string>();
  return {
    check: async (sources, given) => {
      const fragments = [...given.fragments].map(([name, { file, index }]) => [name, index, file.path, file.text]);
      const now = JSON.stringify([given.project, fragments]);
      if (now !== context) {
        checked = new Map();
        printed = new WeakMap();
      }
      context = now;
      const changed = sources.filter(({ path, text }) => checked.get(path)?.text !== text);
      const fresh = await check(changed, given);
      const known = new Map(sources.flatMap(({ path }) => [[path, checked.get(path)] as const]));
      for (const [i, { path, text }] of changed.entries()) known.set(path, { text, result: fresh[i] ?? nothing });
      checked = new Map([...known].flatMap(([path, one]) => (one === undefined ? [] : [[path, one] as const])));
      return sources.map(({ path }) => checked.get(path)?.result ?? nothing);
    },
    part: ({ name, source }, what, print) => {
      const texts = printed.get(source.file) ?? new Map<string, string>();
      printed.set(source.file, texts);
      const key = `${name} ${what}`;
      const text = texts.get(key) ?? print();
      texts.set(key, text);
      return text;
    },
    recall: { has: (key) => modules.has(key), get: (key) => modules.get(key), set: (key, text) => void modules.set(key, text) },
  };
}

const nothing: SourceResult = { tools: [], prompts: [], resources: [], claims: [], diagnostics: [] };
