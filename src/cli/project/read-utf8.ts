import type { Host } from "../../host.js";
import { UsageError } from "../usage-error.js";

/**
 * Returns the text of a file that a command will write again; `undefined` if there is none. Refuses bytes that aren't
 * UTF-8, because they would be lost.
 */
export async function readUtf8(host: Host, path: string): Promise<string | undefined> {
  const bytes = await host.read(path);
  if (bytes === undefined) return undefined;
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new UsageError(`'${path}' is not text in UTF-8.`, "Save it as UTF-8, and try again.");
  return text;
}

/** Returns the text without a byte order mark, or `undefined` for bytes that aren't UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
