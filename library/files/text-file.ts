import { readFileSync } from "node:fs";
import { bomLength, detectEncoding, type Encoding } from "./encoding.js";

/** The text of a file: its line ends are kept, a byte order mark is separate. */
export interface TextFile {
  readonly text: string;
  readonly encoding: Encoding;
}

export const plainEncoding: Encoding = { name: "utf-8", bom: false };

/** `undefined` for content that isn't text. Writing the same text in the same encoding gives the same bytes. */
export function readTextFile(path: string): TextFile | undefined {
  const bytes = readFileSync(path);
  const encoding = detectEncoding(bytes, { isWhole: true });
  if (encoding === undefined) return undefined;
  const text = decode(bytes.subarray(bomLength(encoding)), encoding);
  return encode(text, encoding)?.equals(bytes) ? { text, encoding } : undefined;
}

/** The bytes of a text; `undefined` if the encoding can't express it. */
export function encode(text: string, encoding: Encoding): Buffer | undefined {
  const whole = encoding.bom ? `\uFEFF${text}` : text;
  switch (encoding.name) {
    case "utf-8":
      return Buffer.from(whole);
    case "utf-16le":
      return Buffer.from(whole, "utf16le");
    case "utf-16be":
      return Buffer.from(whole, "utf16le").swap16();
    case "latin1":
      return /[^\0-\xFF]/.test(whole) ? undefined : Buffer.from(whole, "latin1");
  }
}

function decode(bytes: Buffer, { name }: Encoding): string {
  if (name === "utf-16be") return bytes.length % 2 === 0 ? Buffer.from(bytes).swap16().toString("utf16le") : "";
  return bytes.toString(name === "utf-16le" ? "utf16le" : name === "utf-8" ? "utf8" : "latin1");
}

/** Returns the line end of most lines of a text. */
export const lineEndOf = (text: string): "\n" | "\r\n" => keptLineEnd(text) ?? "\n";

/** The same, but `undefined` if no line has an end, so that there is nothing to keep. */
export function keptLineEnd(text: string): "\n" | "\r\n" | undefined {
  const all = text.split("\n").length - 1;
  const crlf = text.split("\r\n").length - 1;
  return all === 0 ? undefined : crlf > all / 2 ? "\r\n" : "\n";
}

/** A text with these line ends. */
export const withLineEnds = (text: string, end: "\n" | "\r\n"): string => text.replaceAll("\r\n", "\n").replaceAll("\n", end);
