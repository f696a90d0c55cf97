import { isUtf8 } from "node:buffer";
import { diagnostic } from "../diagnostics/codes.js";
import type { Result, SourceFile } from "../diagnostics/diagnostic.js";

/**
 * Decodes a file's bytes, without a byte order mark. Anything but UTF-8 text is refused with the position of the first
 * wrong byte.
 */
export function decode(path: string, bytes: Uint8Array): Result<SourceFile | undefined> {
  const nul = bytes.indexOf(0);
  if (nul !== -1) return [undefined, [diagnostic("binary-file", { path }, { path, offset: String(nul) })]];
  if (!isUtf8(bytes)) {
    const offset = longestValid(bytes);
    const line = 1 + bytes.subarray(0, offset).reduce((count, byte) => count + (byte === lineFeed ? 1 : 0), 0);
    const byte = `0x${(bytes[offset] ?? 0).toString(16).padStart(2, "0").toUpperCase()}`;
    return [undefined, [diagnostic("not-utf8", { path }, { path, line: String(line), byte, offset: String(offset) })]];
  }
  return [{ path, text: utf8.decode(bytes) }, []];
}

const utf8 = new TextDecoder();
const lineFeed = 0x0a;

/** The length of the longest prefix that is UTF-8. */
function longestValid(bytes: Uint8Array): number {
  // A valid prefix may end inside a character, of which at most three bytes are there.
  const validBefore = (length: number) => [0, 1, 2, 3].map((back) => length - back).find((n) => n >= 0 && isUtf8(bytes.subarray(0, n)));
  let [low, high] = [0, bytes.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (validBefore(middle) === undefined) high = middle - 1;
    else low = middle;
  }
  return validBefore(low) ?? 0;
}
