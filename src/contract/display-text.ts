/** Combining marks: no script needs more than this many on one character, and more would draw over other lines. */
const mostMarks = 4;

/**
 * Makes one line of untrusted text safe to show to the user who decides on it. Control and invisible characters are
 * shown as a symbol, `␛` or `<U+202E>`, and a tab as `→`.
 */
export function escapeControl(line: string): string {
  // Most lines have nothing to escape, and to create an expression with Unicode properties takes most of a millisecond.
  if (/^[ -~]*$/.test(line)) return line;
  // Characters that control a terminal, that are invisible or look like a plain space, and that change the writing
  // direction. The ideographic space is as wide as the characters around it.
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{DI}\u2800]|(?![ \u3000])\p{Zs}/gu;
  const marks = /(^|.)(\p{M}+)/gsu;
  return line.replace(hidden, mark).replace(marks, (_, base: string, given: string) => {
    const allowed = base === "" ? 0 : mostMarks;
    const all = [...given];
    return base + all.slice(0, allowed).join("") + all.slice(allowed).map(codeMark).join("");
  });
}

function mark(character: string): string {
  if (character === "\t") return "→   ";
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return "␡";
  return codeMark(character);
}

const codeMark = (character: string) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}>`;

/** Escapes a text of several lines. A last line break ends the last line. */
export function visibleLines(text: string): readonly string[] {
  return text
    .replace(/\r?\n$/, "")
    .split("\n")
    .map(escapeControl);
}

/** Shows a text as one line of something else. */
export const visibleLine = (text: string): string => escapeControl(countSpaces(oneLine(text.trim(), " ⏎ ")));

/** Shows a tab as `→` alone, and a run of spaces as their number, so that neither can shift the rest of a line. */
export const countSpaces = (line: string): string =>
  line.replaceAll("\t", "→").replace(/[ \u3000]{3,}/g, (spaces) => `<${spaces.length} spaces>`);

/**
 * Shows a text completely on one line, so that text of a model can't look like a line of the confirmation. Of more than
 * `longest` characters the middle is left out, and the number of omitted characters is shown.
 */
export const singleLine = (text: string, longest: number): string => shortened(escapeControl(countSpaces(text.trim())), longest);

/** Shortens a line in the middle if it has more than `longest` characters. */
export function shortened(line: string, longest: number): string {
  const letters = [...line];
  if (letters.length <= longest) return line;
  const end = Math.floor(longest / 3);
  return `${letters.slice(0, longest - end).join("")} … ${letters.length - longest} more characters … ${letters.slice(-end).join("")}`;
}

/**
 * Joins the lines of a text, without the white space around the line breaks. A regular expression such as `\s*\n\s*`
 * would take quadratic time for a long run of spaces.
 */
export function oneLine(text: string, separator = " "): string {
  const lines = text.split(/[\r\n\u2028\u2029]/);
  const last = lines.length - 1;
  return lines
    .map((line, i) => (i === 0 ? line.trimEnd() : i === last ? line.trimStart() : line.trim()))
    .filter((line, i) => line !== "" || i === 0 || i === last)
    .join(separator);
}

/** Shows a value so that it can't be mistaken for several, or for the words around it. */
const bare = /^[\p{L}\p{N}_@%+=:~./#-]+$/u;

/**
 * Shows a value, such as a path, so that it is recognisably one value on one line: in quotes, unless it consists of
 * letters, digits and the punctuation of paths. In quotes, `"`, `\`, line breaks and tabs are escaped as in JSON.
 */
export function visibleValue(value: string): string {
  if (bare.test(value)) return value;
  const escaped = value.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\r", "\\r").replaceAll("\t", "\\t");
  return `"${escapeControl(countSpaces(escaped))}"`;
}

/**
 * Characters that control a terminal, change the writing direction, or are invisible: controls, direction marks,
 * zero-width spaces, blank letters, and tags.
 */
const unprintable =
  /[\0-\x08\x0a-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\p{Surrogate}|[\u{e0000}-\u{e0fff}]/gu;

/** Joiners and non-joiners are parts of words in some scripts, and of emoji. Elsewhere they are invisible. */
const strayJoiners =
  /(?<![^\p{Script=Latin}\p{Script=Common}\p{Script=Greek}\p{Script=Cyrillic}]|\p{Emoji_Presentation}|\p{Emoji_Modifier}|\ufe0f)[\u200c\u200d]/gu;

/**
 * Makes one line of a file or message safe for a terminal: no character moves the cursor, rings, colours, hides or
 * changes the writing direction. Each UTF-16 unit becomes exactly one, so that columns stay the same. Tabs stay.
 */
export function printable(text: string): string {
  return text.replace(unprintable, replacement).replace(strayJoiners, replacement);
}

function replacement(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? "\u2421" : "\ufffd".repeat(character.length);
}

/** Returns the beginning of another program's text, on one line and quoted, for a message. */
export function quoteStart(text: string, most = 80): string {
  const start = text.trimStart().slice(0, most + 1);
  return JSON.stringify(start.length > most ? `${start.slice(0, most)}…` : start.trimEnd());
}

/** Part of a word that a cut has left may be a part of a secret, which no one recognizes any more. */
const cutStart = /^[\w.~+/=-]+/;
const cutEnd = /[\w.~+/=-]{1,80}$/;

/** Returns the beginning of a program's output, on one line and quoted. No word is cut. */
export function firstOutput(text: string, most = 80): string {
  const start = text.trimStart();
  return JSON.stringify(start.length > most ? `${start.slice(0, most).replace(cutEnd, "")}…` : start.trimEnd());
}

/** Returns the end of a program's output, on one line, for a message; `undefined` if it is empty. No word is cut. */
export function lastOutput(text: string, most = 400): string | undefined {
  const words = oneLine(text.trim(), " | ");
  if (words === "") return undefined;
  return words.length > most ? `…${words.slice(-most).replace(cutStart, "")}` : words;
}

/** Returns a short form of a description, for a single line. */
export function firstSentence(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return /^.*?[.!?](?= [A-Z]|$)/.exec(line)?.[0] ?? line;
}

/** A whole number as people read it: `12,340`. `toLocaleString` would load ICU's data, which takes 15 ms. */
export const groupDigits = (number: number): string => String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");

/** Prints a duration for people: `4.1 s`, `3 min`. */
export function duration(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
