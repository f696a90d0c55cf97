import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { AuditLine } from "../../contract/call.js";
import { isAlive } from "../../contract/process.js";
import { appendLines, checkAppendable, maxLineBytes, tryLineFileLock } from "../line-file.js";
import { isQuiet, linesOf, putAside, segments } from "./segments.js";

/** A log: its file, and how it is rotated. */
interface LogFile {
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

/** Renders a line of at most 4000 bytes, whatever it contains. */
export function formatLine(line: AuditLine): string {
  const whole = `${JSON.stringify(line)}\n`;
  if (Buffer.byteLength(whole) <= maxLineBytes) return whole;
  const { tool, project, rule, repairs, arguments: _, ...rest } = line;
  const short = {
    ...rest,
    tool: cut(tool, 60),
    ...(project !== undefined && { project: cut(project, 200) }),
    ...(rule !== undefined && { rule: cut(rule, 100) }),
    ...(repairs !== undefined && { repairs: repairs.slice(0, 20) }),
    ...(line.arguments !== undefined && { arguments: "too large to be kept" }),
  };
  return `${JSON.stringify(short)}\n`;
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text);

/**
 * Parses a line; returns `undefined` for another program's line. The rest of a line from a killed process may precede
 * it.
 */
export function parseLine(line: string): AuditLine | undefined {
  const start = line.lastIndexOf(`{"time":"`);
  for (const from of start > 0 ? [0, start] : [0]) {
    const read = parsed(line.slice(from));
    if (read !== undefined) return read;
  }
  return undefined;
}

function parsed(text: string): AuditLine | undefined {
  try {
    const { time, id, tool, outcome } = Object(JSON.parse(text)) as Partial<AuditLine>;
    const isOurs = [time, id, tool, outcome].every((value) => typeof value === "string");
    // Written by this or by a compatible version.
    return isOurs ? (JSON.parse(text) as AuditLine) : undefined;
  } catch {
    return undefined;
  }
}
