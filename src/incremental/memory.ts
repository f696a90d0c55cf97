import { createHash } from "node:crypto";
import type { CheckSources } from "../check/check.js";
import type { SourceContext, SourceResult } from "../check/check-source.js";
import type { SourceFile } from "../diagnostics/diagnostic.js";
import type { Host } from "../host.js";
import { cacheFolder, writeQuietly } from "./cache-folder.js";
import { restore, store } from "./stored-result.js";

const file = `${cacheFolder}/checked.jsonl`;

/** Results of spec files by what they depend on: the compiler, the project's settings, the fragments, and the file's own path and text. */
export interface Memory {
  /** Checks with `check` what isn't remembered, and remembers it. */
  readonly check: CheckSources;
  /** Writes down what was used since the memory was opened, if anything is new. */
  save(): Promise<void>;
}

/** Opens the memory in the project's cache folder. `build` identifies the compiler. What can't be read counts as forgotten. */
export async function openMemory(host: Host, { build, check }: { readonly build: string; readonly check: CheckSources }): Promise<Memory> {
  const known = await readKnown(host, build);
  const used = new Map<string, string>();
  let learned = false;
  return {
    check: async (sources, context) => {
      const keyOf = keyFor(context);
      const find = finder(sources, context);
      const keyed = sources.map((source) => ({ source, key: keyOf(source) }));
      const unknown = keyed.filter(({ key }) => !known.has(key));
      const fresh = await check(
        unknown.map(({ source }) => source),
        context,
      );
      unknown.forEach(({ key }, i) => {
        const result = fresh[i];
        if (result === undefined || result.diagnostics.some((d) => d.severity === "error")) return;
        known.set(key, store(result));
        learned = true;
      });
      const results = new Map(unknown.map(({ key }, i) => [key, fresh[i]]));
      return keyed.map(({ key }): SourceResult => {
        const stored = known.get(key);
        if (stored !== undefined) used.set(key, stored);
        const result = results.get(key) ?? (stored === undefined ? undefined : restore(stored, find));
        return result ?? { tools: [], claims: [], diagnostics: [] };
      });
    },
    save: async () => {
      if (!learned && used.size === known.size) return;
      const lines = [...used].map(([key, stored]) => `${key}\t${stored}\n`);
      await writeQuietly(host, file, `${build}\n${lines.join("")}`);
    },
  };
}

async function readKnown(host: Host, build: string): Promise<Map<string, string>> {
  const bytes = await host.read(file).catch(() => undefined);
  const lines = bytes === undefined ? [] : new TextDecoder().decode(bytes).split("\n");
  if (lines[0] !== build) return new Map();
  return new Map(
    lines.slice(1, -1).map((line): [string, string] => [line.slice(0, line.indexOf("\t")), line.slice(line.indexOf("\t") + 1)]),
  );
}

function keyFor({ project, fragments }: SourceContext): (source: SourceFile) => string {
  const common = hash(JSON.stringify([project, [...fragments].map(([name, { file, index }]) => [name, file.path, file.text, index])]));
  return ({ path, text }) => hash(`${common}\0${path}\0${text}`);
}

const hash = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Finds the files that stored places of these sources may lead to. */
export function finder(sources: readonly SourceFile[], { fragments }: SourceContext) {
  const files = new Map([...[...fragments.values()].map((document) => document.file), ...sources].map((one) => [one.path, one]));
  return (path: string): SourceFile => files.get(path) ?? { path, text: "" };
}
