import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import { readPrivateFile } from "../../io/read-private-file.js";

export interface CachedFiles {
  /** The folder of the code caches, `codeCacheFolder`. */
  readonly folder: string;
  /** `generated/bin`. */
  readonly bin: string;
  /** Node's `require` in that folder. */
  readonly load: (id: string) => unknown;
  /** Called with each file that was compiled or loaded from its cache. */
  readonly onCompiled?: (file: CompiledFile) => void;
}

export interface CompiledFile {
  readonly name: string;
  readonly source: Buffer;
  readonly script: Script;
}

type Require = (id: string) => unknown;
type CommonJs = (exports: unknown, require: Require, module: unknown, filename: string, dirname: string) => void;

/** Larger than any cache of these files. */
const mostBytes = 8 << 20;

/**
 * Returns a `require` that runs `./NAME.cjs` from its code cache, or from its source if it has none that can be used.
 * All other ids are left to Node.
 */
export function cachedRequire({ folder, bin, load, onCompiled }: CachedFiles): Require {
  const modules = new Map<string, { exports: unknown }>();
  return function requireCached(id: string): unknown {
    const known = modules.get(id);
    if (known !== undefined) return known.exports;
    const name = id.slice(2);
    const path = `${bin}/${name}`;
    const source = isBeside(id) ? readOrUndefined(path) : undefined;
    // Node reports a missing file.
    if (source === undefined) return load(id);
    const cache = readPrivateFile(`${folder}/${name}`, mostBytes);
    const wrapped = `(function(exports,require,module,__filename,__dirname){${source}\n})`;
    // V8 compares its version and flags with those of the cache, and compiles the text if they differ.
    const script = new Script(wrapped, { filename: path, cachedData: cache && codeOf(cache, source) });
    onCompiled?.({ name, source, script });
    const module = { exports: {} };
    modules.set(id, module);
    const run = script.runInThisContext() as CommonJs;
    run.call(module.exports, module.exports, requireCached, module, path, bin);
    return module.exports;
  };
}

const isBeside = (id: string) => id.startsWith("./") && id.endsWith(".cjs");

function readOrUndefined(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** A cache is the length of its source, the source, and V8's data. It is used only for exactly that source. */
export function cacheEntry(source: Buffer, code: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(source.length);
  return Buffer.concat([length, source, code]);
}

function codeOf(entry: Buffer, source: Buffer): Buffer | undefined {
  const start = 4 + source.length;
  const isOfSource = entry.length > start && entry.readUInt32LE(0) === source.length && source.compare(entry, 4, start) === 0;
  return isOfSource ? entry.subarray(start) : undefined;
}
