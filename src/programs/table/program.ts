import type { CodeLanguageName } from "../code-languages.js";

/**
 * How a program uses an argument: as program text, as a file of it, as another program, as `NAME=value`, as the name of
 * a file that runs if it ends in `|`, as the name of a file to write that runs if it begins with `|`, or as plain data.
 */
export type Role = "text" | "file" | "program" | "setting" | "pipe" | "output" | "value";

/** An operand's role. `"..."` repeats the one before it. */
export type Operand = Role | "...";

/**
 * The arguments and the input that a program, or one of its subcommands, evaluates. Unlisted options are switches,
 * unlisted operands are data.
 */
export interface Evaluation {
  /** Options whose value is program text, such as `-c` and `--eval`. */
  readonly text?: readonly string[];
  /** Options whose value names a file, folder or module of program text, or of settings that run programs. */
  readonly file?: readonly string[];
  /** Options whose value names a program. The arguments that follow are that program's. */
  readonly program?: readonly string[];
  /** Options whose value is `NAME=value`. A value may only set the names in `harmless`. */
  readonly setting?: readonly string[];
  /** Options whose value names a file to write, or a command to pipe to if it begins with `|` or `!`. */
  readonly output?: readonly string[];
  /** Options whose value is plain data. */
  readonly value?: readonly string[];
  /** Options whose value is program text and is always attached: `-O{{x}}`. */
  readonly attached?: readonly string[];
  /** Options whose value names a file of program text or settings and is always attached: `@{{x}}`. */
  readonly attachedFile?: readonly string[];
  /** Options that take two arguments of plain data. */
  readonly pairs?: readonly string[];
  /** Options that take a name and a value. A value may only set the names in `harmless`. */
  readonly settingPairs?: readonly string[];
  /** Options whose plain value is always attached, if there is one: `-i.bak`. */
  readonly suffixed?: readonly string[];
  /** Switches. In a row with this list, any other option may take the next argument as its value. */
  readonly flags?: readonly string[];
  /** The roles of the operands, in order. */
  readonly operands?: readonly Operand[];
  /** The roles of the operands after `--`, if they differ. */
  readonly dashed?: readonly Operand[];
  /** Options that hold the program, or change the mode, so that no operand is one. */
  readonly instead?: readonly string[];
  /** Options with which it opens its operands as files, and runs a name that ends in `|`. */
  readonly pipes?: readonly string[];
  /** Program text that opens them in this way. */
  readonly pipeText?: RegExp;
  /** Options with which it only checks the syntax of the program. */
  readonly checks?: readonly string[];
  /** Where `NAME=value` may stand among the operands. */
  readonly assignments?: "first" | "anywhere";
  /** Names of settings that can't run anything; `user.*` for all below `user.`. */
  readonly harmless?: readonly string[];
  /** It reads program text from its standard input if no argument holds it. */
  readonly input?: true;
  /**
   * Its operands of `file` are folders, images and machines: it reads its input although they are there, unless one
   * names a program.
   */
  readonly location?: true;
  /** Its operand of `file` names a package, whose program it starts. */
  readonly package?: true;
  /** Options with which it reads its program from standard input alone, so that its operands are data: `sh -s`. */
  readonly onlyInput?: readonly string[];
  /** Program text, or names of modules, that make it read a program from its standard input: `python -m code`. */
  readonly inputText?: RegExp;
  /** Options that hold what it runs instead of its standard input. Its operands are read as before. */
  readonly insteadOfInput?: readonly string[];
  /** Options that make it read program text from its standard input in any case. */
  readonly inputOptions?: readonly string[];
  /** Its standard input becomes arguments of the program that it starts. */
  readonly feeds?: true;
  /** Its operands of `text` are the words of a command line. */
  readonly line?: true;
  /** It starts a program for each file that it finds: in place of `{}`, or also behind all arguments. */
  readonly finds?: "marks" | "appends";
  /** The option by which it puts that input into arguments: `xargs -I {}`. */
  readonly replace?: readonly string[];
  /** The text that it replaces by its input without such an option: `parallel git log {}`. */
  readonly marks?: string;
  /** Options end at the first operand. */
  readonly stops?: true;
  /** The first argument may be letters of options without a dash, whose values follow: `tar xfC a.tar b`. */
  readonly letters?: true;
  /** Options of one dash are words, such as `-exec`, and can't be joined. */
  readonly words?: true;
  /** Options may be written in any case. */
  readonly anyCase?: true;
  /** Options of `text` are switches that make program text of the first operand: `sh -c -e TEXT`. */
  readonly late?: true;
  /** Its own options stand before the subcommand alone. */
  readonly ownFirst?: true;
  /** All arguments after an option of `text` are part of its value. */
  readonly joins?: true;
  /**
   * The first operand is one of these, or another subcommand that evaluates nothing. They take the long options of the
   * program too.
   */
  readonly subcommands?: Readonly<Record<string, Evaluation>>;
}

/** A program, and all that it evaluates. */
export interface Program extends Evaluation {
  /** The name under which its row stands. */
  readonly name: string;
  /** The language of its program text, if its name doesn't say it. */
  readonly language?: CodeLanguageName;
}
