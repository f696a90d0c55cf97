import type { PathExists } from "../contract/repair.js";
import type { JsonObject } from "../json/json-value.js";
import { barePath } from "./bare-path.late.js";
import { type LineRange, rangeFrom } from "./range.late.js";

/** A path without the lines that followed it, and the lines. */
export interface FileRange {
  readonly path: string;
  readonly range: LineRange;
}

const ending = /^L?\d{1,9}\s?[-\u2013\u2014]\s?L?\d{1,9}$/i;

/** Longer than any real path. */
const longestPathChars = 4096;

/** Reads `a.ts:10-20` as lines of `a.ts`, unless there is a file of that name. */
export function fileRange(params: JsonObject, file: string, exists: PathExists): FileRange | undefined {
  const value = Object.hasOwn(params, file) ? params[file] : undefined;
  if (typeof value !== "string" || value.length > longestPathChars || !value.includes(":")) return undefined;
  const bare = barePath(value);
  const colon = bare.lastIndexOf(":");
  const [path, lines] = [bare.slice(0, colon), bare.slice(colon + 1)];
  if (colon < 1 || !ending.test(lines) || path.includes("\n")) return undefined;
  const [range] = rangeFrom(file, lines);
  return range === undefined || exists(file, bare) ? undefined : { path, range };
}
