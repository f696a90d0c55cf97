import type { JsonValue } from "../../runtime/json/json-value.js";
import { makeValue } from "../openapi/make-value.js";
import { constantText, placeholder, writtenName } from "../placeholder.js";
import { type CommandParameter, claimParameterName, parameterWords } from "./command-parameter.js";
import { addressPattern } from "./file-pattern.js";
import { optionType, type ValueType, writtenType } from "./option-type.js";
import type { HelpOption, OptionParser, OptionValue, Usage } from "./program-help.js";
import { type ArgumentRoles, argumentsWith } from "./sort-options.js";

export interface OptionContext {
  readonly parser: OptionParser;
  readonly usage: Usage | undefined;
  readonly taken: Set<string>;
  readonly words: readonly string[];
  readonly roles: ArgumentRoles;
}

/** Converts an option to a parameter and the items of the command that it fills. */
export function convertOption(option: HelpOption, context: OptionContext): CommandParameter {
  const { usage, parser } = context;
  const name = claimParameterName(parameterWords(option), context.taken);
  const values = option.names.map((one) => argumentsWith(context.words, one));
  const writes = values.some((args) => context.roles.writes(args, args.length - 1));
  const type = writtenType(optionType(option), writes);
  const flag = option.names.find((one) => one.startsWith("--")) ?? option.names[0] ?? "";
  const { value } = option;
  const isNamed = (names: readonly string[] = []) => option.names.some((one) => names.includes(one));
  const isRequired = isNamed(usage?.required) || /\[required\]|\(required\)/i.test(option.description);
  if (value === undefined) return switchParameter({ name, option, flag, type, isRequired });
  const written = attachmentOf(value, flag, parser);
  const isList =
    value.isRepeated ||
    isNamed(usage?.repeated) ||
    value.name === "[]" ||
    /^(?:strings|stringArray|stringSlice|list|ints)$/i.test(value.name);
  const isGuessed = !isList && isRepeatable(option.description);
  const guesses = [...type.guesses, ...(isGuessed ? ["that it may be repeated is guessed from its description"] : [])];
  const common = { name, options: option.names, isRequired, access: type.access };
  if (isList || isGuessed) {
    const { description, ...items } = type.schema;
    const schema = { type: "array", ...(description === undefined ? {} : { description }), items };
    const body = written === " " ? `${constantText(flag)} {{this}}` : `${constantText(flag)}${written}{{this}}`;
    const item = exampleOf(type);
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
  if (flag.startsWith("--")) return attachment === "=" || (attachment === "" && flag.length > 3) || knowsEquals ? "=" : attachment;
  // A short option with an optional value reads only an attached one.
  return isOptional || attachment === "" ? "" : attachment === "=" && /^-[^-]$/.test(flag) ? "" : attachment;
}

/** Sentences that help texts use for this. */
const isRepeatable = (description: string): boolean =>
  /\b(?:(?:may|can) be (?:\w+ )?(?:repeated|(?:given|specified|provided|used|passed|supplied) (?:multiple|several|more than one|many) times?|(?:given|specified|provided|used|passed) more than once)|multiple times|repeatable|more than once|used repeatedly)\b/i.test(
    description,
  );

export function exampleOf({ schema, access }: ValueType): JsonValue {
  if (access !== undefined) return "a.txt";
  return schema.pattern === addressPattern ? "https://example.com" : (makeValue(schema) ?? "text");
}

export const argumentText = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));
