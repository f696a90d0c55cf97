import type { JsonObject, JsonValue } from "../../contract/json-value.js";
import { wordsIn } from "../imported-tool.js";
import type { HelpOption, OptionValue } from "../program-help.js";
import { findSecret } from "../text/credential-names.js";
import { asSentence, shortenText } from "../text/visible-text.js";

/** The type of an option's value or of an operand. */
export interface ValueType {
  readonly schema: JsonObject;
  readonly access: "read" | "write" | "readWrite" | undefined;
  /** Clauses on what is guessed about it. */
  readonly guesses: readonly string[];
}

/** The longest description of a parameter. */
const most = 240;

const integers =
  /^(?:#|n|num|number|int|int32|int64|uint|uint\d+|integer|integer range|count|cols?|columns|lines?|depth|levels?|port|secs?|seconds|jobs|threads|limit|repeat|rounds|bits|maxconn)$/i;
const numbers = /^(?:float(?:32|64)?|float range|decimal|double|ratio)$/i;
/** Names of values that say nothing, so that the option's name decides: `--output-dir string`. */
const emptyNames = /^(?:string|str|text|value|val|name|arg|argument)$/i;
const pathOptions = /(?:file|filename|dir|directory|folder)$/;

const paths =
  /(?:^|[-_ ])(?:files?|filenames?|filepath|paths?|dirs?|directory|directories|folder|infile|outfile|pathname|zipfile|cfgfile|keyfile)$/i;

/** Returns the type of an option's value, by its name and its description. */
export function optionType({ value, description, names, section }: HelpOption): ValueType {
  if (value === undefined) {
    const text = description.replace(/\s*[[(]default(?: is)?[:=]? '?false'?[\])]/i, "");
    return { schema: { type: "boolean", ...parameterDescription(text) }, access: undefined, guesses: [] };
  }
  const own = choicesOf(value, description);
  const { offered = [] } = value;
  // A script knows values that a sentence doesn't name.
  const isWhole = own?.isGuess !== true || offered.every((one) => own.values.includes(one));
  if (own !== undefined && isWhole)
    return {
      schema: { type: "string", ...parameterDescription(withDefault(description)), enum: own.values },
      access: undefined,
      guesses: own.isGuess ? ["the values are those that the description lists"] : [],
    };
  // kubectl shows the default as the value: `--all=false:`.
  if (/^(?:true|false)$/.test(value.name))
    return {
      schema: { type: "boolean", ...parameterDescription(`${description} Default: ${value.name}.`) },
      access: undefined,
      guesses: [],
    };
  const isDefault = /^(?:-?\d+(?:\.\d+)?|'[^']+'|"[^"]+")$/.test(value.name);
  const text = isDefault ? `${description}${/[.!?]$/.test(description) ? "" : "."} Default: ${value.name}.` : description;
  const named = emptyNames.test(value.name) ? names.find((one) => pathOptions.test(one))?.replace(/^--?/, "") : undefined;
  const type = plainType(named ?? value.name, `${names.join(" ")} ${text}`, section);
  return withPattern(offered.length === 0 ? type : withSuggestions(type, offered), [...names, value.name], description);
}

/** A value for which words are suggested isn't a number alone. */
const withSuggestions = ({ schema, ...type }: ValueType, offered: readonly string[]): ValueType => {
  const { description: own } = schema;
  const shown = offered.slice(0, 12).join(", ");
  const suggested = `Such as: ${shown}${offered.length > 12 ? ", …" : "."}`;
  const description = typeof own === "string" ? `${asSentence(own)} ${suggested}` : suggested;
  return { ...type, schema: { ...schema, type: "string", description } };
};

/** Adds the pattern of a text that must not make the program read any file. */
export function withPattern(type: ValueType, names: readonly string[], description: string): ValueType {
  const pattern = type.schema.type === "string" && type.access === undefined ? filePattern(names, description) : undefined;
  return pattern === undefined ? type : { ...type, schema: { ...type.schema, pattern } };
}

/** Returns the type of a value by its name in the usage. */
export function plainType(name: string, text: string, section = ""): ValueType {
  const type = typeOf(name, text, section);
  // Of an operand that is a path or an address, the path is the one to limit.
  const [kind = name] = name.split(/_or_|\|/).filter((one) => paths.test(one));
  const access =
    type === "string" && paths.test(kind) && !/url|uri|object|glob|pattern|regex/i.test(kind) ? accessOf(`${kind} ${text}`) : undefined;
  return {
    schema: { type, ...parameterDescription(withDefault(text.replace(/^(?:-\S+ )+/, ""))) },
    access,
    guesses: access === undefined ? [] : [`that it is a path, and its access (${access}), are guessed from its name`],
  };
}

function typeOf(name: string, text: string, section: string): "integer" | "number" | "string" {
  // `-size N[ck]`, `[-]NUM`, and the tests of find, where `+5` is more than five.
  if (name.includes("[") || section.includes("+n") || /\b(?:suffix|[KMG]i?B)\b/.test(text)) return "string";
  if (numbers.test(name) || /^-?\d+\.\d+$/.test(name)) return "number";
  return integers.test(name) || /^-?\d+$/.test(name) ? "integer" : "string";
}

/** A file that is only read is one of a program that prints, searches or compares; any other may be written. */
function accessOf(text: string): "read" | "write" | "readWrite" {
  if (/\b(?:out|output|outfile|write|writes|save|store|dump|destination|target|log file|logfile)\b|output[-_]/i.test(text)) return "write";
  return /\b(?:read|input|infile|from|search|list|display|print|show|concatenate|compare|count|summarize|sort|exclude|include|config)\w*\b/i.test(
    text,
  )
    ? "read"
    : "readWrite";
}

interface Choices {
  readonly values: readonly string[];
  readonly isGuess: boolean;
}

const word = /^(?!-)[\w.+:-]{0,39}\w$/;

/** The values that a help text lists, in the notation of its value or in the words of its description. */
function choicesOf({ name }: OptionValue, description: string): Choices | undefined {
  const inner = /^[[{(]?([^[\]{}()]*)[\]})]?$/.exec(name)?.[1] ?? "";
  const written = /^(?:on\/off|off\/on|yes\/no|no\/yes|y\/n|true\/false)$/i.test(inner) ? inner.split("/") : inner.split(/\s*[|]\s*/);
  // `<file|dir>` names two kinds of values, not two values.
  if (written.length > 1)
    return written.some((one) => /(?:file|dir|path|name|id|url|num|addr|host|port)s?$/i.test(one)) ? undefined : choices(written, false);
  if (name.startsWith("{")) return choices(inner.split(/\s*,\s*/), false);
  const listed =
    /\[possible values: ([^\]]+)\]/i.exec(description)?.[1] ??
    /\[choices: ([^\]]+)\]|\((?:values|choices): ([^;)]+)(?:\)|; *default\b)|\bAllowed values: ([\w-]+(?:, [\w-]+)+)(?=\.?\s*(?:$|[[(])|\. )/i
      .exec(description)
      ?.slice(1)
      .find((one) => one !== undefined);
  if (listed !== undefined) return choices(listed.split(/,\s*/).map(unquoted), false);
  const bullets = /\b(?:possible values|options):\s+(- .*)/is.exec(description)?.[1];
  if (bullets !== undefined)
    return choices(
      [...bullets.matchAll(/(?:^|\s)- ([\w-]+)(?=:|\s|$)/g)].map(([, one = ""]) => one),
      false,
    );
  const braced = /(?:: |^)\{([\w.-]+(?:\|[\w.-]+)+)\}/.exec(description)?.[1];
  if (braced !== undefined) return choices(braced.split("|"), false);
  const alternatives =
    /\bone of:? ?\(?((?:'?[\w.-]+'?(?:, (?:or )?| or |\|))+'?[\w.-]*\w'?)(?![\w'-])(?=[)\].]*(?:\s*$|\s*[[(]|[,;]? *default\b)|[).]+(?:\s|$))/i.exec(
      description,
    )?.[1];
  if (alternatives !== undefined) return choices(alternatives.split(/, (?:or )?| or |\|/).map(unquoted), true);
  const quoted =
    /(?:\b(?:is|are|be|either|to|values?)\b|[:=]|^)\s*((?:['"‘“`][\w.+-]+['"’”`](?: \([^)]*\))?(?:, (?:or |and )?| or | and |\/))+['"‘“`][\w.+-]+['"’”`])(?!,? *(?:or|and) )/.exec(
      // A list further on is about something else.
      description.slice(0, 240),
    )?.[1];
  if (quoted === undefined) return undefined;
  return choices(
    [...quoted.matchAll(/['"‘“`]([\w.+-]+)['"’”`]/g)].map(([, one = ""]) => one),
    true,
  );
}

const unquoted = (text: string) => text.replaceAll(/^['"`]|['"`]$/g, "").trim();

function choices(values: readonly string[], isGuess: boolean): Choices | undefined {
  const distinct = [...new Set(values.filter((one) => one !== "" && one !== "..."))];
  const isPlain = distinct.length > 1 && distinct.length <= 60 && distinct.every((one) => word.test(one) && !/^[A-Z][A-Z_-]+$/.test(one));
  return isPlain ? { values: distinct, isGuess } : undefined;
}

/** Returns the description of a parameter, short and for a model. */
function parameterDescription(description: string): { readonly description?: string } {
  const text = shortenText(
    withoutSecrets(description)
      .replaceAll(/\s*\[(?:possible values|choices|env|required)\b[^\]]*\]|\s*\((?:choices: [^)]*|required)\)/gi, "")
      .replaceAll(/</g, "‹")
      .replaceAll(/>/g, "›"),
    most,
  )
    .replaceAll("‹", "<")
    .replaceAll("›", ">")
    .trim();
  return text === "" ? {} : { description: `${text[0]?.toUpperCase()}${text.slice(1)}` };
}

/** Leaves out addresses with a password or a key: a default may be a setting of the machine that printed the help. */
const withoutSecrets = (description: string): string =>
  description.replaceAll(/(?<![a-z\d+.-])[a-z][a-z\d+.-]*:\/\/[^\s'"`<>()[\]]+/gi, (address) =>
    findSecret(address) === undefined ? address : "(an address with a secret)",
  );

/** `[default: 3]` as a sentence. The program applies it, so it isn't sent. */
const withDefault = (description: string): string => {
  const value = /\s*(?:\(default(?: is)?[:=]? ?(\[[^\]]*\]|[^)]+)\)|\[default(?: is)?[:=]? ?(\[[^\]]*\]|[^\]]+)\])/i.exec(description);
  if (value === null) return description;
  const rest = description.replace(value[0], "").trim();
  const shown = value[1] ?? value[2] ?? "";
  if (shown === "[]" || shown.split(/[\s"'`]+/).some((word) => findSecret(word) !== undefined)) return rest;
  return `${rest}${/[.!?]$/.test(rest) || rest === "" ? "" : "."} Default: ${shown}.`.trim();
};

/** The type of a value that the program writes, whatever its name says. */
export function writtenType(type: ValueType, writes: boolean): ValueType {
  if (!writes || type.schema.type !== "string" || type.access === "write" || type.access === "readWrite") return type;
  const { pattern: _pattern, ...schema } = type.schema;
  return { ...type, schema, access: type.access === undefined ? "write" : "readWrite" };
}

/** Options of curl and its like whose value may begin with `@` to read a file. */
const dataWords = /^(?:data|json|header|headers|body|payload|upload|postdata)$/;
const dataNames = /^(?:write_out|post_data)$/;
/** The same behind a name: `name=@file`, `name=<file`. */
const partWords = /^(?:form|field|fields|urlencode|variable|part)$/;
const partNames = /^url_query$/;
const mentioned = /(?:^|[\s(=[<'"`‘“])@(?:[\s<'"`’”)]|file|path|-)/i;

/** An address of another kind, such as `file:`, would read any file. */
export const addressPattern = "^https?://";

/**
 * Returns the pattern of a value that would otherwise read any file: an address, or a text that a program may take as
 * the name of a file.
 */
function filePattern(names: readonly string[], description: string): string | undefined {
  const all = names.map(wordsIn);
  const isNamed = (words: RegExp, whole: RegExp) => all.some((one) => one.some((word) => words.test(word)) || whole.test(one.join("_")));
  if (isNamed(partWords, partNames) || (mentioned.test(description) && names.some((name) => name.includes("=")))) return "^[^@<]*$";
  if (all.some((one) => one.some((word) => /^(?:urls?|uris?)$/.test(word)))) return addressPattern;
  return isNamed(dataWords, dataNames) || mentioned.test(description) ? "^[^@]" : undefined;
}

/** A parameter of a tool, and the part of the command that it fills. */
export interface CommandParameter {
  readonly name: string;
  /** The names of the option; none for an operand. */
  readonly options: readonly string[];
  readonly schema: JsonObject;
  readonly isRequired: boolean;
  readonly access: ValueType["access"];
  readonly guesses: readonly string[];
  readonly items: readonly JsonValue[];
  /** The value of an example. */
  readonly example: JsonValue;
  /** The arguments that the example's value becomes. */
  readonly exampleArguments: readonly string[];
}

/**
 * Returns a tool's name for an option or operand, in small letters and `_`, and takes it. A capital letter that is also
 * a small one gets a word: names that differ in their case alone are one name for models. `this` is a list's element in
 * templates.
 */
export function claimParameterName(candidates: readonly string[], taken: Set<string>): string {
  const plain = candidates
    .map((one) => wordsIn(one).join("_").slice(0, 56))
    .flatMap((one) => (one === "" ? [] : [one === "this" ? "this_value" : one]));
  const [only = "value"] = candidates;
  const upper = /^[A-Z]$/.test(only) ? [`upper_${only.toLowerCase()}`] : [];
  const valid = [...plain, ...upper].map((one) => (/^\d/.test(one) ? `_${one}` : one));
  const [base = "value"] = valid;
  const all = [...valid, ...Array.from({ length: taken.size + 1 }, (_, n) => `${base}_${n + 2}`)];
  const name = all.find((one) => !taken.has(one)) ?? base;
  taken.add(name);
  return name;
}

/**
 * The words from which an option's parameter is named: its longest name, or the name of its value. `-A` leaves `a` to
 * the option `-a`.
 */
export function parameterWords({ names, value }: HelpOption, letters: ReadonlySet<string> = new Set()): readonly string[] {
  const bare = names.map((name) => name.replace(/^--?/, ""));
  const plain = bare.map((name) => (/^[A-Z]$/.test(name) && letters.has(name.toLowerCase()) ? `upper_${name}` : name));
  const long = bare.filter((name) => name.length > 1).sort((a, b) => b.length - a.length);
  const valueName =
    value !== undefined && /^[A-Za-z][\w-]{2,}$/.test(value.name) && !/^(?:string|int|integer|num|number|text|value|arg)$/i.test(value.name)
      ? [value.name]
      : [];
  return [...(long.length > 0 ? firstLong(names, long) : valueName), ...plain];
}

/** The first long name in the help is the usual one. */
const firstLong = (names: readonly string[], long: readonly string[]): readonly string[] => {
  const first = names.find((name) => name.startsWith("--") && name.length > 3)?.slice(2);
  return first === undefined ? long : [first, ...long];
};
