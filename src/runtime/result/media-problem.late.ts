import { isUtf8 } from "node:buffer";

/** The beginnings of files, by their media types. Each is a pattern over Latin-1. */
const signatures: readonly (readonly [type: string, beginning: RegExp])[] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/gif", /^GIF8[79]a/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  ["image/bmp", /^BM.{4}\0{4}/s],
  ["image/tiff", /^(?:II\*\0|MM\0\*)/],
  ["image/avif", /^.{4}ftypavi[fs]/s],
  ["image/heic", /^.{4}ftyp(?:hei[cx]|mif1)/s],
  ["image/x-icon", /^\0\0\x01\0/],
  ["audio/wav", /^RIFF.{4}WAVE/s],
  ["audio/ogg", /^OggS/],
  ["audio/flac", /^fLaC/],
  ["audio/mpeg", /^ID3/],
  ["application/pdf", /^%PDF-/],
  ["application/zip", /^PK\x03\x04/],
  ["application/gzip", /^\x1f\x8b\x08/],
];

/** The images that models' APIs take. They refuse a conversation with any of them that isn't one. */
const certain = ["image/png", "image/jpeg", "image/gif", "image/webp"];

const otherNames: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "image/pjpeg": "image/jpeg",
  "image/x-png": "image/png",
  "image/heif": "image/heic",
  "image/vnd.microsoft.icon": "image/x-icon",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "audio/vnd.wave": "audio/wav",
  "audio/mp3": "audio/mpeg",
  "audio/opus": "audio/ogg",
  "audio/vorbis": "audio/ogg",
  "audio/x-flac": "audio/flac",
};

/**
 * Returns why bytes can't be what their media type says, as a clause; `undefined` if they are, or if their form isn't
 * known.
 */
export function mediaProblem(bytes: Buffer, mimeType: string): string | undefined {
  const declared = typeName(mimeType);
  if (bytes.length === 0) return "it is empty";
  const start = bytes.toString("latin1", 0, 32);
  const found = signatures.find(([, beginning]) => beginning.test(start))?.[0];
  if (found === declared) return undefined;
  if (found !== undefined) return `it is ${found} and not ${declared}`;
  if (isUtf8(bytes) && !bytes.includes(0)) return `it is text and not ${declared}`;
  return certain.includes(declared) ? `it is not ${declared}` : undefined;
}

/** SVG is an image that is text: models' APIs take it only as text. */
export function isTextImage(mimeType: string): boolean {
  return typeName(mimeType) === "image/svg+xml";
}

function typeName(mimeType: string): string {
  const name = mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
  return Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name;
}
