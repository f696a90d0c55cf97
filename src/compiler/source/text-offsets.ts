import type { ScalarNode } from "../../contract/spec-node.js";

/** A scalar as written: the file's text, and its range in it, quotes and block header included. */
export interface WrittenScalar {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly style: ScalarNode["style"];
}

/** A character of the file that isn't white space after decoding, or the escape that stands for one. */
interface Unit {
  readonly start: number;
  readonly end: number;
  /** How many UTF-16 units of the decoded text it makes. */
  readonly length: number;
}

/**
 * Maps UTF-16 units of a scalar's decoded text to offsets in the file. Folding, indentation, chomping and line
 * continuations only ever add or drop white space, so the other characters come in the same order in both: they are
 * matched one by one, and white space is placed right after the character before it.
 */
export function textOffsets(written: WrittenScalar, decoded: string): (index: number) => number {
  const start = contentStart(written);
  if (written.text.startsWith(decoded, start) && !mayFold(written, decoded)) return (index) => start + index;

  const offsets = new Int32Array(decoded.length + 1);
  const source = units(written, start);
  let after = start;
  for (let i = 0; i < decoded.length; ) {
    if (isWhite(decoded.charCodeAt(i))) {
      offsets[i++] = after;
      continue;
    }
    const unit = source.next().value ?? { start: after, end: after, length: 1 };
    offsets.fill(unit.start, i, i + unit.length);
    i += unit.length;
    after = unit.end;
  }
  offsets[decoded.length] = after;
  return (index) => offsets[Math.min(index, decoded.length)] ?? start;
}

/** Only a text without line ends and escapes counts as written verbatim, even if its beginning is found in the file. */
function mayFold(written: WrittenScalar, decoded: string): boolean {
  return written.style === "literal" || written.style === "folded" || /[\n\\']/.test(decoded);
}

function contentStart({ text, start, style }: WrittenScalar): number {
  switch (style) {
    case "plain":
      return start;
    case "single":
    case "double":
      return start + 1;
    case "literal":
    case "folded": {
      const lineEnd = text.indexOf("\n", start);
      return lineEnd === -1 ? text.length : lineEnd + 1;
    }
  }
}

function* units({ text, end, style }: WrittenScalar, start: number): Generator<Unit, undefined> {
  const last = style === "single" || style === "double" ? end - 1 : end;
  for (let i = start; i < last; ) {
    const code = text.charCodeAt(i);
    if (style === "double" && code === backslash) {
      const { end: next, codePoint } = readEscape(text, i);
      if (codePoint !== undefined && !isWhite(codePoint)) yield { start: i, end: next, length: codePoint > 0xffff ? 2 : 1 };
      i = next;
      continue;
    }
    const width = style === "single" && code === apostrophe ? 2 : 1;
    if (!isWhite(code)) yield { start: i, end: i + width, length: 1 };
    i += width;
  }
  return undefined;
}

/** The end of an escape in a double quoted scalar, and what it stands for; a line continuation stands for nothing. */
function readEscape(text: string, at: number): { readonly end: number; readonly codePoint: number | undefined } {
  const letter = text[at + 1] ?? "";
  const digits = { x: 2, u: 4, U: 8 }[letter];
  if (digits !== undefined) {
    const end = at + 2 + digits;
    return { end, codePoint: Number.parseInt(text.slice(at + 2, end), 16) };
  }
  if (letter === "\r" || letter === "\n") return { end: at + (text.startsWith("\r\n", at + 1) ? 3 : 2), codePoint: undefined };
  // For the others it only matters whether they are white space.
  return { end: at + 2, codePoint: "tnr \t".includes(letter) ? space : letter.charCodeAt(0) };
}

const backslash = 0x5c;
const apostrophe = 0x27;
const space = 0x20;

/** White space that YAML's folding may change. Other kinds of white space are ordinary text to it. */
const isWhite = (code: number) => code === space || code === 0x0a || code === 0x0d || code === 0x09;
