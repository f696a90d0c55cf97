import { randomUUID } from "node:crypto";
import { basename } from "node:path/posix";
import type { KnownText } from "../contract/diagnostic.js";
import { type Host, HostError, type KnownFile, temporarySuffix } from "../contract/host.js";

/** Lists the files that a build wrote: only these may ever be replaced or deleted. */
export const manifestFile = ".toolgen-manifest.json";

/** The folder for caches of a project. Deleting it loses nothing. */
export const cacheFolder = ".toolgen/cache";

/**
 * Returns the key of a cache: the compiler, and the folder as this machine knows it. A cache that came with a
 * repository, or a copy of a project, has another key and isn't read. Without a folder, the result differs each time.
 */
export async function cacheKey(host: Host, compiler: string, options?: { readonly create: boolean }): Promise<string> {
  return `${compiler} ${(await host.folderId(cacheFolder, options)) ?? randomUUID()}`;
}

/** Held while a build or a check writes. */
export const buildLock = `${cacheFolder}/build.lock`;

/** Removes temporary files that a killed build left in a folder of the cache. */
export async function removeCacheLeftovers(host: Host, folder: string): Promise<void> {
  try {
    const leftovers = ((await host.list(folder)) ?? []).filter(({ name }) => name.includes(temporarySuffix));
    for (const { name } of leftovers) await host.remove(`${folder}/${name}`);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

/** Writes a file of the cache, and makes Git ignore the folder. A cache that can't be written isn't an error. */
export async function writeQuietly(host: Host, path: string, text: string): Promise<void> {
  try {
    if ((await host.stat(".toolgen/.gitignore")) === undefined)
      await host.write({ path: ".toolgen/.gitignore", text: "*\n", executable: false });
    await host.write({ path, text, executable: false });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
  }
}

const file = `${cacheFolder}/stamp`;

/**
 * The warnings of a build, as they are printed: for users, in colour, and as JSON. The text for users is empty if there
 * are none.
 */
export interface PrintedWarnings {
  readonly pretty: string;
  readonly json: string;
}

/** The record of a build without errors. */
interface BuildStamp {
  /** The version of the compiler. */
  readonly build: string;
  /** Everything it read and wrote, with the results of `Host.marks`. */
  readonly paths: readonly string[];
  readonly marks: readonly string[];
  /** The build's summary. */
  readonly tools: string;
  /** A sentence about the cost of the tools for a model; empty without tools. */
  readonly cost: string;
  readonly files: number;
  readonly output: string;
  readonly warnings: PrintedWarnings;
}

/** The last build's stamp, and the current state. */
export interface LastBuild {
  readonly stamp: BuildStamp;
  /** The current `Host.marks` of each of the stamp's paths. */
  readonly now: readonly string[];
}

/** Looks up what the last build by this compiler read and wrote, if it left a stamp. Reads no file but the stamp. */
export async function readLastBuild(host: Host, build: string): Promise<LastBuild | undefined> {
  const bytes = await host.read(file).catch(() => undefined);
  const stamp = bytes === undefined ? undefined : parseStamp(new TextDecoder().decode(bytes));
  return stamp === undefined || stamp.build !== build ? undefined : { stamp, now: await host.marks(stamp.paths) };
}

/** Returns true if the last build was one by another compiler, be it in a copy of the folder (`cacheKey`). */
export async function isBuiltByOther(host: Host, build: string): Promise<boolean> {
  const bytes = await host.read(file).catch(() => undefined);
  const stamp = bytes === undefined ? undefined : parseStamp(new TextDecoder().decode(bytes));
  return stamp !== undefined && compilerIn(stamp.build) !== compilerIn(build);
}

const compilerIn = (key: string): string => key.split(" ")[0] ?? "";

/**
 * Returns true if nothing has changed since the last build, so that another one would change nothing. A stamp can come
 * with a repository, but the mark of an existing file can't, because it contains the inode and the time by which this
 * machine knows the file.
 */
export const isFresh = ({ stamp, now }: LastBuild): boolean =>
  stamp.marks.every((mark, i) => mark === now[i]) && stamp.marks.some((mark) => changedAt(mark) > 0);

/** The current mark of each path of the last build. */
export const marksNow = ({ stamp, now }: LastBuild): ReadonlyMap<string, string> =>
  new Map(stamp.paths.map((path, i) => [path, now[i] ?? ""]));

/** Returns the paths that haven't changed since the last build, with their marks. */
export function untouchedSince({ stamp, now }: LastBuild): ReadonlyMap<string, string> {
  const marks = stamp.paths.map((path, i) => [path, stamp.marks[i] ?? ""] as const);
  return new Map(marks.filter(([, mark], i) => mark === now[i] && changedAt(mark) > 0));
}

export async function writeStamp(host: Host, stamp: BuildStamp): Promise<void> {
  const { build, paths, marks, tools, cost, files, output, warnings } = stamp;
  await writeQuietly(
    host,
    file,
    [build, tools, cost, files, output, warnings.pretty, warnings.json, paths.length, ...paths, ...marks, end].join("\0"),
  );
}

/**
 * A project of thousands of files has a stamp of as many marks, and reading it must be cheap: it is a list separated by
 * NULs, which neither paths nor printed texts contain.
 */
const end = "end";

function parseStamp(text: string): BuildStamp | undefined {
  const [build, tools, cost, files, output, pretty, json, length, ...list] = text.split("\0");
  if (
    build === undefined ||
    tools === undefined ||
    cost === undefined ||
    output === undefined ||
    pretty === undefined ||
    json === undefined ||
    list.pop() !== end
  )
    return undefined;
  const [paths, marks] = [list.slice(0, Number(length)), list.slice(Number(length))];
  return { build, paths, marks, tools, cost, files: Number(files), output, warnings: { pretty, json } };
}

/** A host that records what is read through it. */
export interface RecordingHost {
  readonly host: Host;
  /** Each path that was read, but for the manifest of outputs, with its mark before that. */
  readonly marks: ReadonlyMap<string, string>;
  /**
   * Returns true if none of the files had just changed: a second change within the same tick of the file system's clock
   * would not show.
   */
  settled(): boolean;
}

/** The records of earlier builds that a build may use. */
interface EarlierBuild {
  /** Marks of paths that have just been looked up. */
  readonly now?: ReadonlyMap<string, string> | undefined;
  /** Returns what is known of a spec with this mark. */
  readonly known?: ((path: string, mark: string) => KnownText | undefined) | undefined;
}

/** The coarsest clock of a file system in use, except for FAT's, ticks every 10 ms. */
const tickMs = 20;

export function recordingHost(host: Host, { now, known }: EarlierBuild = {}): RecordingHost {
  const started = Date.now();
  const marks = new Map<string, string>();
  const note = async (path: string): Promise<string> => {
    const mark = marks.get(path) ?? now?.get(path) ?? (await host.marks([path]))[0] ?? "";
    // A build reads its own manifest and writes it again: a change of that isn't a change of what it is made from.
    if (basename(path) !== manifestFile) marks.set(path, mark);
    return mark;
  };
  const noting =
    <T>(look: (path: string) => Promise<T>) =>
    async (path: string): Promise<T> => {
      await note(path);
      return look(path);
    };
  const { readNow } = host;
  const find = async (path: string): Promise<KnownFile | undefined> => {
    const mark = await note(path);
    const text = known?.(path, mark);
    return text && readNow && { size: Number(mark.split(";")[2]), text, read: () => readNow(path) };
  };
  return {
    host: { ...host, list: noting(host.list), stat: noting(host.stat), read: noting(host.read), known: find },
    marks,
    settled: () => [...marks.values()].every((mark) => isSettled(mark, started)),
  };
}

/** Puts what was read now in the place of what was read before. */
export function replaceMarks(read: Map<string, string> | undefined, marks: ReadonlyMap<string, string>): void {
  read?.clear();
  for (const [path, mark] of marks) read?.set(path, mark);
}

/** Returns true if what has a mark had not just changed at a time. Then another change shows in its mark. */
export const isSettled = (mark: string, now: number): boolean => changedAt(mark) < now - tickMs;

/** Returns the time of the latest change in a mark, in milliseconds since 1970. Marks of missing files have none. */
function changedAt(mark: string): number {
  const changed = /;([\d.]+)$/.exec(mark)?.[1];
  return changed === undefined ? 0 : Number(changed);
}
