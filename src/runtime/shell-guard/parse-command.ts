import { type Command, type ParsedScript, parse, type Word } from "unbash";

export type { Command, CommandNode, CompoundList, ParsedScript, Pipeline, PipelineNode, Redirection, Word, WordPart } from "unbash";

/** Reads a command as bash does. A mistake in its syntax is among the `errors` of what is returned. */
export const parseCommand = (source: string): ParsedScript => parse(source);

/** The words of a simple command behind its name. An assignment there is a word like any other (`env A=b`). */
export const wordsOf = (command: Command): readonly (Word | undefined)[] =>
  command.args.map((arg) => (arg.type === "Word" ? arg : undefined));
