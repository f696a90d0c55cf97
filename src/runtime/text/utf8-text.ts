import { isUtf8 } from "node:buffer";

/** The text that bytes are in UTF-8; `undefined` if they are none. What is none decodes to U+FFFD, so only that has to be looked into. */
export function utf8Text(bytes: Buffer): string | undefined {
  const text = bytes.toString();
  return text.includes("\uFFFD") && !isUtf8(bytes) ? undefined : text;
}
