import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { exactly, type ParsedParams } from "../../runtime/call/parse-params.js";
import { maxInputBytes } from "../../runtime/io/read-stdin.js";
import { utf8Text } from "../../runtime/text/utf8-text.js";
import { exitCode } from "../exit-code.js";
import { UsageError } from "../usage-error.js";
import { onReaderGone } from "./on-reader-gone.js";
import { syntaxErrorPosition } from "./parse-operand.js";

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
