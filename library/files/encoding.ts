import { isUtf8 } from "node:buffer";

/**
 * The encoding of a file's text. `bom`: with a byte order mark. Latin-1 is that of older files, if nothing else
 * matches.
 */
export interface Encoding {
  readonly name: "utf-8" | "utf-16le" | "utf-16be" | "latin1";
  readonly bom: boolean;
}

const marks = [
  { name: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
  { name: "utf-16le", bytes: [0xff, 0xfe] },
  { name: "utf-16be", bytes: [0xfe, 0xff] },
] as const;

/** The encoding of a file by its first bytes, or by all of them; `undefined` for a file that isn't text. */
export function detectEncoding(start: Buffer, { isWhole }: { readonly isWhole: boolean }): Encoding | undefined {
  const mark = marks.find(({ bytes }) => bytes.every((byte, i) => start[i] === byte));
  if (mark !== undefined) return { name: mark.name, bom: true };
  if (start.includes(0)) return undefined;
  if (isUtf8(isWhole ? start : withoutCutCharacter(start))) return { name: "utf-8", bom: false };
  return isMostlyLetters(start) ? { name: "latin1", bom: false } : undefined;
}

/** The number of bytes before the text. */
export const bomLength = ({ name, bom }: Encoding): number => (bom ? (marks.find((mark) => mark.name === name)?.bytes.length ?? 0) : 0);

/** UTF-8 without its last bytes, if they are the first part of a character. */
export function withoutCutCharacter(bytes: Buffer): Buffer {
  const start = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  const first = bytes[start] ?? 0;
  const length = first < 0xc0 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  return bytes.subarray(0, bytes.length - start < length ? start : bytes.length);
}

/** Control characters are rare in text, and so are bytes above 127 in the older encodings of western languages. */
function isMostlyLetters(bytes: Buffer): boolean {
  const isOdd = (byte: number) => (byte < 0x20 && ![9, 10, 12, 13, 27].includes(byte)) || byte === 0x7f || (byte >= 0x80 && byte < 0xa0);
  const odd = bytes.reduce((count, byte) => count + (isOdd(byte) ? 1 : 0), 0);
  const high = bytes.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0);
  return odd <= bytes.length / 100 && high <= bytes.length / 3;
}
