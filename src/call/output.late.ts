import { isUtf8 } from "node:buffer";
import { closeSync, constants, openSync, unlinkSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RunOutcome } from "../contract/call-result.js";
import { groupDigits } from "../contract/display-text.js";
import { userTempFolder } from "../contract/user-file.js";
import {
  bytesOverLimit,
  type CutOutput,
  joinLines,
  type KeepFull,
  maxWrittenBytes,
  type OutputPart,
  type ResultPart,
  truncate,
} from "./report.js";
import { type ByteRange, type FindSecrets, secretFinder } from "./result/find-secrets.js";

/** Replaces a secret. */
const mark = Buffer.from("[secret]");

/**
 * Returns the outcome of a run without the secrets that it was given, in every form in which programs are likely to
 * print them.
 */
export function redactOutcome(outcome: RunOutcome, secrets: readonly string[]): RunOutcome {
  if (secrets.length === 0) return outcome;
  if (!("stdout" in outcome)) return { ...outcome, message: redactText(outcome.message, secrets) };
  const find = finderOf(secrets);
  const headers = outcome.kind === "exited" && outcome.headers !== undefined && { headers: redactValues(outcome.headers, secrets) };
  return { ...outcome, stdout: redactBytes(outcome.stdout, find), stderr: redactBytes(outcome.stderr, find), ...headers };
}

/** A text without secrets. */
export function redactText(text: string, secrets: readonly string[]): string {
  if (secrets.length === 0) return text;
  const bytes = Buffer.from(text);
  const { ranges } = finderOf(secrets)(bytes);
  return ranges.length === 0 ? text : withoutRanges(bytes, ranges).toString();
}

const redactValues = (texts: Readonly<Record<string, string>>, secrets: readonly string[]) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, redactText(text, secrets)]));

function redactBytes(bytes: Buffer, find: FindSecrets): Buffer {
  const { ranges } = find(bytes);
  return ranges.length === 0 ? bytes : withoutRanges(bytes, ranges);
}

/** Returns bytes with a mark instead of each of these ranges. */
export function withoutRanges(bytes: Buffer, ranges: readonly ByteRange[]): Buffer {
  const rest = ranges.flatMap(({ start }, i) => [bytes.subarray(ranges[i - 1]?.end ?? 0, start), mark]);
  return Buffer.concat([...rest, bytes.subarray(ranges.at(-1)?.end ?? 0)]);
}

let last: { readonly key: string; readonly find: FindSecrets } | undefined;

/** The same for the same secrets: the audit log asks for each of many arguments. */
export function finderOf(secrets: readonly string[]): FindSecrets {
  const key = JSON.stringify(secrets);
  if (last?.key !== key) last = { key, find: secretFinder(secrets) };
  return last.find;
}

/**
 * Joins parts as `joinParts` does, and cuts the longest ones until the text, with what stands `before` it, has at most
 * `mostBytes`. Parts may hold bytes that are not text.
 */
export function joinTruncated(
  parts: readonly ResultPart[],
  keepFull: KeepFull,
  { mostBytes = maxWrittenBytes, before = "" }: { readonly mostBytes?: number | undefined; readonly before?: string } = {},
): string {
  const readable = parts.map(toReadable);
  const keepOnce = once(keepFull);
  const joined = (maxPartBytes: number) => readable.map((part) => render(part, maxPartBytes, keepOnce)).reduce(joinLines, "");
  const longest = (maxPartBytes: number) => Math.max(...readable.map((part) => Math.min(maxPartBytes, shownBytes(part))));
  // The longest parts are cut further until the whole text is short enough.
  for (let maxPartBytes = Number.POSITIVE_INFINITY; maxPartBytes > 0; ) {
    const text = joined(maxPartBytes);
    const excess = bytesOverLimit(joinLines(before, text), mostBytes);
    if (excess === 0) return text;
    maxPartBytes = longest(maxPartBytes) - excess - noteBytes;
  }
  return cutText(joined(0), mostBytes);
}

/** Room for the note that a further cut adds. */
const noteBytes = 512;

/** How much of a part its own limit lets through. */
const shownBytes = (part: ReadablePart) => (part.kind === "line" ? 0 : Math.min(part.bytes.length, part.limits.maxBytes));

type ReadablePart = Extract<ResultPart, { kind: "line" }> | (OutputPart & { readonly whole: OutputPart });

/** Invalid bytes become U+FFFD here, before any truncation, so that every later offset is that of a character. */
function toReadable(part: ResultPart): ReadablePart {
  if (part.kind === "line") return part;
  return isUtf8(part.bytes) ? { ...part, whole: part } : { ...part, bytes: Buffer.from(part.bytes.toString("utf8")), whole: part };
}

function render(part: ReadablePart, maxBytes: number, keepFull: KeepFull): string {
  if (part.kind === "line") return `${part.text}\n`;
  const shown = truncate(part.bytes, { ...part.limits, maxBytes: Math.min(part.limits.maxBytes, maxBytes) });
  const text =
    shown === undefined
      ? part.bytes.toString("utf8")
      : [
          shown.head.toString("utf8"),
          `${cutNote(shown, part.isKept ? "" : fullOutput(keepFull(part.whole)))}\n`,
          shown.tail.toString("utf8"),
        ].reduce(joinLines, "");
  return part.bytes === part.whole.bytes ? text : joinLines(text, "[Some of these bytes are not UTF-8 text; they are shown as U+FFFD.]\n");
}

function cutNote({ omittedLines, omittedBytes }: CutOutput, where: string): string {
  const lines = omittedLines === 0 ? "" : `${groupDigits(omittedLines)} ${omittedLines === 1 ? "line" : "lines"}, `;
  return `[${lines}${groupDigits(omittedBytes)} bytes left out here.${where}]`;
}

const fullOutput = (file: string | undefined) =>
  file === undefined ? " The full output could not be kept." : ` The full output is in ${file}`;

function once(keepFull: KeepFull): KeepFull {
  const files = new Map<OutputPart, string | undefined>();
  return (part) => {
    if (!files.has(part)) files.set(part, keepFull(part));
    return files.get(part);
  };
}

/** The last resort, for lines of toolgen's that are too long by themselves. */
export function cutText(text: string, maxBytes = maxWrittenBytes): string {
  const shown = truncate(Buffer.from(text), { maxLines: Number.POSITIVE_INFINITY, maxBytes, keep: "head" });
  return shown === undefined ? text : shown.head.toString("utf8");
}

/** An output to be kept whole: its tool, its bytes, and the environment that names the temporary folder. */
export interface FullOutput {
  readonly toolName: string;
  readonly stream: "stdout" | "stderr";
  readonly bytes: Buffer;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The extension of the file's name; by default `txt`. */
  readonly extension?: string;
}

/**
 * Writes an output to a new file in `$TMPDIR/toolgen-UID` that only the user can read, and returns its path. Returns
 * `undefined` if that folder isn't the user's own (in a shared `/tmp` anybody can create one of this name, or a link),
 * or if the file can't be written. Files older than a day are deleted.
 */
export function keepFullOutput({ toolName, stream, bytes, env, extension = "txt" }: FullOutput): string | undefined {
  try {
    const folder = userTempFolder(env);
    if (folder === undefined) return undefined;
    const random = process.getBuiltinModule("node:crypto").randomBytes(8).toString("hex");
    const path = join(folder, `${toolName.replaceAll(/[^\w-]/g, "_")}-${random}${stream === "stderr" ? ".stderr" : ""}.${extension}`);
    return writeNew(path, bytes) ? path : undefined;
  } catch {
    return undefined;
  }
}

function writeNew(path: string, bytes: Buffer): boolean {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    return true;
  } catch {
    // The disk is full: half an output must not look like a complete one.
    unlinkSync(path);
    return false;
  } finally {
    closeSync(file);
  }
}
