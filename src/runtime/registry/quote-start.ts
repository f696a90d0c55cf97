import { oneLine } from "../text/one-line.js";

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
