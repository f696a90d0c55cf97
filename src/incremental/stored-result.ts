import type { SourceResult } from "../check/check-source.js";
import type { SourceFile } from "../diagnostics/diagnostic.js";

/** Finds a file that a stored place names: the spec itself, or the file of a fragment. */
export type FindFile = (path: string) => SourceFile;

/** Stands for a whole file in a place. No key that a person writes begins with a NUL. */
const fileMark = "\0file";

/** A result as text, to be written down and sent to other threads. Places (`Span`s) name their file instead of holding it. */
export function store(result: SourceResult): string {
  return JSON.stringify(result, (key, value: unknown) => (key === "file" && isSourceFile(value) ? { [fileMark]: value.path } : value));
}

/** What `store` was given; `undefined` where JSON has no word for it stays out. */
export function restore(stored: string, find: FindFile): SourceResult {
  const result: unknown = JSON.parse(stored);
  putFiles(result, find);
  return result as SourceResult;
}

/** Puts files in the place of their marks, throughout a value that was just parsed: a reviver of `JSON.parse` would take three times as long. */
function putFiles(value: unknown, find: FindFile): void {
  if (typeof value !== "object" || value === null) return;
  const members = value as Record<string, unknown>;
  for (const key of Object.keys(members)) {
    const member = members[key];
    const path = key === "file" && typeof member === "object" && member !== null && fileMark in member ? member[fileMark] : undefined;
    if (typeof path === "string") members[key] = find(path);
    else putFiles(member, find);
  }
}

function isSourceFile(value: unknown): value is SourceFile {
  return typeof value === "object" && value !== null && "path" in value && "text" in value;
}
