import { type Command, type ParsedScript, parse, type Word, type WordPart } from "unbash";

export type { Command, CommandNode, CompoundList, ParsedScript, Pipeline, PipelineNode, Redirection, Word } from "unbash";

/** Reads a command as bash does. A mistake in its syntax is among the `errors` of what is returned. */
export const parseCommand = (source: string): ParsedScript => parse(source);

/** The text of a word that is the same in every run: nothing in it is expanded. */
export function literalOf(word: Word): string | undefined {
  return (word.parts ?? []).every(isLiteral) ? word.value : undefined;
}

function isLiteral(part: WordPart): boolean {
  if (part.type === "DoubleQuoted" || part.type === "LocaleString") return part.parts.every(isLiteral);
  return part.type === "Literal" || part.type === "SingleQuoted" || part.type === "AnsiCQuoted";
}

/** Whether a word is one argument that can only hold text: quoted variables, such as `"$HOME"`, and literal text. */
export function isOneText(word: Word): boolean {
  return (word.parts ?? []).every((part) => isLiteral(part) || (part.type === "DoubleQuoted" && part.parts.every(isText)));
}

const isText = (part: WordPart): boolean => isLiteral(part) || part.type === "SimpleExpansion";

/** The words of a simple command behind its name. An assignment there is a word like any other (`env A=b`). */
export const wordsOf = (command: Command): readonly (Word | undefined)[] =>
  command.args.map((arg) => (arg.type === "Word" ? arg : undefined));
