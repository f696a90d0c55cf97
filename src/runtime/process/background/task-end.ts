import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readPrivateFile } from "../../io/read-private-file.js";
import { isJsonObject } from "../../json/json-value.js";

/** How a background program ended: with a code, or by a signal. */
export interface TaskEnd {
  readonly code: number | null;
  readonly signal: string | null;
}

const maxBytes = 1024;

const endFile = (folder: string, pid: number) => join(folder, `ended.${pid}`);

/** Records how a program ended. Only the process that started it learns that, if it still runs then. */
export function recordTaskEnd(folder: string, pid: number, end: TaskEnd): void {
  try {
    writeFileSync(endFile(folder, pid), JSON.stringify(end), { mode: 0o600, flag: "wx" });
  } catch {
    // The program was stopped, and its folder removed; or the disk is full, and the end stays unknown.
  }
}

/** Returns how the program of a folder ended; `undefined` if that is unknown. */
export function readTaskEnd(folder: string, pid: number): TaskEnd | undefined {
  try {
    const end: unknown = JSON.parse(readPrivateFile(endFile(folder, pid), maxBytes)?.toString() ?? "");
    const { code = null, signal = null } = isJsonObject(end) ? end : {};
    const isEnd = (code === null || Number.isInteger(code)) && (signal === null || /^SIG[A-Z0-9+]{2,10}$/.test(String(signal)));
    return isEnd && (code === null) !== (signal === null) ? { code: code as number | null, signal: signal as string | null } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if a program ended as one that failed does. */
export const isFailedEnd = (end: TaskEnd | undefined): boolean => end !== undefined && end.code !== 0;
