import { isAscii, isUtf8 } from "node:buffer";
import { withoutCutCharacter } from "../files/encoding.js";

/** How far into a page its own declaration of its encoding may be. */
const sniffed = 4096;

/**
 * A text of the web: by its byte order mark; UTF-8 where its bytes are that, for no other encoding looks like it, and
 * pages that were moved to UTF-8 often go on to say what they were in; then what the server says, what it says itself,
 * and the Latin-1 of Windows.
 */
export function decode(bytes: Buffer, contentType: string): string {
  const mark = markOf(bytes);
  if (mark !== undefined) return decoderOf(mark).decode(bytes);
  const isPlain = isAscii(bytes);
  const text = isPlain ? undefined : inUtf8(withoutCutCharacter(bytes));
  if (text !== undefined) return text;
  const told = [/;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1], ownWord(bytes)].flatMap((name) => name ?? []).map(decoderOrNone);
  const known = told.flatMap((decoder) => decoder ?? []).filter(({ encoding }) => isPlain || encoding !== "utf-8");
  const decoder = known[0] ?? decoderOf(isPlain ? "utf-8" : "windows-1252");
  return decoder.encoding === "windows-1252" ? withWindowsMarks(decoder.decode(bytes)) : decoder.decode(bytes);
}

/** The characters of Windows-1252 from 128 to 159, in byte order. Undefined ones stand for themselves. */
const windowsMarks = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ";

/** Not every Node distinguishes Windows-1252 from the older Latin-1, which lacks quotes and dashes. */
const withWindowsMarks = (text: string) => text.replaceAll(/[\x80-\x9F]/g, (char) => windowsMarks[char.charCodeAt(0) - 0x80] ?? char);

/**
 * How many non-ASCII characters a UTF-8 page must have for each invalid byte. Text that others wrote into a page may be
 * in another encoding.
 */
const mostlyRight = 2;

/** A text that is UTF-8 beyond ASCII, except for a few bytes. */
function inUtf8(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return undefined;
  const text = decoderOf("utf-8").decode(bytes);
  if (isUtf8(bytes)) return text;
  let right = 0;
  let wrong = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) wrong++;
    else if (code > 0x7f) right++;
  }
  return right > mostlyRight * wrong ? text : undefined;
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
  // A page whose declaration can be read isn't in an encoding of two bytes a character.
  return name !== undefined && /^utf-?16/i.test(name) ? "utf-8" : name;
}
