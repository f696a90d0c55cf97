import { isUtf8 } from "node:buffer";

/**
 * Returns the text of UTF-8 bytes; `undefined` if they are invalid. Invalid bytes decode to U+FFFD, so only texts with
 * it are checked.
 */
export function utf8Text(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  return text.includes("\uFFFD") && !isUtf8(bytes) ? undefined : text;
}
