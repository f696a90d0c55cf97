import { createReadStream } from "node:fs";
import { bomLength, type Encoding } from "./encoding.js";

export interface LinesWanted {
  readonly encoding: Encoding;
  readonly from: number;
  /** `undefined`: as many as possible. */
  readonly to: number | undefined;
  readonly signal: AbortSignal;
  /** The bytes of the file, if it is small and has been read. */
  readonly whole?: Buffer | undefined;
}

export interface LinesRead {
  readonly lines: readonly string[];
  /** How many lines the file has. */
  readonly total: number;
  /** How many of the lines were truncated. */
  readonly cut: number;
  readonly hasCrlf: boolean;
  readonly endsWithNewline: boolean;
}

/** The number of lines that a model gets at once. A call's result has room for them and a note. */
const mostLines = 2000;
const mostBytes = 45_000;
const longestLine = 2000;

/** Reads a range of lines and counts the others. Never holds much more of a file than it returns. */
export async function readLines(path: string, wanted: LinesWanted): Promise<LinesRead> {
  const { encoding, whole } = wanted;
  if (whole === undefined) return streamLines(path, wanted);
  return splitLines(textOf(whole, encoding), wanted);
}

function textOf(bytes: Buffer, encoding: Encoding): string {
  // Gives the same text several times as fast, unless a byte order mark comes first.
  if (encoding.name === "utf-8" && !encoding.bom && bytes[0] !== 0xef) return bytes.toString();
  const decoder = new TextDecoder(encoding.name);
  // As a part and an end: Node 20 decodes Latin-1 differently if it is told that this is all.
  return decoder.decode(bytes.subarray(bomLength(encoding)), { stream: true }) + decoder.decode();
}

/** Does the same for the text of a small file, several times as fast. */
function splitLines(text: string, { from, to }: LinesWanted): LinesRead {
  const all = text.split("\n");
  const endsWithNewline = all.at(-1) === "";
  if (endsWithNewline) all.pop();
  const file = { total: all.length, hasCrlf: text.includes("\r\n") || text.endsWith("\r"), endsWithNewline };
  const wanted = all.slice(from - 1, to);
  // A model often reads files that need no cut.
  if (!text.includes("\r") && Buffer.byteLength(text) < mostBytes && !all.some((line) => line.length > longestLine))
    return { lines: wanted.slice(0, mostLines), cut: 0, ...file };
  const lines: string[] = [];
  let [bytes, cut] = [0, 0];
  for (const line of wanted) {
    const [beginning, more] = shown({ beginning: line, length: line.length, endsInCr: line.endsWith("\r") });
    bytes += Buffer.byteLength(beginning) + 1;
    if (lines.length === mostLines || bytes > mostBytes) break;
    lines.push(beginning);
    if (more > 0) cut++;
  }
  return { lines, cut, ...file };
}

/** Reads a file of any size in one pass. */
async function streamLines(path: string, { encoding, from, to, signal }: LinesWanted): Promise<LinesRead> {
  const decoder = new TextDecoder(encoding.name);
  const lines: string[] = [];
  let [total, bytes, cut, isFull, hasCrlf] = [0, 0, 0, false, false];
  let line = noLine;
  const end = () => {
    total++;
    hasCrlf ||= line.endsInCr;
    const isWanted = !isFull && total >= from && (to === undefined || total <= to);
    const [text, more] = shown(line);
    line = noLine;
    if (!isWanted) return;
    bytes += Buffer.byteLength(text) + 1;
    isFull = lines.length === mostLines || bytes > mostBytes;
    if (isFull) return;
    lines.push(text);
    if (more > 0) cut++;
  };
  const take = (text: string) => {
    for (let start = 0; ; ) {
      const newline = text.indexOf("\n", start);
      line = longer(line, text.slice(start, newline === -1 ? undefined : newline));
      if (newline === -1) return;
      end();
      start = newline + 1;
    }
  };
  for await (const chunk of createReadStream(path, { start: bomLength(encoding), signal })) take(decoder.decode(chunk, { stream: true }));
  take(decoder.decode());
  const endsWithNewline = line.length === 0;
  if (!endsWithNewline) end();
  return { lines, total, cut, hasCrlf, endsWithNewline };
}

/** A line as far as it is read: its beginning, its length in characters, and whether the last of them is CR. */
interface Line {
  readonly beginning: string;
  readonly length: number;
  readonly endsInCr: boolean;
}

const noLine: Line = { beginning: "", length: 0, endsInCr: false };

function longer({ beginning, length, endsInCr }: Line, text: string): Line {
  if (text === "") return { beginning, length, endsInCr };
  const kept = beginning.length > longestLine ? beginning : beginning + text.slice(0, longestLine + 1 - beginning.length);
  return { beginning: kept, length: length + text.length, endsInCr: text.endsWith("\r") };
}

/** A line without its end, and how many characters of it are left out. */
function shown({ beginning, length, endsInCr }: Line): readonly [text: string, more: number] {
  const more = length - (endsInCr ? 1 : 0) - longestLine;
  if (more <= 0) return [endsInCr ? beginning.slice(0, -1) : beginning, 0];
  // Not the first half of a surrogate pair.
  const start = beginning.slice(0, longestLine).replace(/[\uD800-\uDBFF]$/, "");
  return [`${start}… [${more} more characters]`, more];
}
