import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { InternalError } from "./diagnostics/invariant.js";
import type { Assets } from "./emit/output-file.js";
import { type DirEntry, type Host, HostError, TEMPORARY } from "./host.js";

/**
 * The real file system below a folder. A path that leads out of the folder by its words is refused with `EOUTSIDE`.
 *
 * The calls are synchronous inside: for the small files of a project that is four times as fast as `fs/promises`, it never runs out
 * of file handles, and a compiler has nothing else to do meanwhile.
 */
export function nodeHost(root: string): Host {
  const base = resolve(root);
  const at = async <T>(path: string, action: (full: string) => T): Promise<T> => {
    const full = resolve(base, path);
    if (full !== base && !full.startsWith(base.endsWith(sep) ? base : base + sep)) {
      throw new HostError({ code: "EOUTSIDE", path, message: `'${path}' is outside the project's root` });
    }
    try {
      return action(full);
    } catch (error) {
      throw isNodeError(error) ? new HostError({ code: error.code, path, message: error.message, cause: error }) : error;
    }
  };
  return {
    folder: base,
    list: (dir) => at(dir, (full) => unlessAbsent(() => listFolder(full))),
    realPath: (path) => at(path, (full) => realpathSync.native(full)),
    stat: (path) => at(path, (full) => unlessAbsent(() => statFile(full))),
    marks: async (paths) => paths.map((path) => mark(`${base}/${path}`)),
    read: (path) => at(path, (full) => unlessAbsent(() => readFileSync(full))),
    write: ({ path, text, executable }) => at(path, (full) => replaceFile(full, { text, mode: executable ? 0o755 : 0o644 })),
    remove: (path) => at(path, (full) => removeFile(full, base)),
  };
}

/** The programs that were bundled when toolgen was built, and its templates. The package is found from `src/` and from `dist/` alike. */
export async function readAssets(packageRoot = new URL("../", import.meta.url)): Promise<Assets> {
  const folder = fileURLToPath(new URL("dist/assets/", packageRoot));
  const programs = unlessAbsent(() => readdirSync(folder))?.filter((name) => /\.(?:[cm]js|txt)$/.test(name)) ?? [];
  if (programs.length === 0) throw new InternalError(`toolgen is not built: there are no assets in ${folder}. Run \`npm run build\`.`);
  const templates = fileURLToPath(new URL("templates/", packageRoot));
  const layouts = readdirSync(templates, { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:hbs|yaml)$/.test(name));
  const library = unlessAbsent(() => readdirSync(join(folder, "library"))) ?? [];
  return Object.fromEntries([
    ["version", readPackageVersion(packageRoot)],
    ...programs.map((name) => [name, readFileSync(join(folder, name), "utf8")] as const),
    ...library.map((name) => [`library/${name}`, readFileSync(join(folder, "library", name), "utf8")] as const),
    ...layouts.map((name) => [`templates/${name.split(sep).join("/")}`, readFileSync(join(templates, name), "utf8")] as const),
  ]);
}

/** The version in the package.json of a folder. */
export function readPackageVersion(packageRoot: URL): string {
  const text = unlessAbsent(() => readFileSync(new URL("package.json", packageRoot), "utf8"));
  const manifest: unknown = text === undefined ? undefined : JSON.parse(text);
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "unknown";
}

/** Identifies this build of the compiler: what one build kept is nothing to another. */
export function readBuildId(packageRoot: URL): string {
  return unlessAbsent(() => readFileSync(new URL("dist/assets/build-id", packageRoot), "utf8")) ?? "unbuilt";
}

function listFolder(full: string): readonly DirEntry[] {
  return readdirSync(full, { withFileTypes: true }).map((entry) => {
    const type = entry.isFile()
      ? "file"
      : entry.isDirectory()
        ? "directory"
        : entry.isSymbolicLink()
          ? linkedType(join(full, entry.name))
          : "other";
    return { name: entry.name, type };
  });
}

function linkedType(link: string): DirEntry["type"] {
  try {
    const stat = statSync(link);
    return stat.isFile() ? "file" : stat.isDirectory() ? "directory" : "other";
  } catch {
    // It leads nowhere, to itself, or to where nobody may look.
    return "other";
  }
}

function statFile(full: string) {
  const stat = statSync(full);
  return stat.isFile() ? { size: stat.size, executable: (stat.mode & 0o100) !== 0 } : undefined;
}

const orAbsent = { throwIfNoEntry: false } as const;

/** The change time is nobody's to set, so it tells of changes that keep the size and put back the time of modification. */
function mark(full: string): string {
  try {
    const stat = statSync(full, orAbsent);
    return stat === undefined ? "absent" : `${stat.ino};${stat.mode};${stat.size};${stat.ctimeMs}`;
  } catch (error) {
    return isNodeError(error) ? error.code : "unknown";
  }
}

function replaceFile(full: string, { text, mode }: { readonly text: string; readonly mode: number }): void {
  const temporary = full + TEMPORARY;
  const create = () => writeFileSync(temporary, text, { mode, flag: "wx" });
  try {
    try {
      create();
    } catch (error) {
      if (hasCode(error, "ENOENT")) mkdirSync(dirname(full), { recursive: true });
      else if (hasCode(error, "EEXIST")) rmSync(temporary);
      else throw error;
      create();
    }
    renameSync(temporary, full);
  } catch (error) {
    removeQuietly(temporary);
    throw error;
  }
}

function removeQuietly(full: string): void {
  try {
    rmSync(full, { force: true });
  } catch {
    // The first error is the one to tell of; what stays behind is removed by the next build.
  }
}

function removeFile(full: string, base: string): void {
  try {
    unlinkSync(full);
  } catch (error) {
    if (isAbsence(error)) return;
    throw error;
  }
  try {
    for (let folder = dirname(full); folder !== base; folder = dirname(folder)) rmdirSync(folder);
  } catch {
    // Not empty, or not ours to delete: then it stays.
  }
}

function unlessAbsent<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (isAbsence(error)) return undefined;
    throw error;
  }
}

const isNodeError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && "code" in error && typeof error.code === "string";
const hasCode = (error: unknown, code: string) => isNodeError(error) && error.code === code;
const isAbsence = (error: unknown) => hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR");
