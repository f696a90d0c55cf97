import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { extname } from "node:path";
import { detectEncoding, type Encoding } from "./encoding.js";
import { statOrNone } from "./stat-or-none.js";

/** The type of a file's content, by its suffix and its first bytes. `whole`: the bytes of a small text file. */
export type FileKind =
  | { readonly is: "text"; readonly encoding: Encoding; readonly whole: Buffer | undefined }
  | { readonly is: "media"; readonly mimeType: string }
  | { readonly is: "binary"; readonly size: number; readonly type: string };

const media: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".bmp": "image/bmp",
  ".mp3": "audio/mpeg",
  ".wav": "audio/wav",
  ".aif": "audio/aiff",
  ".aiff": "audio/aiff",
  ".aac": "audio/aac",
  ".ogg": "audio/ogg",
  ".flac": "audio/flac",
};

/** Models can't use larger files, and clients don't accept them. */
const largestMedia = 20 * 1024 * 1024;
const sniffed = 64 * 1024;

/** `undefined` if there is no file. */
export function kindOfFile(path: string): FileKind | undefined {
  const size = statOrNone(path)?.size;
  if (size === undefined) return undefined;
  const start = firstBytes(path);
  if (start.subarray(0, 5).toString("latin1") === "%PDF-") return binary(size, "PDF");
  const mimeType = media[extname(path).toLowerCase()];
  const isWhole = start.length === size;
  const encoding = detectEncoding(start, { isWhole });
  // A suffix alone may mislead: content that is valid text is text.
  if (encoding !== undefined) return { is: "text", encoding, whole: isWhole ? start : undefined };
  if (mimeType === undefined || size > largestMedia) return binary(size, mimeType);
  return { is: "media", mimeType };
}

const binary = (size: number, type: string | undefined): FileKind => ({ is: "binary", size, type: type === undefined ? "" : `, ${type}` });

function firstBytes(path: string): Buffer {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.allocUnsafe(sniffed);
    return bytes.subarray(0, readSync(file, bytes, 0, sniffed, 0));
  } finally {
    closeSync(file);
  }
}

/** A file in MCP's form for images and audio. */
export function mediaOf(path: string, { mimeType }: { readonly mimeType: string }) {
  const type = mimeType.startsWith("image/") ? "image" : "audio";
  return { content: [{ type, mimeType, data: readFileSync(path).toString("base64") }] };
}
