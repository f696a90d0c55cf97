import { createReadStream } from "node:fs";
import { bomLength, type Encoding } from "./encoding.js";

export interface LinesWanted {
  readonly encoding: Encoding;
  readonly from: number;
  /** `undefined`: as many as possible. */
  readonly to: number | undefined;
  readonly signal: AbortSignal;
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

/** Reads a range of lines and counts the others, in one pass that never holds more of a file than it returns. */
export async function readLines(path: string, { encoding, from, to, signal }: LinesWanted): Promise<LinesRead> {
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
