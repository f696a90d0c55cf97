import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { isAlive } from "../files/is-alive.js";

/**
 * The exit code of a finished shell, and its jobs that still run; `undefined` if there are none, because then it ends
 * by itself.
 */
export function leftBy(folder: string): { readonly code: number; readonly jobs: readonly number[] } | undefined {
  const code = join(folder, "code");
  if (!existsSync(code)) return undefined;
  const text = readFileSync(code, "utf8").trim();
  const jobs = readFileSync(join(folder, "jobs"), "utf8").split("\n").filter(Boolean).map(Number).filter(isAlive);
  return text === "" || jobs.length === 0 ? undefined : { code: Number(text), jobs };
}

/** The output limit. A command that prints more is ended. */
export const mostPrinted = 32 * 1024 * 1024;

/**
 * Returns a program's output as a terminal shows it in the end: without colours, and with only the last form of an
 * overwritten line.
 */
export const printedTo = (log: string): string => shownText(beginningOf(log));

/** Returns an output as `printedTo` does, from its first bytes and its size. */
export function shownText({ bytes, size }: Printed): string {
  if (bytes.subarray(0, 64 * 1024).includes(0)) return `(binary, ${size} bytes: send it to a file)`;
  const text = asShown(bytes.toString());
  return size > bytes.length
    ? `${text}\n[These are the first ${bytes.length} bytes of ${size}. Send that much to a file, and read parts of it.]`
    : text;
}

interface Printed {
  readonly bytes: Buffer;
  readonly size: number;
}

function asShown(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/^[^\n]*\r(?=[^\r\n])/gm, "")
    .replaceAll(/\r+$/gm, "")
    .trimEnd();
}

/** The output may have grown beyond the limit before it is read. */
function beginningOf(log: string): Printed {
  const file = openSync(log, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, mostPrinted));
    return { bytes: bytes.subarray(0, readSync(file, bytes, 0, bytes.length, 0)), size };
  } finally {
    closeSync(file);
  }
}

const tailBytes = 4096;

/** How much was printed, and its last line. */
export function lookAt(log: string): { readonly size: number; readonly lastLine: string } {
  const file = openSync(log, "r");
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, tailBytes));
    readSync(file, bytes, 0, bytes.length, size - bytes.length);
    return {
      size,
      lastLine:
        stripVTControlCharacters(bytes.toString())
          .trimEnd()
          .split(/[\r\n]/)
          .at(-1) ?? "",
    };
  } finally {
    closeSync(file);
  }
}
