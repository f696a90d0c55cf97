import type { JsonValue } from "../../contract/json-value.js";
import type {
  ArgumentRoles,
  HelpOperand,
  HelpOption,
  OptionParser,
  OptionValue,
  ProgramHelp,
  Usage,
  UsageOperand,
} from "../program-help.js";
import { makeValue } from "../schema/make-value.js";
import { constantText, placeholder, writtenName } from "../text/visible-text.js";
import {
  addressPattern,
  type CommandParameter,
  claimParameterName,
  optionType,
  parameterWords,
  plainType,
  type ValueType,
  withPattern,
  writtenType,
} from "./option-type.js";
import { argumentsWith } from "./sort-options.js";

interface OptionContext {
  readonly parser: OptionParser;
  readonly usage: Usage | undefined;
  readonly taken: Set<string>;
  readonly words: readonly string[];
  readonly roles: ArgumentRoles;
  /** Small letters that are the only names of options. */
  readonly letters: ReadonlySet<string>;
}

/** Returns true for a switch that is on by default, so that only its negation changes anything. */
export const isOn = ({ negation, value, names, description }: HelpOption): boolean => {
  const [, given = ""] = /[[(;]\s*default(?: is)?[:= ]+['"]?([\w-]+)['"]?\s*[\])]/i.exec(description) ?? [];
  const isNamed = names.some((name) => name.replace(/^-+/, "") === given.replace(/^-+/, ""));
  return negation !== undefined && value === undefined && given !== "" && (isNamed || /^(?:true|yes|on|enabled)$/i.test(given));
};

/** Converts an option to a parameter and the items of the command that it fills. */
export function convertOption(given: HelpOption, context: OptionContext): CommandParameter {
  const { usage, parser } = context;
  const option: HelpOption =
    isOn(given) && given.negation !== undefined
      ? {
          ...given,
          names: [given.negation],
          description: `Switches off: ${given.description.replace(/\s*[[(]default[^\])]*[\])]\s*/i, " ").trim()}`,
        }
      : given;
  const name = claimParameterName(parameterWords(option, context.letters), context.taken);
  const values = option.names.map((one) => argumentsWith(context.words, one));
  const writes = values.some((args) => context.roles.writes(args, args.length - 1));
  const type = writtenType(optionType(parser === "clap" ? withoutKinds(option) : option), writes);
  const flag = option.names.find((one) => one.startsWith("--")) ?? option.names[0] ?? "";
  const { value } = option;
  const isNamed = (names: readonly string[] = []) => option.names.some((one) => names.includes(one));
  const isRequired = isNamed(usage?.required) || /\[required\]|; required\]|\(required\)/i.test(option.description);
  if (value === undefined) return switchParameter({ name, option, flag, type, isRequired });
  const written = attachmentOf(value, flag, parser);
  const isList =
    value.isRepeated ||
    isNamed(usage?.repeated) ||
    value.name === "[]" ||
    /^(?:strings|list|ints|\w+(?:Array|Slice)|stringTo\w+)$/.test(value.name) ||
    /\(default \[\]?/.test(option.description);
  const isGuessed = !isList && isRepeatable(option.description);
  const guesses = [...type.guesses, ...(isGuessed ? ["that it may be repeated is guessed from its description"] : [])];
  const common = { name, options: option.names, isRequired, access: type.access };
  if (isList || isGuessed) {
    const { description, ...items } = type.schema;
    const schema = { type: "array", ...(description === undefined ? {} : { description }), items };
    const body = written === " " ? `${constantText(flag)} {{this}}` : `${constantText(flag)}${written}{{this}}`;
    const item = exampleOf(type);
    // argparse keeps the last of several `--tag a`.
    if (value.isRun && (parser === "argparse" || parser === "unknown"))
      return {
        ...common,
        guesses,
        schema: { ...schema, minItems: 1 },
        items: [[constantText(flag), `{{#each ${writtenName(name)}}}{{this}}{{/each}}`]],
        example: [item],
        exampleArguments: [flag, argumentText(item)],
      };
    return {
      ...common,
      guesses,
      schema,
      items: [`{{#each ${writtenName(name)}}}${body}{{/each}}`],
      example: [item],
      exampleArguments: written === " " ? [flag, argumentText(item)] : [`${flag}${written}${argumentText(item)}`],
    };
  }
  const example = exampleOf(type);
  return {
    ...common,
    guesses,
    schema: type.schema,
    items: [written === " " ? [constantText(flag), placeholder(name)] : `${constantText(flag)}${written}${placeholder(name)}`],
    example,
    exampleArguments: written === " " ? [flag, argumentText(example)] : [`${flag}${written}${argumentText(example)}`],
  };
}

/** clap lists values by itself, so that `<date|dur>` names two kinds of them. */
const withoutKinds = (option: HelpOption): HelpOption =>
  option.value?.name.includes("|") ? { ...option, value: { ...option.value, name: option.value.name.replaceAll("|", "_or_") } } : option;

interface SwitchOption {
  readonly name: string;
  readonly option: HelpOption;
  readonly flag: string;
  readonly type: ValueType;
  readonly isRequired: boolean;
}

const switchParameter = ({ name, option, flag, type, isRequired }: SwitchOption): CommandParameter => ({
  name,
  options: option.names,
  schema: type.schema,
  isRequired,
  access: undefined,
  guesses: type.guesses,
  items: [`{{#if ${writtenName(name)}}}${constantText(flag)}{{/if}}`],
  example: true,
  exampleArguments: [flag],
});

/** A value behind `=` may begin with a dash. These libraries read it in that form, whatever the help shows. */
function attachmentOf({ attachment, isOptional }: OptionValue, flag: string, parser: OptionParser): OptionValue["attachment"] {
  const knowsEquals = ["argparse", "clap", "click", "cobra", "getopt"].includes(parser);
  if (/[:=]$/.test(flag)) return "";
  if (flag.startsWith("--")) return attachment === "=" || (attachment === "" && flag.length > 3) || knowsEquals ? "=" : attachment;
  // A short option with an optional value reads only an attached one.
  return isOptional || attachment === "" ? "" : attachment === "=" && /^-[^-]$/.test(flag) ? "" : attachment;
}

/** Sentences that help texts use for this. */
const isRepeatable = (description: string): boolean =>
  /\b(?:(?:may|can) be (?:\w+ )?(?:repeated|(?:given|specified|provided|used|passed|supplied) (?:multiple|several|more than one|many) times?|(?:given|specified|provided|used|passed) more than once)|multiple (?:times|values allowed)|repeatable|more than once|used repeatedly)\b/i.test(
    description,
  );

function exampleOf({ schema, access }: ValueType): JsonValue {
  if (access !== undefined) return "a.txt";
  return schema.pattern === addressPattern ? "https://example.com" : (makeValue(schema) ?? "text");
}

const argumentText = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));

/** The operands of a command, in order, with the `--` between them. */
interface ConvertedOperands {
  readonly parameters: readonly (CommandParameter | "--")[];
  /** Languages of operands that are code. */
  readonly code: Readonly<Record<string, string>>;
  readonly notes: readonly string[];
}

interface OperandContext {
  readonly help: ProgramHelp;
  readonly words: readonly string[];
  readonly roles: ArgumentRoles;
  readonly taken: Set<string>;
}

/** More operands, or stranger names, mean that the notation of the usage was not understood. */
const maxOperands = 6;

/** Converts the operands of a usage; a text says why there can't be a tool. */
export function convertOperands(operands: readonly UsageOperand[], context: OperandContext): ConvertedOperands | string {
  const { help, words, roles, taken } = context;
  const notes: string[] = [];
  const code: Record<string, string> = {};
  const understood = asUnderstood(operands, notes);
  const parameters: (CommandParameter | "--")[] = [];
  const before = words.slice(1).map((text) => ({ text, open: false }));
  let isRepeatedBefore = false;
  let wroteOptional = false;
  for (const given of understood) {
    // `FILES` are several, `PATTERNS` may be one text with several lines.
    const operand =
      given.kind === "operand" && /(?:^|_)(?:files|paths|dirs|directories)$/i.test(given.name) ? { ...given, isRepeated: true } : given;
    if (operand.kind === "dashes") {
      parameters.push("--");
      before.push({ text: "--", open: false });
      continue;
    }
    const role = roles.roleOf([...before, { text: "", open: true }], before.length);
    const seemsCode = !roles.isKnown && /^(?:cmd|command|program|script|code|executable)$/i.test(operand.name);
    if (role !== undefined || seemsCode) {
      if (role !== "text" && operand.isRequired) return `its operand '${operand.name}' is a program, a file of code or a setting`;
      if (role !== "text") {
        notes.push(
          `Its operand '${operand.name}' and what follows are left out: ${role === undefined ? "it seems to be a program" : "the program runs it"}.`,
        );
        break;
      }
    }
    const name = claimParameterName([operand.name], taken);
    // An operand that may be absent leaves its place to the next.
    const writes: boolean = wroteOptional || roles.writes([...before, { text: "", open: true }], before.length);
    if (role === "text") code[name] = roles.language;
    parameters.push(
      operandParameter(
        operand,
        name,
        writtenType(typeOf(operand, help, role === undefined), writes),
        isRepeatedBefore ? false : operand.isRequired,
      ),
    );
    isRepeatedBefore ||= operand.isRepeated;
    wroteOptional ||= writes && !operand.isRequired;
    before.push({ text: "text", open: false });
  }
  // A `--` without operands says nothing.
  while (parameters.at(-1) === "--") parameters.pop();
  return { parameters, code, notes };
}

function asUnderstood(operands: readonly UsageOperand[], notes: string[]): readonly UsageOperand[] {
  const named = operands.filter((one): one is HelpOperand => one.kind === "operand");
  // The tests and actions of find are its options here.
  const known = operands.filter((one) => one.kind === "dashes" || !(one.name === "expression" && !one.isRequired));
  const isOdd = named.length > maxOperands || named.some(({ name }) => !/^[\w][\w :./@-]*$/.test(name));
  if (!isOdd) return known;
  notes.push("Its usage line isn't fully understood: all operands are one list, 'arguments'.");
  return [{ kind: "operand", name: "arguments", isRequired: false, isRepeated: true, choices: [] }];
}

function typeOf(operand: HelpOperand, { operands, description }: ProgramHelp, isData: boolean): ValueType {
  const key = [operand.name.toLowerCase(), operand.name.toLowerCase().replace(/s$/, "")].find((one) => Object.hasOwn(operands, one));
  const text = key === undefined ? "" : (operands[key] ?? "");
  if (operand.choices.length > 0) return { schema: { type: "string", enum: operand.choices }, access: undefined, guesses: [] };
  const { schema, access, guesses } = plainType(operand.name, `${text} ${description}`);
  // The words about the program only help to guess the access.
  const { description: _whole, ...type } = schema;
  const own = text === "" ? {} : plainType(operand.name, text).schema;
  const plain = {
    schema: { ...type, ...("description" in own ? { description: own.description as JsonValue } : {}) },
    access: isData ? access : undefined,
    guesses: isData ? guesses : [],
  };
  return isData ? withPattern(plain, [operand.name], text) : plain;
}

function operandParameter({ isRepeated }: HelpOperand, name: string, type: ValueType, isRequired: boolean): CommandParameter {
  const common = { name, options: [], isRequired, access: type.access, guesses: type.guesses };
  const item = exampleOf(type);
  if (!isRepeated)
    return { ...common, schema: type.schema, items: [placeholder(name)], example: item, exampleArguments: [argumentText(item)] };
  const { description, ...items } = type.schema;
  return {
    ...common,
    schema: { type: "array", ...(description === undefined ? {} : { description }), items, ...(isRequired ? { minItems: 1 } : {}) },
    items: [`{{#each ${writtenName(name)}}}{{this}}{{/each}}`],
    example: [item],
    exampleArguments: [argumentText(item)],
  };
}

/** A set of parameters of which a call may have one. */
interface OptionConflict {
  readonly parameters: readonly string[];
  /** False if the usage line says so, and not a sentence. */
  readonly isGuess: boolean;
}

const sentences =
  /\b(?:conflicts? with|mutually exclusive (?:with|to)|incompatible with|(?:can(?:no|')?t|must not|may not|should not) be (?:used|combined|specified|given)(?: together| in combination)? with|not compatible with|\[conflicts(?: with)?:?)\s+([^.;\]]*)/gi;

/** Finds options that exclude each other: alternatives in the usage line, and sentences of descriptions. */
export function findConflicts(
  usage: Usage | undefined,
  options: readonly HelpOption[],
  parameters: readonly CommandParameter[],
): readonly OptionConflict[] {
  const parameterOf = (name: string) => parameters.find((one) => one.options.includes(name))?.name;
  const named = (names: readonly string[]) => [...new Set(names.flatMap((name) => parameterOf(name) ?? []))];
  const inUsage = (usage?.exclusive ?? []).map((names) => ({ parameters: named(names), isGuess: false }));
  const inSentences = options.flatMap(({ names, description }) =>
    [...description.matchAll(sentences)].flatMap(([, list = ""]) =>
      [...list.matchAll(/(?<![\w-])--?[A-Za-z][\w-]*/g)].map(([other]) => ({ parameters: named([...names, other]), isGuess: true })),
    ),
  );
  const seen = new Set<string>();
  return [...inUsage, ...inSentences].filter(({ parameters: set }) => {
    const key = [...set].sort().join(" ");
    const isNew = set.length > 1 && !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
