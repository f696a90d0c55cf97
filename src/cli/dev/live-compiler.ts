import { isSettled, recordingHost, replaceMarks } from "../../compiler/build-stamp.js";
import { type CatalogueParts, catalogueParts, groupOf, pageHtml } from "../../compiler/catalogue.js";
import { type CheckSources, checkSources, type SourceResult } from "../../compiler/check.js";
import { compile } from "../../compiler/compile.js";
import type { Model } from "../../compiler/model.js";
import type { ModuleCache, OutputFile, PrintPart } from "../../compiler/output-file.js";
import type { CompiledTool } from "../../contract/definition.js";
import { isError } from "../../contract/diagnostic.js";
import { formatDiagnostics } from "../../contract/format-diagnostics.js";
import type { Host } from "../../contract/host.js";
import { readAssets } from "../../contract/node-host.js";
import { packageRoot } from "../command.js";
import { toolLoader } from "../project/load-compiled-tool.js";
import type { PageMessage } from "./page-messages.js";

/** A compiled project with its page. */
export interface LiveCatalogue {
  readonly model: Model;
  readonly parts: CatalogueParts;
  /** The name of this state: no other compilation of the process has it. */
  readonly state: string;
  page(): string;
  load(name: string): CompiledTool;
}

/** A compilation, or its errors as text. Specs with errors have a page without tools. */
type LiveResult =
  | { readonly ok: true; readonly catalogue: LiveCatalogue }
  | { readonly ok: false; readonly errors: string; readonly empty: LiveCatalogue };

interface LiveProject {
  readonly host: Host;
  readonly root: string;
  /** Replaced by the paths that compiling has read, relative to the project, with the mark that each had. */
  readonly read: Map<string, string>;
}

/** Returns a function that compiles the project as it is now. What hasn't changed since the last time is reused. */
export async function openLiveCompiler({ host, root, read }: LiveProject): Promise<() => Promise<LiveResult>> {
  const memory = rememberChecks(checkSources);
  const assets = await readAssets(packageRoot);
  const hostNow = rememberFiles(host);
  let compiled = 0;
  const catalogueOf = (model: Model, files: readonly OutputFile[]): LiveCatalogue => {
    const parts = catalogueParts(model, assets, memory.part);
    const state = String(++compiled);
    const page = () => pageHtml({ model, assets, articles: parts.articles, summary: parts.summary, state });
    return { model, parts, state, page, load: toolLoader(files, root) };
  };
  return async () => {
    const recorded = recordingHost(hostNow());
    const [{ model, files }, diagnostics] = await compile(recorded.host, assets, { ...memory, targets: ["bin"], handlers: "bundle" });
    replaceMarks(read, recorded.marks);
    const errors = diagnostics.filter(isError);
    if (errors.length === 0) return { ok: true, catalogue: catalogueOf(model, files) };
    return { ok: false, errors: formatDiagnostics(errors, { color: false }), empty: catalogueOf({ ...model, tools: [] }, []) };
  };
}

/** The memory of a compiler that runs again and again in one process: only what has changed is checked and printed. */
interface CompilerMemory {
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

/** The known facts about a file, for as long as its mark stays the same. */
interface Remembered {
  readonly mark: string;
  stat?: ReturnType<Host["stat"]>;
  read?: ReturnType<Host["read"]>;
}

/**
 * Returns a function that makes a host for each compilation. Such a host looks at a file once, and reads it only if it
 * has changed since an earlier compilation.
 */
export function rememberFiles(host: Host): () => Host {
  const known = new Map<string, Remembered>();
  return () => {
    const started = Date.now();
    const looked = new Set<string>();
    const now = async (path: string): Promise<Remembered> => {
      const last = known.get(path);
      if (last !== undefined && looked.has(path)) return last;
      const [mark = ""] = await host.marks([path]);
      looked.add(path);
      const entry = last?.mark === mark && isSettled(mark, started) ? last : { mark };
      known.set(path, entry);
      return entry;
    };
    return {
      ...host,
      stat: async (path) => {
        const entry = await now(path);
        entry.stat ??= host.stat(path);
        return entry.stat;
      },
      read: async (path) => {
        const entry = await now(path);
        entry.read ??= host.read(path);
        return entry.read;
      },
    };
  };
}

/** Returns what an open page must change to show another state. */
export function compareCatalogues(before: LiveCatalogue, after: LiveCatalogue): PageMessage {
  if (frameOf(before) !== frameOf(after)) return { kind: "reload" };
  const [old, now] = [articlesOf(before), articlesOf(after)];
  return {
    kind: "tools",
    changed: Object.fromEntries([...now].filter(([name, html]) => old.get(name) !== html)),
    removed: [...old.keys()].filter((name) => !now.has(name)),
    summary: after.parts.summary.sentence,
  };
}

const articlesOf = ({ model, parts }: LiveCatalogue) => new Map(model.tools.map(({ name }, i) => [name, parts.articles[i] ?? ""]));

/** Everything that a page without its articles is made of, besides the number of tokens. */
const frameOf = ({ model }: LiveCatalogue): string =>
  JSON.stringify([
    model.project.server,
    model.project.targets,
    [...new Set(model.tools.map(({ kind }) => kind))].sort(),
    [...new Set(model.tools.map(({ risk }) => risk.level))].sort(),
    [...new Set(model.tools.flatMap(({ toolsets }) => toolsets))].sort(),
    [...new Set(model.tools.map(groupOf))].sort(),
  ]);
