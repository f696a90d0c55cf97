import { maxEscapeBytes } from "../report.js";

/** The decoded bytes of a text, and for each its begin and end in the text. */
export interface DecodedText {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/**
 * The character that an escape begins with: in URLs, in HTML, in strings of JSON and most languages, and in mail
 * (quoted-printable).
 */
export type EscapeOpener = "%" | "&" | "\\" | "=";

export const escapeOpeners: readonly EscapeOpener[] = ["%", "&", "\\", "="];

/** Returns true if a text may have an escape with one of these characters. */
export const hasOpener = (bytes: Uint8Array, openers: readonly EscapeOpener[]): boolean =>
  openers.some((opener) => (opener === "=" ? hasQuotedByte(bytes) : bytes.includes(opener.charCodeAt(0))));

/** Most texts have an equals sign, and few of these begin an escape. */
function hasQuotedByte(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(equalsSign); at !== -1; at = bytes.indexOf(equalsSign, at + 1))
    if (quotedAt(bytes, at) !== undefined) return true;
  return false;
}

/**
 * Decodes `%41`, `&#65;`, `&#x41;`, `&amp;`, `\u0041`, `\x41`, `\101`, `\n`, `=41` and `=` before a line break, as far
 * as they are of the wanted kinds. Everything else stays. Returns `undefined` if there are none.
 */
export function decodeEscapes(text: DecodedText, openers: readonly EscapeOpener[]): DecodedText | undefined {
  const { bytes, starts, ends } = text;
  const { length } = bytes;
  const isOpener = new Uint8Array(256);
  for (const opener of openers) isOpener[opener.charCodeAt(0)] = 1;
  const decoded = { bytes: new Uint8Array(length), starts: new Uint32Array(length), ends: new Uint32Array(length) };
  let size = 0;
  let hasAny = false;
  for (let at = 0; at < length; ) {
    const byte = bytes[at] ?? 0;
    const found = isOpener[byte] === 1 ? escapeAt(bytes, at) : undefined;
    const to = at + (found?.size ?? 1);
    hasAny ||= found !== undefined;
    for (let i = 0; i < (found?.bytes.length ?? 1); i++) {
      decoded.bytes[size] = found?.bytes[i] ?? byte;
      decoded.starts[size] = starts[at] ?? 0;
      decoded.ends[size++] = ends[to - 1] ?? 0;
    }
    at = to;
  }
  if (!hasAny) return undefined;
  return { bytes: decoded.bytes.subarray(0, size), starts: decoded.starts.subarray(0, size), ends: decoded.ends.subarray(0, size) };
}

interface Escape {
  readonly bytes: Uint8Array;
  readonly size: number;
}

/**
 * The bytes that can follow an opener: a digit, a letter, a mark or a line break. Most openers don't begin an escape.
 */
const follows = Uint8Array.from({ length: 256 }, (_, byte) => (/[\dA-Za-z#"'/\\\r\n]/.test(String.fromCharCode(byte)) ? 1 : 0));

function escapeAt(bytes: Uint8Array, at: number): Escape | undefined {
  const next = bytes[at + 1] ?? 0;
  if (follows[next] === 0) return undefined;
  if (bytes[at] === backslash) {
    const simple = simpleEscapes.get(next);
    if (simple !== undefined) return simple;
  }
  if (bytes[at] === equalsSign) return quotedAt(bytes, at);
  // Two of the longest: a character beyond U+FFFF is two escapes in JSON.
  const text = String.fromCharCode(...bytes.subarray(at, at + 2 * maxEscapeBytes));
  const pair = surrogates.exec(text);
  if (pair !== null) return escapeFor(String.fromCharCode(...[pair[1], pair[2]].map((unit) => Number.parseInt(unit ?? "", 16))), pair[0]);
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const [all, byteHex, unitHex, codeHex, octal, decimal, pointHex, name] = match;
  if (byteHex !== undefined) return { bytes: Uint8Array.of(Number.parseInt(byteHex, 16)), size: all.length };
  if (octal !== undefined) return { bytes: Uint8Array.of(Number.parseInt(octal, 8)), size: all.length };
  const hex = unitHex ?? codeHex ?? pointHex;
  if (hex !== undefined) return escapeFor(character(Number.parseInt(hex, 16)), all);
  return escapeFor(decimal === undefined ? entities.get(name ?? "") : character(Number(decimal)), all);
}

/** In quoted-printable, a byte in hexadecimal digits, or a line break that isn't one of the text. */
function quotedAt(bytes: Uint8Array, at: number): Escape | undefined {
  const [next = 0, second = 0] = [bytes[at + 1], bytes[at + 2]];
  if (next === lineFeed) return { bytes: nothing, size: 2 };
  if (next === carriageReturn && second === lineFeed) return { bytes: nothing, size: 3 };
  const [high, low] = [hexValues[next] ?? -1, hexValues[second] ?? -1];
  return high < 0 || low < 0 ? undefined : { bytes: Uint8Array.of(16 * high + low), size: 3 };
}

/** The value of each hexadecimal digit, and -1 for other bytes. */
const hexValues = Int8Array.from({ length: 256 }, (_, byte) => "0123456789abcdef".indexOf(String.fromCharCode(byte).toLowerCase()));

const escapeFor = (meaning: string | undefined, { length }: string): Escape | undefined =>
  meaning === undefined ? undefined : { bytes: Buffer.from(meaning), size: length };

const surrogates = /^\\u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})/;
/**
 * Groups: a byte in hexadecimal, a code unit, a code, a byte in octal, then in HTML a code, one in hexadecimal, or a
 * name.
 */
const pattern =
  /^(?:(?:%|\\x)([0-9A-Fa-f]{2})|\\u([0-9A-Fa-f]{4})|\\u\{([0-9A-Fa-f]{1,6})\}|\\([0-3][0-7]{2})|&(?:#0{0,4}(\d{1,7})|#[Xx]0{0,4}([0-9A-Fa-f]{1,6})|([A-Za-z]{2,16}));)/;

const character = (code: number): string | undefined => (code <= 0x10ffff ? String.fromCodePoint(code) : undefined);

const backslash = 0x5c;
const equalsSign = 0x3d;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const nothing = new Uint8Array();

const simpleEscapes: ReadonlyMap<number, Escape> = new Map(
  Object.entries({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v", '"': '"', "'": "'", "/": "/", "\\": "\\" }).map(
    ([name, meaning]) => [name.charCodeAt(0), { bytes: Buffer.from(meaning), size: 2 }],
  ),
);

/** The HTML names of ASCII characters, and of the no-break space. */
const entityTable: Readonly<Record<string, string>> = {
  ...{ Tab: "\t", NewLine: "\n", nbsp: "\u00a0", excl: "!", quot: '"', QUOT: '"', num: "#", dollar: "$", percnt: "%", amp: "&", AMP: "&" },
  ...{ apos: "'", lpar: "(", rpar: ")", ast: "*", midast: "*", plus: "+", comma: ",", period: ".", sol: "/", colon: ":", semi: ";" },
  ...{
    lt: "<",
    LT: "<",
    equals: "=",
    gt: ">",
    GT: ">",
    quest: "?",
    commat: "@",
    lsqb: "[",
    lbrack: "[",
    bsol: "\\",
    rsqb: "]",
    rbrack: "]",
  },
  ...{ Hat: "^", lowbar: "_", UnderBar: "_", grave: "`", DiacriticalGrave: "`", lcub: "{", lbrace: "{", verbar: "|", vert: "|" },
  ...{ VerticalLine: "|", rcub: "}", rbrace: "}" },
};

/** A map, because a text may also have names of what every object inherits: `&constructor;`. */
const entities: ReadonlyMap<string, string> = new Map(Object.entries(entityTable));
