import type { Word, WordPart } from "./parse-command.js";

/** The text of a word that is the same in every run, because nothing in it is expanded. */
export function literalWord(word: Word): string | undefined {
  return (word.parts ?? []).every(isLiteral) ? word.value : undefined;
}

function isLiteral(part: WordPart): boolean {
  if (part.type === "DoubleQuoted" || part.type === "LocaleString") return part.parts.every(isLiteral);
  return part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted";
}

/**
 * Returns true if a word is one argument that can only hold text: quoted variables, such as `"$HOME"`, and literal
 * text.
 */
export function isOneText(word: Word): boolean {
  return (word.parts ?? []).every((part) => isLiteral(part) || (part.type === "DoubleQuoted" && part.parts.every(isLiteralOrVariable)));
}

const isLiteralOrVariable = (part: WordPart): boolean => isLiteral(part) || part.type === "SimpleExpansion";
