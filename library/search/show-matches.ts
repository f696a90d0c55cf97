import { join } from "node:path";
import { readTextFile } from "../files/text-file.js";
import type { Match } from "./find-matches.js";

export interface Shown {
  readonly pattern: string;
  readonly folder: string;
  readonly include_pattern?: string | undefined;
  readonly names_only: boolean;
  readonly context?: number | undefined;
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly where: string;
  /** True if there are more matches than these. */
  readonly isCut: boolean;
}

const longestLine = 2000;
/** The limit of a call's result, beyond which it would be truncated and the rest lost. */
const mostBytes = 45_000;

/**
 * Shows matches by file, with the lines around them. If there are few, lines around them are shown without a request,
 * because a model that finds one match usually reads on there.
 */
export function showMatches(matches: readonly Match[], shown: Shown): string {
  const { pattern, where, include_pattern, names_only, isCut } = shown;
  const place = `for pattern "${pattern}" ${where}${include_pattern === undefined ? "" : ` (filter: "${include_pattern}")`}`;
  if (matches.length === 0) return `No matches found ${place}.`;
  const limited = isCut ? ` (results limited to ${matches.length} matches for performance)` : "";
  const files = byFile(matches);
  if (names_only) return [`Found ${files.size} files with matches ${place}${limited}:`, ...files.keys()].join("\n");
  const around = aroundOf(shown, matches.length);
  const blocks = [...files].map(([file, found]) =>
    [`File: ${file}`, ...linesOf(found, join(shown.folder, file), around), "---"].join("\n"),
  );
  const head = `Found ${matches.length} ${matches.length === 1 ? "match" : "matches"} ${place}${limited}:\n---`;
  return [head, ...asManyAsFit(blocks)].join("\n");
}

function byFile(matches: readonly Match[]): ReadonlyMap<string, readonly Match[]> {
  const files = new Map<string, Match[]>();
  for (const match of [...matches].sort(byPlace)) {
    const known = files.get(match.file);
    if (known === undefined) files.set(match.file, [match]);
    else known.push(match);
  }
  return files;
}

const byPlace = (a: Match, b: Match) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1);

interface Around {
  readonly before: number;
  readonly after: number;
}

function aroundOf({ context, before, after }: Shown, count: number): Around {
  if (context === undefined && before === undefined && after === undefined) {
    const few = count === 1 ? 50 : count <= 3 ? 15 : 0;
    return { before: few, after: few };
  }
  return { before: before ?? context ?? 0, after: after ?? context ?? 0 };
}

function linesOf(found: readonly Match[], path: string, { before, after }: Around): readonly string[] {
  const matched = new Map(found.map(({ line, text }) => [line, text]));
  const all = before + after === 0 ? [] : textOf(path).replace(/\n$/, "").split(/\r?\n/);
  const numbers = new Set(found.flatMap(({ line }) => Array.from({ length: before + after + 1 }, (_, i) => line - before + i)));
  const inFile = [...numbers].filter((number) => matched.has(number) || (number > 0 && number <= all.length)).sort((a, b) => a - b);
  return inFile.map((number) => {
    const text = matched.get(number);
    return (text === undefined ? `L${number}- ${shorten(all[number - 1] ?? "")}` : `L${number}: ${shorten(text)}`).trimEnd();
  });
}

/**
 * Reads a file in its own encoding, for the lines around matches. If the file is too large or no longer exists, only
 * the matches are shown.
 */
function textOf(path: string): string {
  try {
    return readTextFile(path)?.text ?? "";
  } catch {
    return "";
  }
}

function shorten(line: string): string {
  const text = line.trimEnd();
  return text.length > longestLine ? `${text.slice(0, longestLine).replace(/[\uD800-\uDBFF]$/, "")}… [the line goes on]` : text;
}

function asManyAsFit(blocks: readonly string[]): readonly string[] {
  let bytes = 0;
  const fitting = blocks.findIndex((block) => {
    bytes += Buffer.byteLength(block) + 1;
    return bytes > mostBytes;
  });
  if (fitting === -1) return blocks;
  const rest = blocks.length - Math.max(1, fitting);
  const note = `[The matches of ${rest} more ${rest === 1 ? "file" : "files"} are left out. Narrow dir_path or include_pattern, or ask for names_only.]`;
  return [...blocks.slice(0, Math.max(1, fitting)), ...(rest > 0 ? [note] : [])];
}
