import type { Range } from "../template/nodes.js";

/** A script as the rules about placeholders see it. All ranges are UTF-16 offsets into its text. */
export interface Script {
  /** What a shell would refuse to read. */
  readonly problems: readonly { readonly message: string; readonly at: number }[];
  /** Literal text in words: where a placeholder may become a quoted reference. */
  readonly texts: readonly Stretch[];
  /** Plain references to variables: `$x` and `${x}`. */
  readonly references: readonly Stretch[];
  /** Where a reference would be code, or none. */
  readonly refusals: readonly UnsupportedScript[];
  readonly commands: readonly SimpleCommand[];
  /** Words that are kept for later: what variables are set to, by assignments and loops. */
  readonly kept: readonly Kept[];
  /** Pipelines whose failure would be the script's: none in a condition, behind `!`, or before `||`. */
  readonly pipelines: readonly Pipeline[];
  /** The functions that it defines. */
  readonly functions: readonly ShellFunction[];
  /** Every use of a variable that was read, whether or not a placeholder may stand there. */
  readonly uses: readonly Use[];
  /** The files that input and output are redirected to. */
  readonly files: readonly RedirectedFile[];
  /** Arguments of scripts within the script, such as `a` in `sh -c 'echo "$1"' _ a`: what `$1` and its like are there. */
  readonly positional: readonly ShellWord[];
  /** What variables of a script within the script are set to from outside: its `$0`. */
  readonly bound: readonly Kept[];
  /** Parts of the script that become arguments of scripts within it: what `xargs` reads, what `find` finds. */
  readonly fed: readonly Range[];
  /** What can't be followed: where it stands, and what it is. */
  readonly unfollowed: readonly { readonly what: Unfollowed; readonly range: Range }[];
  /** What bash reads and other shells don't. */
  readonly bashOnly: readonly { readonly what: string; readonly range: Range }[];
}

export interface ShellFunction {
  readonly name: string;
  readonly body: Range;
}

export interface RedirectedFile {
  readonly word: ShellWord;
  readonly writes: boolean;
  /** The part of the script whose output is written to it, or that reads it. */
  readonly by: Range;
}

export interface Stretch {
  readonly range: Range;
  /** Whether it stands in double quotes. */
  readonly quoted: boolean;
}

export interface Kept {
  readonly variable: string;
  readonly word: ShellWord;
  /** Whether the assignment itself gives the variable to a program: `NAME=value program`, `export NAME=value`. */
  readonly given?: boolean;
  /** The depth of the script that assigns it, where that is known. */
  readonly depth?: number;
}

export interface Pipeline {
  readonly range: Range;
  /** The commands before the last, whose failures the shell doesn't report; `undefined` for one that is no simple command. */
  readonly before: readonly (ShellWord | undefined)[];
}

export interface Use extends Stretch {
  readonly variable: string;
  readonly depth: number;
}

export interface UnsupportedScript {
  readonly range: Range;
  readonly where: Where;
  readonly depth?: number;
}

/** Places of a script in which no placeholder may stand: the keys of what is said about them. */
export type Where =
  | "single quotes"
  | "$'…' or $\"…\""
  | "a heredoc"
  | "arithmetic"
  | "an expansion"
  | "backquotes"
  | "a pattern"
  | "a brace expansion"
  | "the place of a program"
  | "a name"
  | "a file descriptor"
  | "what the shell evaluates"
  | "a comparison that calculates"
  | "what a shell reads as its script"
  | "a variable that loads code"
  | "a variable that programs get"
  | "a file that is run because of its name"
  | "an argument of a program that isn't written here"
  | "an argument that the program may evaluate"
  | "a comment"
  | "a word that could be an option"
  | "a word without quotes";

/** Constructs through which values can't be followed: the keys of what to write instead. */
export type Unfollowed =
  | "backquotes"
  | "a coprocess"
  | "an alias"
  | "a variable whose name isn't written here"
  | "a reference to a variable by its name"
  | "a script that isn't written here";

export interface SimpleCommand {
  readonly range: Range;
  /** 0 in the script itself, 1 in a script within it (`sh -c '…'`), and so on. What is expanded there, this shell doesn't see. */
  readonly depth: number;
  readonly name: ShellWord;
  readonly args: readonly ShellWord[];
  /** The assignments among its arguments, as `export` and `declare` take them: `args` has them as words too. */
  readonly assigned: ReadonlySet<ShellWord>;
  /** Those of `assigned` that set an array: `name=(…)`. */
  readonly arrays: ReadonlySet<ShellWord>;
  /** Whether it stands in a condition, or runs only when something before it went well or failed. */
  readonly conditional: boolean;
  /** What comes through a pipe, a here-string or a file: where a program that reads its script from there would find it. */
  readonly input: readonly Input[];
}

/** A part of a script that prints, or holds, what a command reads. `depth`: that of the script in which it stands. */
export interface Input extends Range {
  readonly depth: number;
}

export interface ShellWord {
  readonly range: Range;
  readonly parts: readonly WordPiece[];
}

/** A piece of a word. `text` is what it stands for: of an expansion, which only a call decides, nothing. */
export interface WordPiece {
  readonly text: string;
  readonly expands: boolean;
  /** Whether it may come to no word at all, or to several: what is expanded without quotes, and `"$@"`. */
  readonly loose?: boolean;
  /** Whether the shell splits it into words, because it is expanded without quotes. */
  readonly splits?: boolean;
  /** The variable whose elements it stands for as they are, one word each: `"${a[@]}"`, `"$@"`. */
  readonly list?: string;
  /** What a script in it prints, `$(…)`: any text, or digits and white space only. `file`: the name of a file that holds it, `<(…)`. */
  readonly output?: "text" | "digits" | "file";
  readonly range: Range;
}

/** What a word is in every call; `undefined` if something in it is expanded. */
export const literalOf = (word: ShellWord | undefined): string | undefined =>
  word === undefined || word.parts.some((part) => part.expands) ? undefined : word.parts.map((part) => part.text).join("");

/** Whether a word may be none, so that the next takes its place, or several. */
export const isLoose = (word: ShellWord): boolean => word.parts.length > 0 && word.parts.every((part) => part.loose === true);

export const contains = (outer: Range, inner: Range): boolean => outer.start <= inner.start && inner.end <= outer.end;
