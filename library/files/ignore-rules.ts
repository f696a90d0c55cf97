import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, relative, sep } from "node:path";
import { ignoresBy } from "../packages/ignore.js";
import { repositoryOf } from "./repository-of.js";

export interface Respected {
  readonly git: boolean;
  readonly gemini: boolean;
}

/** Returns true if an absolute path is excluded. If a folder is excluded, so is everything in it. */
export type IsExcluded = (path: string, isFolder: boolean) => boolean;

/**
 * Returns a filter for the names in one folder, so that a walk resolves the folder's rules once. `hasIgnoreFile` is
 * false if the caller has listed the folder and saw no `.gitignore`, which then isn't looked for.
 */
export type ExcludedIn = (folder: string, hasIgnoreFile?: boolean) => (name: string, isFolder: boolean) => boolean;

/** The rules of `excludedIn` for single paths. */
export function ignoreRules(workspace: string, respected: Respected): IsExcluded {
  const inFolder = excludedIn(workspace, respected);
  return (path, isFolder) => inFolder(dirname(path))(basename(path), isFolder);
}

/**
 * Reads the ignore files of a workspace: `.gitignore` in every folder from the top of the repository down (or from the
 * workspace, without a repository), Git's own lists, and `.geminiignore` in the workspace, which comes last. `.git` is
 * always excluded. As in Git, a later pattern overrides an earlier one, and nothing in an excluded folder can be
 * included again. Unlike in Git, patterns also apply to tracked files.
 */
export function excludedIn(workspace: string, { git, gemini }: Respected): ExcludedIn {
  const top = repositoryOf(workspace) ?? workspace;
  const below = (path: string) => relative(top, path).split(sep).join("/");
  const last = gemini ? patternsOf(join(workspace, ".geminiignore"), below(workspace)) : [];
  const lists = git ? [join(configFolder(), "git", "ignore"), join(top, ".git", "info", "exclude")] : [];
  const first = lists.flatMap((file) => patternsOf(file, ""));

  /** The patterns of a folder and of all above it. */
  const known = new Map<string, readonly string[]>();
  const patternsAt = (folder: string, hasIgnoreFile = true): readonly string[] => {
    const made = known.get(folder);
    if (made !== undefined) return made;
    const above = folder === top ? first : patternsAt(dirname(folder));
    const own = git && hasIgnoreFile ? patternsOf(join(folder, ".gitignore"), below(folder)) : [];
    const patterns = own.length === 0 ? above : [...above, ...own];
    known.set(folder, patterns);
    return patterns;
  };
  // Most folders have no file of their own, so they share their matcher with the one above.
  const matchers = new Map<readonly string[], (path: string) => boolean>();
  const matcherOf = (patterns: readonly string[]): ((path: string) => boolean) => {
    const made = matchers.get(patterns) ?? ignoresBy([".git", ...patterns, ...last], { ignoreCase: process.platform !== "linux" });
    matchers.set(patterns, made);
    return made;
  };
  return (folder, hasIgnoreFile) => {
    const base = below(folder);
    if (base.startsWith("..")) return () => false;
    const patterns = patternsAt(folder, hasIgnoreFile);
    // Most projects have few or no patterns, and then nothing is matched.
    if (last.length === 0 && patterns.length === 0) {
      const isInGit = base.split("/").includes(".git");
      return (name) => name !== "" && (isInGit || name === ".git");
    }
    const matches = matcherOf(patterns);
    const start = base === "" ? "" : `${base}/`;
    return (name, isFolder) => {
      const path = start + name;
      return name !== "" && !path.startsWith("..") && matches(isFolder ? `${path}/` : path);
    };
  };
}

const configFolder = () => process.env.XDG_CONFIG_HOME || join(homedir(), ".config");

/** The patterns of an ignore file, rewritten relative to the top. */
function patternsOf(file: string, folder: string): readonly string[] {
  const lines = readText(file)
    .replace(/^\uFEFF/, "")
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return folder === "" ? lines : lines.map((line) => moved(line, folder));
}

function readText(file: string): string {
  // Most folders have none, and an exception costs ten times as much as this.
  if (!existsSync(file)) return "";
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function moved(line: string, folder: string): string {
  const [not, pattern] = line.startsWith("!") ? ["!", line.slice(1)] : ["", line];
  const base = `/${folder.replaceAll(/[\\*?[\]]/g, "\\$&")}/`;
  // A slash that isn't at the end binds a pattern to its folder.
  return /\/(?=[^ ])/.test(pattern) ? `${not}${base}${pattern.replace(/^\//, "")}` : `${not}${base}**/${pattern}`;
}
