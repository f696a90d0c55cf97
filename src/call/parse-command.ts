import { type Command, type ParsedScript, parse, type Word } from "unbash";

export type { Command, CommandNode, CompoundList, ParsedScript, Pipeline, PipelineNode, Redirection, Word, WordPart } from "unbash";

/** Parses a command as bash does. A syntax error is among the `errors` of the result. */
export const parseCommand = (source: string): ParsedScript => parse(source);

/** The words of a simple command after its name. An assignment there is a word like any other (`env A=b`). */
export const wordsOf = (command: Command): readonly (Word | undefined)[] =>
  command.args.map((arg) => (arg.type === "Word" ? arg : undefined));
