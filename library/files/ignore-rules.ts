import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { ignoresBy } from "../packages/ignore.js";
import { repositoryOf } from "./repository-of.js";

export interface Respected {
  readonly git: boolean;
  readonly gemini: boolean;
}

/** Returns true if an absolute path is excluded. If a folder is excluded, so is everything in it. */
export type IsExcluded = (path: string, isFolder: boolean) => boolean;

/**
 * Reads the ignore files of a workspace: `.gitignore` in every folder from the top of the repository down (or from the
 * workspace, without a repository), Git's own lists, and `.geminiignore` in the workspace, which comes last. `.git` is
 * always excluded. As in Git, a later pattern overrides an earlier one, and nothing in an excluded folder can be
 * included again. Unlike in Git, patterns also apply to tracked files.
 */
export function ignoreRules(workspace: string, { git, gemini }: Respected): IsExcluded {
  const top = repositoryOf(workspace) ?? workspace;
  const below = (path: string) => relative(top, path).split(sep).join("/");
  const last = gemini ? patternsOf(join(workspace, ".geminiignore"), below(workspace)) : [];
  const lists = git ? [join(configFolder(), "git", "ignore"), join(top, ".git", "info", "exclude")] : [];
  const first = lists.flatMap((file) => patternsOf(file, ""));

  /** The patterns of a folder and of all above it. */
  const known = new Map<string, readonly string[]>();
  const patternsAt = (folder: string): readonly string[] => {
    const made = known.get(folder);
    if (made !== undefined) return made;
    const above = folder === top ? first : patternsAt(dirname(folder));
    const own = git ? patternsOf(join(folder, ".gitignore"), below(folder)) : [];
    const patterns = own.length === 0 ? above : [...above, ...own];
    known.set(folder, patterns);
    return patterns;
  };
  // Most folders have no file of their own, so they share their matcher with the one above.
  const matchers = new Map<readonly string[], (path: string) => boolean>();
  const matcherAt = (folder: string): ((path: string) => boolean) => {
    const patterns = patternsAt(folder);
    const made = matchers.get(patterns) ?? ignoresBy([".git", ...patterns, ...last], { ignoreCase: process.platform !== "linux" });
    matchers.set(patterns, made);
    return made;
  };
  return (path, isFolder) => {
    const name = below(path);
    if (name === "" || name.startsWith("..")) return false;
    // Most projects have few or no patterns, and then nothing is matched.
    if (last.length === 0 && patternsAt(dirname(path)).length === 0) return /(?:^|\/)\.git(?:\/|$)/.test(name);
    return matcherAt(dirname(path))(isFolder ? `${name}/` : name);
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
