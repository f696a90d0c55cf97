import type { PlaceClass } from "../place-class.js";
import { findProgram } from "../table/find-program.js";
import type { Program } from "../table/program.js";
import { classOfInput, isStandardInput } from "../table/roles.js";
import { type Setting, settingName, settingPlace, type Uses, unlisted, unlistedPlace, type ValuePlace, worse } from "../table/row.js";
import { hasSubcommands, listsSubcommands, otherSubcommand, type ProjectRows, revealing, subcommandOf, usesOf } from "../uses.js";
import type { Argument, ArgumentRange, Expected, Noted, PlacedArgument, PossibleText, ReadPlaces } from "./argument.js";
import { behind, hasOption, isGiven, isSetting, isSwitch, unknown } from "./read-options.js";

/**
 * Reads the arguments of one program by its row. An argument that a row doesn't list is unknown, and so is one behind
 * an option that it doesn't list. If an argument can be in several places, the one counts in which a value can do most.
 */
export const readPlaces = (program: string, args: readonly Argument[], range: ArgumentRange, more?: ProjectRows): ReadPlaces =>
  new PlaceReader(program, args, range, more).read();

class PlaceReader {
  readonly #found = new Map<number, PlacedArgument>();
  /** The rows whose options may stand here: that of the last subcommand, and those before it. */
  #rows: readonly Uses[];
  /** The row of what the program evaluates. */
  readonly #evaluation: Program | undefined;
  readonly #own: Uses | undefined;
  #path: string;
  #expected: Expected;
  #endedOptions = false;
  /** How many operands have been read, at least and at most. */
  #least = 0;
  #most = 0;
  #isNamed = false;
  #hasValue = false;
  #lastOperand: number | undefined;
  #writesInPlace = false;
  #onlyChecks = false;
  #isMild = false;
  /** Nothing is known about the arguments from this one on. */
  #unknownFrom = Number.POSITIVE_INFINITY;
  /** The class of what an argument names as standard input: `-f -`. */
  #stdin: PlaceClass | undefined;

  constructor(
    program: string,
    private readonly args: readonly Argument[],
    private readonly range: ArgumentRange,
    private readonly more?: ProjectRows,
  ) {
    this.#evaluation = findProgram(program);
    this.#own = usesOf(program, more);
    this.#rows = this.#own === undefined ? [] : [this.#own];
    this.#path = this.#own?.name ?? program.replace(/^.*[/\\]/, "");
  }

  read(): ReadPlaces {
    for (let i = this.range.from; i < this.range.until; i++) {
      const arg = this.args[i];
      if (arg !== undefined) this.#readArgument(i, arg);
    }
    const row = this.#row;
    const last = row?.last;
    if (last !== undefined && this.#lastOperand !== undefined) this.#note(this.#lastOperand, last, { replaces: true });
    return {
      places: [...this.#found.values()].map((one) => this.#finished(one)),
      stdin: this.#stdin ?? row?.stdin ?? "unknown",
      isKnown: this.#own !== undefined,
      isMild: this.#isMild,
      where: this.#path,
      isRemote: row?.remote === true || this.#own?.remote === true,
    };
  }

  #finished(one: PlacedArgument): PlacedArgument {
    if (one.index >= this.#unknownFrom && worse(one, unknown) === unknown) return { ...one, class: "unknown", isListed: false };
    if (this.#writesInPlace && one.class === "read") return { ...one, class: "write", isChanged: true };
    // Its tests choose what `-delete` deletes.
    if (this.#writesInPlace && one.class === "data" && this.#evaluation?.finds !== undefined) return { ...one, class: "unknown" };
    return this.#onlyChecks && (one.class === "load" || one.class === "runs") ? { ...one, class: "read" } : one;
  }

  #readArgument(index: number, arg: Argument): void {
    const expected = this.#expected;
    this.#expected = undefined;
    if (expected !== undefined && "place" in expected) {
      const { setting, option, next: [next, ...more] = [] } = expected;
      if (next !== undefined) this.#expected = { place: next, option, next: more };
      for (const text of arg.texts)
        this.#note(index, setting === undefined ? expected.place : settingPlace(setting, text.text), { text, option });
      return;
    }
    let isOperand = false;
    const path = this.#path;
    for (const text of arg.texts) isOperand = this.#readText(index, arg, text, expected?.maybe) || isOperand;
    if (!isOperand) return;
    if (this.#evaluation?.stops === true && arg.certain && path === this.#path) this.#endedOptions = true;
    this.#lastOperand = index;
    this.#most = arg.many ? Number.POSITIVE_INFINITY : this.#most + 1;
    if (arg.certain && !arg.many && expected === undefined) this.#least++;
  }

  /** Returns true if the argument may be an operand. */
  #readText(index: number, arg: Argument, text: PossibleText, after: string | undefined): boolean {
    const written = text.text;
    // A block that may print nothing.
    if (written === "" && !text.open && arg.texts.length > 1) return false;
    if (!this.#endedOptions && written === "--" && !text.open) {
      this.#endedOptions = arg.certain;
      return false;
    }
    const isLetters = this.#evaluation?.letters === true && index === this.range.from && /^[A-Za-z]+$/.test(written) && !text.open;
    if (isLetters) {
      this.#readOption(index, { text: `-${written}`, open: false });
      return false;
    }
    if (this.#endedOptions && /^-./.test(written) && this.#row?.is.has("passes") === true) {
      // The program behind it reads these options.
      if (text.open || written.includes("=")) this.#note(index, unknown, { text, option: written });
      else this.#expected = { maybe: written };
      return false;
    }
    if (!this.#endedOptions && /^-./.test(written)) {
      this.#readOption(index, text);
      return false;
    }
    if (this.#readBeginning(index, text)) return true;
    if (after !== undefined) this.#note(index, unknown, { text, option: after });
    if (after !== undefined && this.#row?.named !== undefined) return true;
    this.#readOperand(index, arg, text, after);
    return true;
  }

  #readOption(index: number, text: PossibleText): void {
    const written = text.text;
    const takesValue = (letter: string) => this.#placesOf(letter).length > 0;
    if (this.#row?.inPlace.some((one) => hasOption(written, one, this.#isWord(written) ? undefined : takesValue)) === true)
      this.#writesInPlace = true;
    if (revealing.has(written)) this.#unknownFrom = this.range.from;
    if (!text.open && (this.#row?.mild ?? []).includes(written)) this.#isMild = true;
    if (!text.open && this.#evaluation?.checks?.includes(written) === true) this.#onlyChecks = true;
    const { instead = [], operands = [] } = this.#row ?? {};
    if (instead.some((one) => isGiven(one, text))) this.#change({ operands: operands.slice(operands.length > 1 ? 1 : 0), instead: [] });
    const other = this.#row?.with.find(({ given }) => given.some((one) => isGiven(one, text)));
    if (other !== undefined) {
      this.#isNamed = true;
      const options = new Map([...(this.#row?.options ?? []), ...other.options]);
      this.#change({ operands: other.operands, options, stdin: other.stdin ?? this.#row?.stdin, with: [] });
    }
    if (this.#readBeginning(index, text)) return;
    const settings = this.#settings().filter((one) => isSetting(written, one));
    const [setting] = settings;
    if (setting !== undefined) {
      const rest = written.slice(setting.option.length).replace(/^=/, "");
      if (rest === "" && !text.open) this.#expected = { place: unknown, option: setting.option, setting: settings };
      else this.#note(index, settingPlace(settings, rest), { text: behind(text, rest), option: `${setting.option}${settingName(rest)}` });
      return;
    }
    if (written.startsWith("--") || this.#isWord(written)) this.#readWord(index, text);
    else this.#readLetters(index, text);
  }

  #readWord(index: number, text: PossibleText): void {
    const equals = text.text.indexOf("=");
    const option = equals === -1 ? text.text : text.text.slice(0, equals);
    const [place, ...next] = this.#placesOf(option);
    if (equals !== -1 || text.open) {
      this.#note(index, place ?? unknown, { text: behind(text, text.text.slice(equals === -1 ? text.text.length : equals + 1)), option });
      return;
    }
    const named = this.#row?.named && !isSwitch.test(option) ? unlistedPlace(this.#row, option) : undefined;
    if (place !== undefined) this.#expected = { place, option, next };
    else if (named !== undefined && !this.#isFlag(option)) this.#expected = { place: named, option, next: [] };
    else if (!this.#isFlag(option)) this.#expected = { maybe: option };
  }

  #readLetters(index: number, text: PossibleText): void {
    const written = text.text;
    for (let i = 1; i < written.length; i++) {
      const option = `${written[0]}${written[i]}`;
      const [place, ...next] = this.#placesOf(option);
      if (place !== undefined) {
        if (i === written.length - 1 && !text.open) this.#expected = { place, option, next };
        else this.#note(index, place, { text: behind(text, written.slice(i + 1)), option });
        return;
      }
      if (/[0-9]/.test(written[i] ?? "") || this.#isFlag(option)) continue;
      this.#note(index, unknown, { text, option });
      if (!text.open) this.#expected = { maybe: option };
      return;
    }
    // What follows a switch in its argument is another option.
    if (text.open) this.#note(index, { class: "option" }, { text, option: written });
  }

  #readOperand(index: number, arg: Argument, text: PossibleText, after: string | undefined): void {
    const assigned = /^[A-Za-z_][\w.-]*[:+?!]*=/.test(text.text) ? this.#settings().filter(({ option }) => option === "=") : [];
    if (assigned.length > 0) {
      this.#note(index, settingPlace(assigned, text.text), { text, option: settingName(text.text) });
      return;
    }
    if (!this.#isNamed && this.#least === 0 && hasSubcommands(this.#path, this.more) && this.#enterSubcommand(index, arg, text)) {
      // It may be the value of an option that neither the program nor the subcommand lists.
      if (!text.open && (this.#endedOptions || (after !== undefined && !this.#isFlag(after))))
        this.#unknownFrom = Math.min(this.#unknownFrom, index + 1);
      return;
    }
    const operands = this.#row?.operands ?? [];
    const most = arg.many ? Number.POSITIVE_INFINITY : this.#most;
    const possible = operands.slice(this.#least, most + 1);
    const repeated = this.#row?.repeats === true && most >= operands.length ? operands.slice(-1) : [];
    const all = [...possible, ...repeated];
    if (this.#isPartOfName(arg)) this.#path = `${this.#path} ${text.text}`;
    for (const place of all.length === 0 ? [undefined] : all) this.#note(index, place ?? unknown, { text, isListed: place !== undefined });
  }

  /** Returns true if the argument is the name of a subcommand. */
  #enterSubcommand(index: number, arg: Argument, { text, open }: PossibleText): boolean {
    if (open) {
      const [operand] = this.#row?.operands ?? [];
      const isOperand = operand?.class === "read" || operand?.class === "write" || operand?.class === "send";
      const isSubcommand = text === "" && !isOperand && listsSubcommands(this.#path, this.more);
      this.#note(index, { class: isSubcommand ? "load" : "unknown" }, { text: { text, open } });
      return operand === undefined;
    }
    const found = subcommandOf(this.#path, text, this.more);
    if (found === undefined) {
      const other = otherSubcommand(this.#path, this.more);
      const isUnlisted = this.#path === this.#own?.name && this.#row?.operands.length === 0;
      if (other !== undefined || isUnlisted) this.#rows = [other ?? unlisted, ...this.#rows];
      this.#isNamed = true;
      this.#path = `${this.#path} ${text}`;
      return arg.texts.length === 1;
    }
    this.#path = found.name;
    this.#isNamed = found.isEnding;
    if (found.isUnknown === true) this.#unknownFrom = Math.min(this.#unknownFrom, index + 1);
    if (found.row !== undefined) this.#rows = [found.row, ...(this.#own?.ownFirst === true ? [] : this.#rows)];
    // The name itself isn't one of the operands, whether or not more of it follows.
    this.#least -= 1;
    this.#most -= 1;
    return true;
  }

  get #row(): Uses | undefined {
    return this.#rows[0];
  }

  /** An option changes what the row says about the arguments after it. */
  #change(change: Partial<Uses>): void {
    const [row, ...others] = this.#rows;
    if (row !== undefined) this.#rows = [{ ...row, ...change }, ...others];
  }

  /** A program without a row may have subcommands: `acme orders`. */
  #isPartOfName({ texts: [first, ...others] }: Argument): boolean {
    const isUnknown = this.#own === undefined && this.#evaluation === undefined && !this.#hasValue && this.#expected === undefined;
    return isUnknown && others.length === 0 && first?.open === false && /^[a-z][\w:-]*$/i.test(first.text);
  }

  #settings(): readonly Setting[] {
    return this.#rows.flatMap(({ settings }) => settings);
  }

  /** Reads the value behind a listed beginning of an argument: `-javaagent:`, `@`. */
  #readBeginning(index: number, text: PossibleText): boolean {
    const all = this.#rows.flatMap(({ attached }) => [...attached]).filter(([name]) => !this.#endedOptions || !/^[-+]/.test(name));
    const [option, place] = all.find(([name]) => text.text.startsWith(name) && (text.open || text.text !== name)) ?? [];
    if (option === undefined || place === undefined) return false;
    this.#note(index, place, { text: behind(text, text.text.slice(option.length)), option });
    return true;
  }

  #isFlag(option: string): boolean {
    return this.#rows.some(({ flags }) => flags.has(option));
  }

  /** An option of one dash may be a word. Where they all are, a letter may have its value attached: `-lfoo` of gcc. */
  #isWord(written: string): boolean {
    const name = written.split("=")[0] ?? "";
    const isListed = name.length > 2 && (this.#placesOf(name).length > 0 || this.#isFlag(name));
    return isListed || (this.#row?.words === true && (this.#placesOf(written.slice(0, 2)).length === 0 || name.length === 2));
  }

  /** The places of an option's values. A row that is nearer to the arguments decides. */
  #placesOf(option: string): readonly ValuePlace[] {
    const row = this.#rows.find(({ options, flags }) => options.has(option) || flags.has(option));
    return row?.options.get(option) ?? [];
  }

  #note(index: number, given: ValuePlace, { text, option, isListed = true, replaces = false }: Noted): void {
    if (text?.open === true) this.#hasValue = true;
    const listed = given === unknown ? (unlistedPlace(this.#row ?? unlisted, option) ?? given) : given;
    // `@f` stands for the options in a file, wherever an argument stands.
    const readsOptions = listed.class === "data" && listed.guard === undefined && this.#own?.attached.has("@") === true;
    const place = readsOptions ? { ...listed, guard: "file" as const } : listed;
    if (text !== undefined && !text.open && isStandardInput(text.text)) this.#stdin = classOfInput(place.class);
    const known = this.#found.get(index);
    const before = text?.text ?? known?.before ?? "";
    const where = option === undefined ? this.#path : `${this.#path} ${option}`;
    const counts = known === undefined || replaces || worse(known, place) === place;
    if (counts) this.#found.set(index, { index, ...place, where, before, isListed: isListed && place.class !== "unknown" });
  }
}
