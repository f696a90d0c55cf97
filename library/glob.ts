import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { HandlerContext } from "toolgen/runtime";
import type { GlobArgs } from "../generated/tools/glob.js";
import { globMatcher } from "./files/glob-matcher.js";
import { excludedIn } from "./files/ignore-rules.js";
import { missingPlaces } from "./files/missing-places.js";
import { notThere } from "./files/not-there.js";
import { statOrNone } from "./files/stat-or-none.js";
import { unlessForbidden } from "./files/unless-forbidden.js";
import { walk } from "./files/walk.js";

const mostFiles = 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** The result has the format of Gemini CLI's tool of this name. */
export async function glob(args: GlobArgs, { cwd, signal }: HandlerContext): Promise<string> {
  const { pattern, dir_path, case_sensitive, respect_git_ignore, respect_gemini_ignore } = args;
  const folder = resolve(cwd, dir_path);
  if (unlessForbidden(dir_path, () => statOrNone(folder)) === undefined) notThere(dir_path, { cwd, kind: "folder" });
  const { matches, mayHold } = globMatcher(pattern, folder, { nocase: !case_sensitive });
  const ignored = excludedIn(cwd, { git: respect_git_ignore, gemini: respect_gemini_ignore });
  const paths = await walk(folder, { cwd, excludedIn: ignored, matches, mayHold, signal });
  const found = paths.map((path) => join(folder, path));
  if (found.length === 0) return nothing(args, folder);
  const rest = found.length - mostFiles;
  return [
    `Found ${found.length} file(s) matching "${pattern}" within ${folder}, sorted by modification time (newest first):`,
    ...newestFirst(found).slice(0, mostFiles),
    ...(rest > 0 ? [`[${rest} more. Narrow pattern or dir_path to see them.]`] : []),
  ].join("\n");
}

function nothing({ pattern, respect_git_ignore }: GlobArgs, folder: string): string {
  const missing = missingPlaces(pattern, folder).map((place) => ` ${place}`);
  const deeper =
    /\*\*|^!/.test(pattern) || missing.length > 0
      ? ""
      : ` Files in folders further below are found with "**/${pattern.replace(/^\.?\//, "")}".`;
  const ignored = respect_git_ignore ? " What .gitignore excludes is left out unless respect_git_ignore is false." : "";
  return `No files found matching pattern "${pattern}" within ${folder}.${missing.join("")}${deeper}${ignored}`;
}

/** Sorts files that changed within a day by age, and all others by path. */
function newestFirst(paths: readonly string[]): readonly string[] {
  const since = Date.now() - dayMs;
  const dated = paths.map((path) => ({ path, changed: statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }));
  const age = (changed: number) => Math.max(changed, since);
  return dated.sort((a, b) => age(b.changed) - age(a.changed) || (a.path < b.path ? -1 : 1)).map(({ path }) => path);
}
