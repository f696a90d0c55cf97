import type { Range } from "../../contract/spec-node.js";

/** A script in the form that the rules about placeholders use. All ranges are UTF-16 offsets into its text. */
export interface Script {
  /** Text that a shell would refuse to read. */
  readonly problems: readonly { readonly message: string; readonly at: number }[];
  /** Literal text in words, where a placeholder can become a quoted reference. */
  readonly texts: readonly Stretch[];
  /** Plain references to variables: `$x` and `${x}`. */
  readonly references: readonly Stretch[];
  /** Where a reference would be code, or not expanded. */
  readonly refusals: readonly UnsupportedScript[];
  readonly commands: readonly SimpleCommand[];
  /** Words that are stored: the values of variables, by assignments and loops. */
  readonly assignments: readonly AssignedWord[];
  /** Pipelines whose failure would be the script's: none in a condition, after `!`, or before `||`. */
  readonly pipelines: readonly Pipeline[];
  /** The functions that it defines. */
  readonly functions: readonly ShellFunction[];
  /** The loops. */
  readonly loops: readonly Range[];
  /** Parts that run in a shell of their own, which has its own folder: `( … )`, `$(…)`. */
  readonly subshells: readonly Range[];
  /** Every use of a variable, whether or not a placeholder is allowed there. */
  readonly uses: readonly Use[];
  /** The files that input and output are redirected to. */
  readonly files: readonly RedirectedFile[];
  /** Arguments of nested scripts, such as `a` in `sh -c 'echo "$1"' _ a`: the values of `$1` and the others there. */
  readonly positional: readonly ShellWord[];
  /** Values of a nested script's variables that are set from outside: its `$0`. */
  readonly bound: readonly AssignedWord[];
  /** Parts of the script that become arguments of nested scripts: the input of `xargs`, the findings of `find`. */
  readonly fed: readonly Range[];
  /** The constructs that can't be followed, with their positions. */
  readonly unfollowed: readonly { readonly what: Unfollowed; readonly range: Range }[];
  /** Syntax that bash reads and other shells don't. */
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
  /** True in double quotes. */
  readonly quoted: boolean;
}

export interface AssignedWord {
  readonly variable: string;
  readonly word: ShellWord;
  /** True if the assignment itself gives the variable to a program: `NAME=value program`, `export NAME=value`. */
  readonly exported?: boolean;
  /** The depth of the script that assigns it, if that is known. */
  readonly depth?: number;
}

export interface Pipeline {
  readonly range: Range;
  /** The commands before the last, whose failures the shell doesn't report; `undefined` for a compound command. */
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

/** Positions in a script at which no placeholder is allowed: the keys of their explanations. */
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
  | "a command whose program text runs what it gets"
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
  /**
   * 0 in the script itself, 1 in a script within it (`sh -c '…'`), and so on. The outer shell doesn't see expansions of
   * a nested one.
   */
  readonly depth: number;
  readonly name: ShellWord;
  readonly args: readonly ShellWord[];
  /** The assignments among its arguments, as `export` and `declare` take them: `args` has them as words too. */
  readonly assigned: ReadonlySet<ShellWord>;
  /** Those of `assigned` that set an array: `name=(…)`. */
  readonly arrays: ReadonlySet<ShellWord>;
  /** True in a condition, or after a command whose success or failure decides. */
  readonly conditional: boolean;
  /**
   * The input from a pipe, a here-string or a file, where a program that reads its script from standard input would
   * find it.
   */
  readonly input: readonly ScriptInput[];
}

/** A part of a script whose output or content a command reads. `depth`: that of its script. */
export interface ScriptInput extends Range {
  readonly depth: number;
}

export interface ShellWord {
  readonly range: Range;
  readonly parts: readonly WordPiece[];
}

/** A piece of a word. `text` is its literal text: empty for an expansion, which only a call decides. */
export interface WordPiece {
  readonly text: string;
  readonly expands: boolean;
  /** True if it may expand to no word, or to several: an expansion without quotes, and `"$@"`. */
  readonly loose?: boolean;
  /** True if the shell splits it into words, because it is expanded without quotes. */
  readonly splits?: boolean;
  /** The variable whose elements it stands for unchanged, one word each: `"${a[@]}"`, `"$@"`. */
  readonly list?: string;
  /**
   * The output of a nested script, `$(…)`: any text, or only digits and white space. `file`: the name of a file with
   * it, `<(…)`.
   */
  readonly output?: "text" | "digits" | "file";
  readonly range: Range;
}

/** Returns the text of a word in every call; `undefined` if something in it is expanded. */
export const literalOf = (word: ShellWord | undefined): string | undefined =>
  word === undefined || word.parts.some((part) => part.expands) ? undefined : word.parts.map((part) => part.text).join("");

/** Returns true if a word may be absent, so that the next takes its place, or be several. */
export const isLoose = (word: ShellWord): boolean => word.parts.length > 0 && word.parts.every((part) => part.loose === true);

export const contains = (outer: Range, inner: Range): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** Finds the items that lie within a part of a script. */
export function indexByRange<T>(things: readonly T[], rangeOf: (thing: T) => Range): (range: Range) => readonly T[] {
  const sorted = [...things].sort((a, b) => rangeOf(a).start - rangeOf(b).start);
  return (range) => {
    const found: T[] = [];
    for (let i = firstFrom(sorted, rangeOf, range.start); i < sorted.length; i++) {
      const thing = sorted[i];
      if (thing === undefined || rangeOf(thing).start > range.end) break;
      if (contains(range, rangeOf(thing))) found.push(thing);
    }
    return found;
  };
}

function firstFrom<T>(sorted: readonly T[], rangeOf: (thing: T) => Range, start: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const thing = sorted[middle];
    if (thing !== undefined && rangeOf(thing).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const isWhole = (outer: Range, inner: Range): boolean => outer.start === inner.start && outer.end === inner.end;
