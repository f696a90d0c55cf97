import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { AuditLine } from "../../contract/audit-line.js";
import { isAlive } from "../../io/is-alive.js";
import { appendLines, checkAppendable } from "../../line-file/append-lines.js";
import { tryLineFileLock } from "../../line-file/line-file-lock.js";
import { isQuiet, linesOf, putAside, segments } from "../../line-file/segments.js";
import { formatLine, parseLine } from "./format-line.js";

/** A log: its file, and how it is rotated. */
export interface LogFile {
  readonly file: string;
  readonly maxBytes: number;
  readonly keep: number;
}

/**
 * Writes a note beside the log about a call that is about to start. If its process is killed, the next writer makes a
 * line of the note. Throws if the log can't be written.
 */
export function noteBegun(log: LogFile, line: AuditLine): void {
  checkAppendable(log.file);
  writeFileSync(noteFile(log, line), formatLine({ ...line, outcome: "interrupted" }), { mode: 0o600, flag: "wx" });
}

/**
 * Writes the line of a finished call, and those of calls whose processes are gone. If it throws, the note stays, if
 * there is one.
 */
export function writeLine(log: LogFile, line: AuditLine): void {
  const size = appendLines(log.file, [formatLine(line)]);
  rmSync(noteFile(log, line), { force: true });
  if (size > log.maxBytes || abandoned(log).length > 0) tidy(log);
}

const noteFile = ({ file }: LogFile, { pid, id }: AuditLine) => `${file}.begun-${pid}-${id}`;

/** Deletes rotated files beyond the number to keep, unless another process is doing so. */
function tidy(log: LogFile): void {
  const lock = tryLineFileLock(`${log.file}.lock`);
  if (lock === undefined) return;
  try {
    for (const note of abandoned(log)) {
      const line = parseLine(readFileSync(note, "utf8"));
      // Half a note is of a call that had not begun; a call that ended before its note was removed has its line.
      if (line !== undefined && !isWritten(log, line)) appendLines(log.file, [formatLine(line)]);
      rmSync(note, { force: true });
    }
    putAside(log.file, log.maxBytes);
    const old = segments(log.file).slice(0, -log.keep);
    for (const segment of old) if (lock.isOwn() && isQuiet(segment)) rmSync(segment, { force: true });
  } finally {
    lock.release();
  }
}

/** Notes of calls whose processes are gone. */
function abandoned({ file }: LogFile): readonly string[] {
  const own = `${basename(file)}.begun-`;
  const notes = readdirSync(dirname(file)).filter((name) => name.startsWith(own));
  const gone = notes.filter(
    (name) => /^\d+-[0-9a-f]{16}$/.test(name.slice(own.length)) && !isAlive(Number.parseInt(name.slice(own.length), 10)),
  );
  return gone.map((name) => join(dirname(file), name));
}

function isWritten({ file }: LogFile, { id }: AuditLine): boolean {
  const latest = [file, ...segments(file).slice(-1)];
  return latest.some((path) => linesOf(path).some((line) => parseLine(line)?.id === id));
}

/**
 * Returns the lines of a log in the order of the calls' beginnings. Calls that still run, or that were killed and have
 * no line yet, are not included.
 */
export function readLog(file: string): readonly AuditLine[] {
  const lines = [...segments(file), file].flatMap(linesOf).flatMap((line) => parseLine(line) ?? []);
  // A process that is invisible to another one (in a container, say) may have ended its call after that was recorded as
  // interrupted.
  const last = new Map(lines.map((line) => [line.id, line]));
  return [...last.values()].sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0));
}
