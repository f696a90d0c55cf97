import { readdirSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { HandlerContext } from "toolgen/runtime";
import type { ListDirectoryArgs } from "../generated/tools/list-directory.js";
import { globMatcher } from "./files/glob-matcher.js";
import { ignoreRules } from "./files/ignore-rules.js";
import { isBelow } from "./files/is-below.js";
import { notThere } from "./files/not-there.js";
import { unlessForbidden } from "./files/unless-forbidden.js";

const mostEntries = 1000;
const { compare } = new Intl.Collator("en");

/** The result has the format of Gemini CLI's tool of this name. */
export function listDirectory(
  { dir_path, ignore = [], file_filtering_options: options }: ListDirectoryArgs,
  { cwd }: HandlerContext,
): string {
  const folder = resolve(cwd, dir_path);
  const names = unlessForbidden(dir_path, () => namesIn(folder)) ?? notThere(dir_path, { cwd, kind: "folder" });
  const isExcluded = ignoreRules(cwd, { git: options?.respect_git_ignore ?? true, gemini: options?.respect_gemini_ignore ?? true });
  const { matches: isUnwanted } = globMatcher(ignore, folder, { nocase: false, dropsOutside: true });

  const entries = names.map((name) => entryOf(folder, name, cwd));
  const kept = entries.filter(({ name, isFolder }) => !isExcluded(join(folder, name), isFolder));
  const shown = kept.filter(({ name }) => !isUnwanted(name)).sort(foldersFirst);
  const ignored = entries.length - kept.length;
  if (shown.length === 0) return nothing(folder, { ignored, unwanted: kept.length });
  const rest = shown.length - mostEntries;
  return [
    `Directory listing for ${folder}:`,
    ...shown.slice(0, mostEntries).map(({ line }) => line),
    ...(rest > 0 ? [`[${rest} more. Leave some out with ignore, or find those that are wanted with glob.]`] : []),
    ...(ignored > 0 ? ["", `(${ignored} ignored)`] : []),
  ].join("\n");
}

function nothing(folder: string, { ignored, unwanted }: { readonly ignored: number; readonly unwanted: number }): string {
  const hidden = [...(ignored > 0 ? [`${ignored} ignored`] : []), ...(unwanted > 0 ? [`${unwanted} that ignore leaves out`] : [])];
  return `Directory ${folder} is empty${hidden.length > 0 ? `, but for ${hidden.join(" and ")}` : ""}.`;
}

interface Entry {
  readonly name: string;
  readonly isFolder: boolean;
  readonly line: string;
}

const foldersFirst = (a: Entry, b: Entry) => Number(b.isFolder) - Number(a.isFolder) || compare(a.name, b.name);

function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return undefined;
    throw error;
  }
}

/** A link is shown with its target's type, unless the target is outside the workspace. */
function entryOf(folder: string, name: string, cwd: string): Entry {
  try {
    const real = realpathSync(join(folder, name));
    if (!isBelow(real, realpathSync(cwd))) return { name, isFolder: false, line: `${name} (a link that leads outside)` };
    const stat = statSync(real);
    const isFolder = stat.isDirectory();
    return { name, isFolder, line: isFolder ? `[DIR] ${name}` : `${name} (${stat.size} bytes)` };
  } catch {
    return { name, isFolder: false, line: `${name} (can't be read)` };
  }
}
