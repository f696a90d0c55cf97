import { maxEscapeBytes } from "../report.js";
import { type DecodedText, decodeEscapes, type EscapeOpener, escapeOpeners, hasOpener } from "./decode-escapes.js";
import { type SecretForm, type SecretForms, secretForms } from "./secret-forms.js";

/** A part of a text, by offsets of bytes. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

interface FoundSecrets {
  /** In order, without overlaps. */
  readonly ranges: readonly ByteRange[];
  /** From this offset on, the text may be the beginning of a secret whose rest hasn't arrived. */
  readonly settledUntil: number;
}

export type FindSecrets = (text: Uint8Array) => FoundSecrets;

const minWindow = 1024 * 1024;
/** How often a text is decoded (`twice`). */
const decodings = 2;
/** How many bytes after a form in base64 or base32 may belong to it: a character, and padding. */
const maxWidening = 7;

/** Finds secrets in all their forms, in time that is linear in the length of a text, however many secrets there are. */
export function secretFinder(secrets: readonly string[]): FindSecrets {
  const forms = secretForms(secrets);
  if (forms.text.length === 0) return ({ length }) => ({ ranges: [], settledUntil: length });
  const searches = (["text", "base64", "base32", "hex"] as const).map((name) => ({ name, automaton: new ByteAutomaton(forms[name]) }));
  const overlap = Math.max(...searches.map(({ automaton }) => automaton.maxLength)) * maxEscapeBytes * decodings;
  return (text) => {
    const found: FoundSecret[] = [];
    const settled = searches.map((search) => scan({ bytes: text }, search, { text, found }));
    for (const { layer, isWhole: hasAllKinds, isLast } of decodedLayers(text, overlap)) {
      // Base64, base32 and hexadecimal digits contain no escapes.
      for (const search of hasAllKinds ? searches : searches.filter(({ name }) => name === "text")) {
        const settledInLayer = scan(layer, search, { text, found });
        if (isLast) settled.push(settledInLayer);
      }
    }
    const ranges = merged(found);
    const growing = found.filter(({ mayGrow, end }) => mayGrow && end > text.length - maxWidening).map(({ start }) => start);
    return { ranges, settledUntil: Math.min(...settled, ...growing) };
  };
}

interface FoundSecret extends ByteRange {
  /** True if characters after it may belong to it. */
  readonly mayGrow: boolean;
}

interface Layer {
  readonly layer: DecodedText;
  /** True if escapes of all kinds are decoded. */
  readonly isWhole: boolean;
  readonly isLast: boolean;
}

/**
 * Decodes a text in windows, which overlap by the length of the longest secret in its longest form. Each kind of escape
 * is decoded alone, because a secret may contain what looks like an escape of another kind, and all of them are decoded
 * together.
 */
function* decodedLayers(text: Uint8Array, overlap: number): Generator<Layer> {
  if (!hasOpener(text, escapeOpeners)) return;
  const size = Math.max(minWindow, 4 * overlap);
  for (let from = 0; from < text.length; from += size - overlap) {
    const window = windowOf(text, from, from + size);
    const isLast = from + size >= text.length;
    const decodedByKind = escapeOpeners.flatMap((opener) => {
      const layer = hasOpener(window.bytes, [opener]) ? decodeEscapes(window, [opener]) : undefined;
      return layer === undefined ? [] : [{ layer, openers: [opener] }];
    });
    // There are escapes of one kind only.
    const isOneKind = decodedByKind.length === 1;
    for (const { layer, openers } of decodedByKind)
      for (const each of decodedTwice(layer, isOneKind ? escapeOpeners : openers)) yield { layer: each, isWhole: isOneKind, isLast };
    const allDecoded = decodedByKind.length > 1 ? decodeEscapes(window, escapeOpeners) : undefined;
    if (allDecoded !== undefined) for (const each of decodedTwice(allDecoded, escapeOpeners)) yield { layer: each, isWhole: true, isLast };
    if (isLast) return;
  }
}

/** A part of a text before decoding. */
function windowOf(text: Uint8Array, from: number, to: number): DecodedText {
  const bytes = text.subarray(from, to);
  const starts = new Uint32Array(bytes.length);
  const ends = new Uint32Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    starts[i] = from + i;
    ends[i] = from + i + 1;
  }
  return { bytes, starts, ends };
}

/** Decodes a decoded text again: JSON in a text in JSON, or HTML in JSON. */
function decodedTwice(once: DecodedText, openers: readonly EscapeOpener[]): readonly DecodedText[] {
  const again = hasOpener(once.bytes, openers) ? decodeEscapes(once, openers) : undefined;
  return again === undefined ? [once] : [once, again];
}

/** Maps each byte of a text to itself, or to an equivalent one. */
type Alphabet = Int16Array;
const breaks = -1;
const skipped = -2;
/**
 * White space and the like between two characters of a secret: a line break and an indentation, but not a whole page of
 * it.
 */
const maxSkipped = 100;

const alphabets: Readonly<Record<keyof SecretForms, Alphabet>> = {
  text: Int16Array.from({ length: 256 }, (_, byte) => byte),
  base64: alphabet(/[A-Za-z0-9+/]/, { " \t\r\n": skipped, "-": "+".charCodeAt(0), _: "/".charCodeAt(0) }),
  base32: alphabet(/[a-z2-7]/, { " \t\r\n": skipped, ...inLowerCase("ABCDEFGHIJKLMNOPQRSTUVWXYZ") }),
  hex: alphabet(/[0-9a-f]/, { " \t\r\n:-": skipped, ...inLowerCase("ABCDEF") }),
};

function inLowerCase(letters: string): Readonly<Record<string, number>> {
  return Object.fromEntries([...letters].map((letter) => [letter, letter.toLowerCase().charCodeAt(0)]));
}

function alphabet(own: RegExp, others: Readonly<Record<string, number>>): Alphabet {
  const bytes = Int16Array.from({ length: 256 }, (_, byte) => (own.test(String.fromCharCode(byte)) ? byte : breaks));
  for (const [characters, meaning] of Object.entries(others)) for (const one of characters) bytes[one.charCodeAt(0)] = meaning;
  return bytes;
}

interface Search {
  readonly name: keyof SecretForms;
  readonly automaton: ByteAutomaton<SecretForm>;
}

/**
 * Adds the matches in a layer to `found`, as ranges of the whole text. Returns the offset from which a form may be
 * incomplete.
 */
function scan(
  { bytes, starts, ends }: Pick<DecodedText, "bytes"> & Partial<DecodedText>,
  { name, automaton }: Search,
  { text, found }: { readonly text: Uint8Array; readonly found: FoundSecret[] },
): number {
  const meanings = alphabets[name];
  // The beginnings of the last bytes of a form.
  const ring = new Uint32Array(automaton.maxLength);
  let read = 0;
  let state = 0;
  let gap = 0;
  for (let at = 0; at < bytes.length; at++) {
    const meaning = meanings[bytes[at] ?? 0] ?? breaks;
    if (meaning === skipped) {
      if (++gap > maxSkipped) state = 0;
      continue;
    }
    gap = 0;
    state = meaning === breaks ? 0 : automaton.step(state, meaning);
    if (state === 0) continue;
    ring[read++ % ring.length] = starts?.[at] ?? at;
    const form = automaton.match(state);
    if (form === undefined) continue;
    const start = ring[(read - form.bytes.length) % ring.length] ?? 0;
    found.push(widened({ start, end: ends?.[at] ?? at + 1 }, form, { text, alphabetOfForm: meanings }));
  }
  const depth = automaton.depth(state);
  const firstUnread = depth === 0 ? text.length : (ring[(read - depth) % ring.length] ?? 0);
  return (name === "base64" || name === "base32") && depth > 0 ? Math.max(0, firstUnread - 1) : firstUnread;
}

const equalsSign = 0x3d;

interface FormContext {
  readonly text: Uint8Array;
  /** The alphabet of the form. */
  readonly alphabetOfForm: Alphabet;
}

/** Includes the adjacent characters of base64 or base32 that hold some of its bits, and the padding. */
function widened({ start, end }: ByteRange, { before, after }: SecretForm, { text, alphabetOfForm: own }: FormContext): FoundSecret {
  const isOwn = (byte: number | undefined) => byte !== undefined && (own[byte] ?? breaks) >= 0;
  const from = before && isOwn(text[start - 1]) ? start - 1 : start;
  let to = end;
  if (after && isOwn(text[to])) to++;
  while (after && text[to] === equalsSign && to < end + maxWidening) to++;
  return { start: from, end: to, mayGrow: after };
}

function merged(ranges: readonly ByteRange[]): readonly ByteRange[] {
  const all: ByteRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last === undefined || range.start >= last.end) all.push(range);
    else if (range.end > last.end) all[all.length - 1] = { start: last.start, end: range.end };
  }
  return all;
}

/**
 * Finds any of many patterns in a stream of bytes, in one pass, in time that depends neither on their number nor on
 * partial matches (Aho and Corasick, "Efficient string matching", 1975). A state stands for the longest prefix of a
 * pattern just read.
 */
export class ByteAutomaton<P extends { readonly bytes: Uint8Array }> {
  /** The length of the longest pattern. */
  readonly maxLength: number;
  readonly #next = new Map<number, number>();
  /** The transitions of the first state, which reads most bytes of most texts. */
  readonly #first = new Int32Array(256);
  readonly #depth = [0];
  readonly #fallback = [0];
  readonly #pattern: (P | undefined)[] = [undefined];

  constructor(patterns: readonly P[]) {
    this.maxLength = Math.max(0, ...patterns.map(({ bytes }) => bytes.length));
    for (const pattern of patterns) this.#add(pattern);
    this.#link();
  }

  /** The state after one more byte. The first is 0. */
  step(state: number, byte: number): number {
    for (let from = state; from !== 0; from = this.#fallback[from] ?? 0) {
      const to = this.#next.get(from * 256 + byte);
      if (to !== undefined) return to;
    }
    return this.#first[byte] ?? 0;
  }

  /** How many of the last bytes may be the beginning of a pattern. */
  depth(state: number): number {
    return this.#depth[state] ?? 0;
  }

  /** The longest pattern that ends at the last byte. */
  match(state: number): P | undefined {
    return this.#pattern[state];
  }

  #add(pattern: P): void {
    let state = 0;
    for (const [depth, byte] of pattern.bytes.entries()) {
      let to = this.#child(state, byte);
      if (to === undefined) {
        to = this.#depth.push(depth + 1) - 1;
        if (state === 0) this.#first[byte] = to;
        else this.#next.set(state * 256 + byte, to);
        this.#pattern.push(undefined);
        this.#fallback.push(0);
      }
      state = to;
    }
    if (state !== 0) this.#pattern[state] = pattern;
  }

  #child(state: number, byte: number): number | undefined {
    return state === 0 ? this.#first[byte] || undefined : this.#next.get(state * 256 + byte);
  }

  /**
   * Each state falls back to the one for the longest suffix of what it stands for. Shorter ones must be linked first.
   */
  #link(): void {
    const edges = [...this.#next].sort(([, a], [, b]) => this.depth(a) - this.depth(b));
    for (const [key, to] of edges) {
      const [from, byte] = [Math.floor(key / 256), key % 256];
      const fallback = this.step(this.#fallback[from] ?? 0, byte);
      this.#fallback[to] = fallback;
      this.#pattern[to] ??= this.#pattern[fallback];
    }
  }
}
