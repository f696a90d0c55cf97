import type { Host } from "../../host.js";
import { utf8Text } from "../../runtime/text/utf8-text.js";
import { UsageError } from "../usage-error.js";

/**
 * Returns the text of a file that a command will write again; `undefined` if there is none. Refuses bytes that aren't
 * UTF-8, because they would be lost.
 */
export async function readUtf8(host: Host, path: string): Promise<string | undefined> {
  const bytes = await host.read(path);
  return bytes === undefined ? undefined : textOrRefuse(bytes, path);
}

/** Returns the text of a user's file, whose name is for the message. */
export function textOrRefuse(bytes: Uint8Array, name: string): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new UsageError(`'${name}' is not text in UTF-8.`, "Save it as UTF-8, and try again.");
  return text;
}

/** Returns the text without a byte order mark, or `undefined` for bytes that aren't UTF-8. */
export const decodeUtf8 = ({ buffer, byteOffset, byteLength }: Uint8Array): string | undefined =>
  utf8Text(Buffer.from(buffer, byteOffset, byteLength))?.replace(/^\uFEFF/, "");
