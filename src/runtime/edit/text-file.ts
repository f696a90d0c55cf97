import { readFileSync, statSync } from "node:fs";

/** The largest file whose change is shown, in bytes. */
const mostBytes = 4 * 1024 * 1024;

/** A file whose change can be shown: its text, or `null` if it doesn't exist yet. */
export type TextFile = string | null;

/**
 * Reads a file for a diff. Returns `undefined` if it isn't a file, is too large or isn't UTF-8 text. A byte order mark
 * is part of the text.
 */
export function readTextFile(path: string): TextFile | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (!stats.isFile() || stats.size > mostBytes) return undefined;
  return textOfBytes(readFileSync(path));
}

function textOfBytes(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
