import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { exactly, type ParsedParams, parseArguments } from "../../call/call-arguments.js";
import { readRiskArguments, type Settings } from "../../call/risk-settings.js";
import { readUserSettings, userSettingsFile } from "../../call/user-settings.js";
import type { Host } from "../../contract/host.js";
import { findSyntaxError } from "../../contract/json-text.js";
import { maxInputBytes, utf8Text } from "../../contract/stdio.js";
import { exitCode, UsageError } from "../command.js";
import { onReaderGone } from "./interruptible.js";
import type { Terminal } from "./terminal.js";

interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

const lineFeed = 0x0a;
/** The most answers that are collected for one write. */
const mostPending = 64 * 1024;

/**
 * Answers each line of `input`, a JSON value, with a line of JSON, in order. All lines that have arrived are answered
 * before it waits for more, and no more is read than the reader of `output` accepts, so memory doesn't grow with the
 * number of lines. Returns the exit code; if the reader of `output` goes away, the rest of `input` isn't read.
 */
export async function answerLines(streams: Streams, answered: (value: ParsedParams) => object): Promise<number> {
  let isReaderGone = false;
  const stopListening = onReaderGone(streams.output, () => {
    isReaderGone = true;
    streams.input.destroy();
  });
  try {
    await answerAll(streams, answered);
  } catch (error) {
    if (!isReaderGone) throw error;
  } finally {
    stopListening();
  }
  return isReaderGone ? exitCode.readerGone : exitCode.done;
}

async function answerAll({ input, output }: Streams, answered: (value: ParsedParams) => object): Promise<void> {
  let pending = "";
  const flush = async () => {
    const text = pending;
    pending = "";
    if (text !== "" && !output.write(text)) await once(output, "drain");
  };
  const answer = (line: Line) => {
    pending += `${JSON.stringify(answered(parseLine(line)))}\n`;
  };
  let partialLine: Begun = { chunks: [], size: 0 };
  for await (const chunk of readable(input)) {
    let start = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, start)) {
      answer(whole(added(partialLine, chunk.subarray(start, end))));
      partialLine = { chunks: [], size: 0 };
      start = end + 1;
      if (pending.length > mostPending) await flush();
    }
    if (start < chunk.length) partialLine = added(partialLine, chunk.subarray(start));
    await flush();
  }
  if (partialLine.size > 0) answer(whole(partialLine));
  await flush();
}

/** The bytes of a line; `undefined` if there were too many to keep. */
type Line = Buffer | undefined;

/** An incomplete line. If it is too long, nothing of it is kept. */
interface Begun {
  readonly chunks: readonly Buffer[];
  readonly size: number;
}

function added({ chunks, size }: Begun, chunk: Buffer): Begun {
  const total = size + chunk.length;
  return { chunks: total > maxInputBytes ? [] : [...chunks, chunk], size: total };
}

const whole = ({ chunks, size }: Begun): Line => (size > maxInputBytes ? undefined : Buffer.concat(chunks));

function parseLine(line: Line): ParsedParams {
  if (line === undefined) return { ok: false, message: `The line contains more than ${maxInputBytes / 1024 / 1024} MiB.` };
  const text = utf8Text(line)?.replace(/^\uFEFF/, "");
  if (text === undefined) return { ok: false, message: "The line is not UTF-8 text." };
  try {
    return exactly(JSON.parse(text), text);
  } catch {
    const what = text.trim() === "" ? "empty" : `not valid JSON${syntaxErrorPosition(text)}`;
    return { ok: false, message: `The line is ${what}. Each line must be one JSON value, such as {"path": "a.txt"}.` };
  }
}

async function* readable(input: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of input) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`Standard input could not be read (${code}).`);
  }
}

/** Reads arguments on the command line. */
export function parseOperand(json: string): ParsedParams {
  try {
    return parseArguments(json);
  } catch {
    return {
      ok: false,
      message: `Its arguments are not valid JSON${syntaxErrorPosition(json)}. Write one JSON object, such as '{"path": "a.txt"}'.`,
    };
  }
}

/** `: at character 3, where ':' is expected`, for a text that `JSON.parse` refused. */
function syntaxErrorPosition(json: string): string {
  const mistake = findSyntaxError(json);
  return mistake === undefined ? "" : `: at character ${mistake.offset + 1}, where ${mistake.expected} is expected`;
}

/** For commands that stream standard input: refuses one that would only seem to be empty. */
export function requireStdin({ stdin }: Terminal): void {
  const code = stdin.problem();
  if (code !== undefined) throw new UsageError(`Standard input could not be read (${code}).`);
}

/**
 * Returns the text of a file that a command will write again; `undefined` if there is none. Refuses bytes that aren't
 * UTF-8, because they would be lost.
 */
export async function readUtf8(host: Host, path: string): Promise<string | undefined> {
  const bytes = await host.read(path);
  return bytes === undefined ? undefined : textOrRefuse(bytes, path);
}

/** Returns the text of a user's file, whose name is for the message. */
export function textOrRefuse(bytes: Uint8Array, name: string): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new UsageError(`'${name}' is not text in UTF-8.`, "Save it as UTF-8, and try again.");
  return text;
}

/** Returns the text without a byte order mark, or `undefined` for bytes that aren't UTF-8. */
export const decodeUtf8 = ({ buffer, byteOffset, byteLength }: Uint8Array): string | undefined =>
  utf8Text(Buffer.from(buffer, byteOffset, byteLength))?.replace(/^\uFEFF/, "");

/** Parses `--risk push=deny --risk toolset:git=safe`: settings for this run, which override those of files. */
export function commandLineSettings(given: readonly string[] | undefined): Settings {
  const read = readRiskArguments(given ?? []);
  if (!read.ok) throw new UsageError(read.message, read.hint);
  return read.settings;
}

export const noSettings: Settings = { confirm: {}, overrides: {} };

/**
 * Returns the user's settings. Mistakes in them are reported as wrong usage, because no call runs until they are
 * corrected.
 */
export function userSettings({ environment }: Terminal): Settings {
  const file = userSettingsFile(environment);
  const read = file === undefined ? undefined : readUserSettings(file);
  if (read === undefined) return noSettings;
  if (read.ok) return read.settings;
  throw new UsageError(read.problems.join("\n"), "Correct the file. Every call is refused until then.");
}
