import { isUtf8 } from "node:buffer";
import { groupDigits } from "../text/group-digits.js";
import { bytesOverLimit, joinLines, maxWrittenBytes } from "./bytes-over-limit.js";
import type { KeepFull, OutputPart, ResultPart } from "./report.js";
import { type CutOutput, truncate } from "./truncate.js";

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
