import { basename, dirname, join, resolve } from "node:path";
import { type HandlerContext, ToolError } from "toolgen/runtime";
import type { GrepSearchArgs } from "../generated/tools/grep-search.js";
import { ignoreRules } from "./files/ignore-rules.js";
import { missingPlaces } from "./files/missing-places.js";
import { notThere } from "./files/not-there.js";
import { statOrNone } from "./files/stat-or-none.js";
import { unlessForbidden } from "./files/unless-forbidden.js";
import { fileFilter } from "./search/file-filter.js";
import { findMatches, type Match } from "./search/find-matches.js";
import { showMatches } from "./search/show-matches.js";

/** Up to so many matches, a search ends sooner if they come one by one. More are faster in blocks. */
const fewMatches = 1000;

/** The result has the format of Gemini CLI's tool for this. */
export async function grepSearch(args: GrepSearchArgs, { cwd, signal }: HandlerContext): Promise<string> {
  const { dir_path, include_pattern, exclude_pattern, max_matches_per_file = Number.POSITIVE_INFINITY, total_max_matches } = args;
  if (/[\0\n]/.test(args.pattern)) refuseLines(args.pattern);
  const place = resolve(cwd, dir_path);
  const there = unlessForbidden(dir_path, () => statOrNone(place)) ?? notThere(dir_path, { cwd, kind: "file or folder" });
  const isFile = there.isFile();
  const folder = isFile ? dirname(place) : place;
  const isExcluded = ignoreRules(cwd, { git: !args.no_ignore, gemini: !args.no_ignore });
  if (isExcluded(place, !isFile)) refuse(args);
  const isWanted = filterOf(args, { folder, isExcluded: (file) => isExcluded(join(folder, file), false) });
  // At any depth: a deeper one stands for all.
  const isLeftOut = (name: string) => [name, `folder/${name}`].every((path) => isExcluded(join(folder, path), true));
  const unwanted = exclude_pattern === undefined ? undefined : expression(exclude_pattern);

  const found: Match[] = [];
  let inFile = { file: "", count: 0 };
  let isCut = false;
  for await (const match of findMatches({
    ...args,
    folder,
    file: isFile ? basename(place) : ".",
    glob: include_pattern,
    isLeftOut,
    readsFew: total_max_matches <= fewMatches && exclude_pattern === undefined && args.max_matches_per_file === undefined,
    signal,
  })) {
    if (!isWanted(match.file) || unwanted?.test(match.text)) continue;
    inFile = { file: match.file, count: match.file === inFile.file ? inFile.count + 1 : 1 };
    if (inFile.count > max_matches_per_file) continue;
    isCut = found.length === total_max_matches;
    if (isCut) break;
    found.push(match);
  }
  const where = dir_path === "." ? "in the workspace directory" : `in path "${dir_path}"`;
  const missing = found.length > 0 || include_pattern === undefined ? [] : missingPlaces(include_pattern, folder);
  return [showMatches(found, { ...args, folder, where, isCut }), ...missing].join(" ");
}

/** Some programs would search for either line, some for none. */
function refuseLines(pattern: string): never {
  throw new ToolError(
    pattern.includes("\n")
      ? "pattern holds a line break, and lines are searched one by one: search for one of its lines, and read on with context."
      : "pattern contains a NUL character, which no text file has.",
  );
}

function refuse({ dir_path, no_ignore }: GrepSearchArgs): never {
  throw new ToolError(
    no_ignore
      ? `'${dir_path}' belongs to Git, and isn't searched.`
      : `'${dir_path}' is left out by the project's ignore files. To search it anyway, set no_ignore to true.`,
  );
}

/**
 * Returns a filter for the files to search, by their paths below the folder. Programs differ in which files they skip
 * themselves.
 */
function filterOf(
  { include_pattern }: GrepSearchArgs,
  { folder, isExcluded }: { readonly folder: string; readonly isExcluded: (file: string) => boolean },
) {
  const isIncluded = include_pattern === undefined ? () => true : fileFilter(include_pattern, folder);
  const known = new Map<string, boolean>();
  return (file: string): boolean => {
    const answer = known.get(file) ?? (isIncluded(file) && !isExcluded(file));
    known.set(file, answer);
    return answer;
  };
}

function expression(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "i");
  } catch (error) {
    throw new ToolError(`exclude_pattern is not a regular expression: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
