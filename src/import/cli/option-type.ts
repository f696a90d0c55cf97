import type { JsonObject } from "../../runtime/json/json-value.js";
import { shortenText } from "../shorten-text.js";
import { filePattern } from "./file-pattern.js";
import type { HelpOption, OptionValue } from "./program-help.js";

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
const paths =
  /(?:^|[-_ ])(?:files?|filenames?|filepath|paths?|dirs?|directory|directories|folder|infile|outfile|pathname|zipfile|cfgfile|keyfile)$/i;

/** Returns the type of an option's value, by its name and its description. */
export function optionType({ value, description, names, section }: HelpOption): ValueType {
  if (value === undefined) return { schema: { type: "boolean", ...parameterDescription(description) }, access: undefined, guesses: [] };
  const choices = choicesOf(value, description);
  if (choices !== undefined)
    return {
      schema: { type: "string", ...parameterDescription(withDefault(description)), enum: choices.values },
      access: undefined,
      guesses: choices.isGuess ? ["the values are those that the description lists"] : [],
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
  return withPattern(plainType(value.name, `${names.join(" ")} ${text}`, section), [...names, value.name], description);
}

/** Adds the pattern of a text that must not make the program read any file. */
export function withPattern(type: ValueType, names: readonly string[], description: string): ValueType {
  const pattern = type.schema.type === "string" && type.access === undefined ? filePattern(names, description) : undefined;
  return pattern === undefined ? type : { ...type, schema: { ...type.schema, pattern } };
}

/** Returns the type of a value by its name in the usage. */
export function plainType(name: string, text: string, section = ""): ValueType {
  const type = typeOf(name, text, section);
  const access =
    type === "string" && paths.test(name) && !/url|uri|object|glob|pattern|regex/i.test(name) ? accessOf(`${name} ${text}`) : undefined;
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
  const written = inner.split(/\s*[|]\s*/);
  // `<file|dir>` names two kinds of values, not two values.
  if (written.length > 1)
    return written.some((one) => /(?:file|dir|path|name|id|url|num|addr|host|port)s?$/i.test(one)) ? undefined : choices(written, false);
  if (name.startsWith("{")) return choices(inner.split(/\s*,\s*/), false);
  const listed = /\[possible values: ([^\]]+)\]/i.exec(description)?.[1] ?? /\[choices: ([^\]]+)\]/i.exec(description)?.[1];
  if (listed !== undefined) return choices(listed.split(/,\s*/).map(unquoted), false);
  const bullets = /\bpossible values:\s+(- .*)/is.exec(description)?.[1];
  if (bullets !== undefined)
    return choices(
      [...bullets.matchAll(/(?:^|\s)- ([\w-]+)(?=:|\s|$)/g)].map(([, one = ""]) => one),
      false,
    );
  const braced = /(?:: |^)\{([\w.-]+(?:\|[\w.-]+)+)\}/.exec(description)?.[1];
  if (braced !== undefined) return choices(braced.split("|"), false);
  const alternatives = /\bone of:? ?\(?((?:'?[\w.-]+'?(?:, (?:or )?| or |\|))+'?[\w.-]+'?)\)?/i.exec(description)?.[1];
  if (alternatives !== undefined) return choices(alternatives.split(/, (?:or )?| or |\|/).map(unquoted), true);
  const quoted =
    /(?:\b(?:is|are|be|either|to|values?)\b|[:=]|^)\s*((?:['"‘“`][\w.+-]+['"’”`](?: \([^)]*\))?(?:, (?:or |and )?| or | and |\/))+['"‘“`][\w.+-]+['"’”`])/.exec(
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
    description
      .replaceAll(/\s*\[(?:possible values|choices|env|required)\b[^\]]*\]/gi, "")
      .replaceAll(/</g, "‹")
      .replaceAll(/>/g, "›"),
    most,
  )
    .replaceAll("‹", "<")
    .replaceAll("›", ">")
    .trim();
  return text === "" ? {} : { description: `${text[0]?.toUpperCase()}${text.slice(1)}` };
}

/** `[default: 3]` as a sentence. The program applies it, so it isn't sent. */
const withDefault = (description: string): string => {
  const value = /\s*[[(]default(?: is)?:? ([^\])]+)[\])]/i.exec(description);
  if (value === null) return description;
  const rest = description.replace(value[0], "").trim();
  return `${rest}${/[.!?]$/.test(rest) || rest === "" ? "" : "."} Default: ${value[1]}.`.trim();
};

/** The type of a value that the program writes, whatever its name says. */
export function writtenType(type: ValueType, writes: boolean): ValueType {
  if (!writes || type.schema.type !== "string" || type.access === "write" || type.access === "readWrite") return type;
  const { pattern: _pattern, ...schema } = type.schema;
  return { ...type, schema, access: type.access === undefined ? "write" : "readWrite" };
}
