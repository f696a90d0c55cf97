import type { Evaluation, Operand, Role } from "../table/program.js";
import { operandRoles } from "../table/roles.js";
import type { Argument } from "./argument.js";
import { ArgumentFindings } from "./argument-findings.js";
import { letterValues, openPrefixes, readOption } from "./read-options.js";
import { findSubcommand } from "./subcommands.js";

export interface ReaderOptions {
  /** An option certainly holds the program text, so no operand does. */
  readonly hasInstead?: boolean;
  /** Operands don't count, because it is uncertain whether this program is started. */
  readonly optionsOnly?: boolean;
  /** The program text comes from standard input alone. */
  readonly onlyInput?: boolean;
  /** The program text is only checked. */
  readonly checksOnly?: boolean;
}

/** Reads the arguments of one program by its row. If an argument is ambiguous, every reading of it counts. */
export class ArgumentReader {
  /** The findings in the arguments so far. */
  readonly found: ArgumentFindings;
  /** True if an option certainly holds the program text. */
  sawInstead = false;
  /** True if the program text certainly comes from standard input alone. */
  sawOnlyInput = false;
  /** True if the program text is certainly only checked. */
  sawCheck = false;
  #evaluation: Evaluation;
  /** The possible meanings of the next argument as the value of an option. */
  #expected: { readonly roles: readonly Role[]; readonly isCertain: boolean } = nothing;
  /** How many operands have been read, at least and at most. */
  #least = 0;
  #most = 0;
  #endedOptions = false;
  #takesSecond = false;
  /** Which part of a name and its value the next argument is. */
  #pair: "name" | "value" | undefined;
  #joins = false;
  #inLine = false;
  #isDone = false;
  #holdsProgram = false;

  constructor(
    row: Evaluation,
    private readonly args: readonly Argument[],
    private readonly options: ReaderOptions = {},
  ) {
    this.#evaluation = row;
    this.found = new ArgumentFindings(args);
  }

  read(from: number): this {
    for (const [i, role] of letterValues(this.args[from], this.#evaluation).entries()) this.found.use(from + 1 + i, role, this.#evaluation);
    for (const [index, arg] of this.args.entries()) {
      if (index >= from && !this.#isDone) this.#readArgument(index, arg);
    }
    return this;
  }

  get readsInput(): boolean {
    if (this.options.checksOnly === true) return false;
    return this.found.asksForInput || (this.#evaluation.input === true && !this.#holdsProgram && this.options.hasInstead !== true);
  }

  #readArgument(index: number, arg: Argument): void {
    if (this.#joins) this.found.use(index, "text", this.#evaluation);
    const { roles, isCertain } = this.#expected;
    for (const role of roles) this.found.use(index, role, this.#evaluation);
    this.#readPair(index, arg);
    if (roles.includes("program")) this.found.start(index);
    // Without its value, an option consumes the argument after it.
    const isThere = arg.certain || arg.group === this.args[index - 1]?.group;
    if (isCertain && !this.#mayBeOption(arg) && this.#takesSecond) {
      this.#takesSecond = false;
      return;
    }
    if (isCertain && !this.#mayBeOption(arg)) {
      this.#expected = isThere ? nothing : { roles, isCertain: false };
      this.#isDone ||= roles.length === 1 && roles[0] === "program" && isThere;
      return;
    }
    const { mayBeOperand, isOperand } = this.#readOptions(index, arg);
    if (mayBeOperand) this.#readOperand(index, arg, isOperand && arg.certain && !arg.many && roles.length === 0);
  }

  /**
   * `-es -S f`: whether `-s` takes a value depends on more than the row says, so what looks like an option that
   * evaluates counts as both.
   */
  #mayBeOption({ texts }: Argument): boolean {
    const evaluating = ["text", "file", "program"];
    return (
      this.#takesOptions &&
      texts.some(({ text, open }) => !open && evaluating.includes(readOption(text, open, this.#evaluation)?.next ?? ""))
    );
  }

  /** Neither a name nor its value may be open, unless the name is harmless. */
  #readPair(index: number, { texts }: Argument): void {
    const part = this.#pair;
    if (part === undefined) return;
    this.#pair = part === "name" ? "value" : undefined;
    if (part === "name" && texts.some(({ open }) => open)) this.found.evaluated.push({ index, role: "setting", setting: "NAME" });
    const names = part === "value" ? (this.args[index - 1]?.texts ?? []) : [];
    for (const name of names.filter(({ open }) => !open))
      this.found.useText(index, "setting", { text: `${name.text}=`, open: true }, this.#evaluation);
  }

  #readOptions(index: number, arg: Argument): { readonly mayBeOperand: boolean; readonly isOperand: boolean } {
    const expected: Role[] = [];
    let isCertain = arg.texts.length > 0;
    let operands = 0;
    for (const { text, open } of arg.texts) {
      const option = this.#takesOptions ? readOption(text, open, this.#evaluation) : undefined;
      if (open) this.#noticePrefixes(index, text);
      if (text === "--" && !open) {
        this.#endedOptions ||= arg.certain && arg.texts.length === 1;
        if (this.#evaluation.dashed !== undefined) this.#enterDashed(this.#evaluation.dashed);
        isCertain = false;
        continue;
      }
      if (option === undefined) {
        operands++;
        isCertain = false;
        continue;
      }
      if (option.attached !== undefined)
        this.found.useText(index, option.attached.role, { text: option.attached.text, open }, this.#evaluation);
      if (option.attached?.role === "program" && !open) this.found.starts.push({ name: option.attached.text, from: index + 1 });
      if (option.next === undefined || option.next === "maybe") isCertain = false;
      if (option.next !== undefined) expected.push(option.next === "maybe" ? "value" : option.next);
      this.#notice(option.names, arg.certain && arg.texts.length === 1);
    }
    this.#expected = expected.length === 0 ? nothing : { roles: [...new Set(expected)], isCertain };
    return { mayBeOperand: operands > 0, isOperand: operands === arg.texts.length };
  }

  get #takesOptions(): boolean {
    return !this.#endedOptions && !(this.#evaluation.stops === true && this.#least > 0);
  }

  /** Words before `--` were something else. */
  #enterDashed(operands: readonly Operand[]): void {
    const { dashed: _dashed, ...rest } = this.#evaluation;
    this.#evaluation = { ...rest, operands };
    [this.#least, this.#most] = [0, 0];
  }

  /** After `--`, no prefix of an option counts, but `@file` and `!command` aren't options. */
  #noticePrefixes(index: number, text: string): void {
    const prefixes = openPrefixes(text, this.#evaluation);
    const counting = this.#takesOptions ? prefixes : prefixes.filter((prefix) => !/^[-+]/.test(prefix) && this.#evaluation.stops !== true);
    for (const prefix of counting) this.found.prefixed.push({ index, prefix, rest: prefix.slice(text.length) });
  }

  #notice(names: readonly string[], isCertain: boolean): void {
    const {
      instead = [],
      insteadOfInput = [],
      onlyInput = [],
      checks = [],
      inputOptions = [],
      text = [],
      joins,
      pairs = [],
      settingPairs = [],
      pipes = [],
    } = this.#evaluation;
    const isPair = names.some((name) => settingPairs.includes(name));
    if (isPair) this.#pair = "name";
    if (isPair || names.some((name) => pairs.includes(name))) this.#takesSecond = true;
    if (names.some((name) => pipes.includes(name))) this.found.opensPipes = true;
    if (isCertain && names.some((name) => instead.includes(name))) this.sawInstead = true;
    if (isCertain && names.some((name) => onlyInput.includes(name))) this.sawOnlyInput = true;
    if (isCertain && names.some((name) => insteadOfInput.includes(name))) this.#holdsProgram = true;
    if (isCertain && names.some((name) => checks.includes(name))) this.sawCheck = true;
    if (names.some((name) => inputOptions.includes(name))) this.found.asksForInput = true;
    if (joins === true && names.some((name) => text.includes(name))) this.#joins = true;
  }

  #readOperand(index: number, arg: Argument, isCertain: boolean): void {
    const { assignments, subcommands } = this.#evaluation;
    const assigning = arg.texts.filter(({ text }) => /^[A-Za-z_][\w.-]*[:+?!]*=/.test(text));
    if (assigning.length > 0 && (assignments === "anywhere" || (assignments === "first" && this.#least === 0))) {
      for (const beginning of assigning) this.found.useText(index, "setting", beginning, this.#evaluation);
      if (assigning.length === arg.texts.length) return;
    }
    const most = arg.many ? Number.POSITIVE_INFINITY : this.#most;
    const roles = operandRoles(this.#evaluation, { least: this.#least, most, ...this.options });
    for (const role of roles) this.found.use(index, role, this.#evaluation);
    if (this.found.opensPipes && (roles.length === 0 || arg.many)) this.found.use(index, "pipe", this.#evaluation);
    const { location, package: isPackage } = this.#evaluation;
    if (isCertain && roles.some((role) => role === "text" || role === (location ? "program" : "file"))) this.#holdsProgram = true;
    if (roles.includes("program") || (isPackage === true && roles.includes("file"))) this.found.start(index);
    if (roles.includes("text") && this.#evaluation.line === true && !this.#inLine) {
      this.found.start(index);
      this.#inLine = isCertain;
    }
    if (isCertain && this.#least === this.#most && roles.length === 1 && roles[0] === "program") {
      this.#isDone = true;
      return;
    }
    if (subcommands !== undefined && this.#least === 0 && this.#enterSubcommand(index, arg, isCertain)) return;
    this.#most = most + 1;
    if (isCertain) this.#least++;
  }

  /** Returns true if the arguments after this one are certainly those of a subcommand. */
  #enterSubcommand(index: number, arg: Argument, isCertain: boolean): boolean {
    const found = findSubcommand(this.#evaluation, arg.texts);
    if (found === undefined) return false;
    if (found.chosen && this.options.optionsOnly !== true) this.found.evaluated.push({ index, role: "program" });
    this.#evaluation = found.evaluation;
    if (!isCertain) return false;
    [this.#least, this.#most] = [0, 0];
    this.#holdsProgram = false;
    return true;
  }
}

const nothing = { roles: [], isCertain: false } as const;
