import { isUtf8 } from "node:buffer";

/** How far into a page its own word for its encoding may be. */
const sniffed = 4096;

/**
 * A text of the web: by its byte order mark, what the server says, what it says itself, and else UTF-8. Where the bytes aren't the UTF-8 that is
 * promised, it is in what it says itself, or in the Latin-1 of Windows.
 */
export function decode(bytes: Buffer, contentType: string): string {
  const mark = markOf(bytes);
  if (mark !== undefined) return decoderOf(mark).decode(bytes);
  const told = [/;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1], ownWord(bytes)].flatMap((name) => name ?? []).map(decoderOrNone);
  const known = told.flatMap((decoder) => decoder ?? []).filter(({ encoding }) => encoding !== "utf-8" || isUtf8(bytes));
  const decoder = known[0] ?? decoderOf(isUtf8(withoutCutEnd(bytes)) ? "utf-8" : "windows-1252");
  return decoder.decode(bytes);
}

const decoderOf = (name: string) => new TextDecoder(name);

function decoderOrNone(name: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    return decoderOf(name);
  } catch {
    return undefined;
  }
}

function markOf(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, 3).toString("hex");
  if (start === "efbbbf") return "utf-8";
  return { fffe: "utf-16le", feff: "utf-16be" }[start.slice(0, 4)];
}

/** `<meta charset>`, or the declaration of XML. */
function ownWord(bytes: Buffer): string | undefined {
  const start = bytes.subarray(0, sniffed).toString("latin1");
  const name =
    /<meta\b[^>]*?\bcharset\s*=\s*["']?\s*([\w:-]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w:-]+)/i.exec(start)?.[1];
  // A page that can be asked for its encoding isn't in one of two bytes a character.
  return name !== undefined && /^utf-?16/i.test(name) ? "utf-8" : name;
}

/** Without the last bytes, which may be a part of a character where not all was read. */
function withoutCutEnd(bytes: Buffer): Buffer {
  const start = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  return bytes.subarray(0, bytes.length - start <= 4 ? Math.max(start, 0) : bytes.length);
}
