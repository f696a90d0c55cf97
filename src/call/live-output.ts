import { StringDecoder } from "node:string_decoder";
import type { ToolDefinition } from "../contract/definition.js";
import { finderOf, withoutRanges } from "./output.late.js";
import { maxEscapeBytes } from "./report.js";

/** The least time between two reports of new output, in milliseconds. */
const everyMs = 100;

interface LiveOutput {
  /** Takes output of the program. */
  readonly add: (bytes: Uint8Array) => void;
  /** Reports the remaining output, and nothing after it. */
  readonly end: () => void;
}

/** The limit of reported output, and the secrets to redact in it. */
interface LiveLimits {
  readonly mostBytes: number;
  readonly secrets?: readonly string[];
}

/**
 * Reports output while it arrives: at once, then at most ten times a second, each time the whole output so far. If it
 * is longer than `mostBytes`, only its end is kept. Characters and secrets that are split between two reads are
 * reported whole or not at all.
 */
export function liveOutput(update: (text: string) => void, { mostBytes, secrets = [] }: LiveLimits): LiveOutput {
  const decoder = new StringDecoder("utf8");
  const redact = liveRedaction(secrets);
  let text = "";
  let reported = "";
  let timer: NodeJS.Timeout | undefined;
  const report = () => {
    timer = undefined;
    text = endOf(text, mostBytes);
    if (text === reported) return;
    reported = text;
    update(text);
    timer = setTimeout(report, everyMs);
  };
  const take = (added: string) => {
    // Truncating copies everything, so it is done once per doubling.
    text = text.length > 2 * mostBytes ? endOf(text + added, mostBytes) : text + added;
  };
  return {
    add: (bytes) => {
      take(decoder.write(redact(bytes, false)));
      if (timer === undefined) report();
    },
    end: () => {
      clearTimeout(timer);
      take(decoder.write(redact(new Uint8Array(), true)) + decoder.end());
      report();
      clearTimeout(timer);
    },
  };
}

/** Redacts a stream. Bytes that may be the beginning of a secret are held until that is known. */
function liveRedaction(secrets: readonly string[]): (added: Uint8Array, isLast: boolean) => Buffer {
  if (secrets.length === 0) return (added) => Buffer.from(added);
  const find = finderOf(secrets);
  let held = Buffer.alloc(0);
  return (added, isLast) => {
    const all = Buffer.concat([held, added]);
    const text = isLast ? all : all.subarray(0, wholeEscapes(all));
    const { ranges, settledUntil: open } = find(text);
    const free = isLast
      ? text.length
      : Math.min(open, ...ranges.filter(({ start, end }) => start < open && open < end).map(({ start }) => start));
    held = all.subarray(free);
    return withoutRanges(
      text.subarray(0, free),
      ranges.filter(({ end }) => end <= free),
    );
  };
}

/** The escapes at the end of a text, the last of which may be incomplete, with possible escapes of these escapes. */
const lastEscapes = /(?:[%&\\][#{;\dA-Za-z]{0,16}|=[\dA-Fa-f]?\r?)+$/;

/** The length of a text without the escapes at its end that may be incomplete. */
function wholeEscapes(text: Buffer): number {
  const end = text.subarray(-2 * maxEscapeBytes).toString("latin1");
  let length = text.length - (lastEscapes.exec(end)?.[0].length ?? 0);
  // An escaped backslash is two of them, which stay together.
  while (length > 0 && length < text.length && [0x25, 0x26, 0x3d, 0x5c].includes(text[length - 1] ?? 0)) length--;
  return length;
}

/** Starts at the beginning of a line if there is one; a text of n bytes has n code units at most. */
function endOf(text: string, mostBytes: number): string {
  if (text.length <= mostBytes) return text;
  const end = text.slice(-mostBytes);
  const line = end.indexOf("\n");
  return line === -1 || line === end.length - 1 ? end : end.slice(line + 1);
}

/**
 * Returns true if output arrives while a call runs: that of commands and handlers, and the response of requests. A
 * result that is in a file or isn't text arrives at the end, and a background program has another tool for its output.
 */
export function canUpdateOutput({ output, background, command }: ToolDefinition): boolean {
  if (background !== undefined || output.file !== undefined) return false;
  return command?.handler !== undefined || !isBinary(output);
}

const isBinary = ({ format }: ToolDefinition["output"]) => format === "image" || format === "audio";
