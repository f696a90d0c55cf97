import type { GuardKind } from "../contract/definition.js";
import { unsafeNumberProblem } from "../contract/exact-json.late.js";
import { formatTypedValue, formatValue, jsonFault } from "../contract/format-value.late.js";
import { formatPath, type JsonValue, type Steps } from "../contract/json-value.js";
import type {
  ArgumentProblem,
  GivenValue,
  NeedProblem,
  PathProblem,
  PathReason,
  Problem,
  RequestProblem,
  ShapeProblem,
  TemplateProblem,
} from "../contract/problem.js";

/** Renders a problem as one or more sentences for the model, or for the user if only the user can act. */
export function problemText(problem: Problem): string {
  switch (problem.code) {
    case "message":
      return problem.message;
    case "bad-path":
    case "bad-folder":
    case "bad-file":
      return pathText(problem);
    case "unpaired-surrogate":
    case "nul":
    case "leading-dash":
    case "guarded-value":
    case "long-argument":
    case "variable":
    case "nul-in-variable":
    case "long-variable":
      return templateText(problem);
    case "empty-in-url":
    case "step-in-url":
    case "foreign-url":
    case "header-character":
      return requestText(problem);
    case "missing-secret":
    case "secret-character":
    case "no-user-ids":
    case "absent-platform":
      return needText(problem);
    case "conflict":
    case "exclusive":
    case "impossible":
    case "not-a-line":
    case "not-a-range":
    case "not-blocks":
    case "range-conflict":
    case "range-without-start":
    case "range-reversed":
    case "range-count":
      return shapeText(problem);
    default:
      return argumentText(problem);
  }
}

/** The same for a prompt, whose arguments people give. */
export function promptProblemText(problem: Problem): string {
  return problem.code === "unknown" ? unknownText(problem, promptWords) : problemText(problem);
}

const toolWords = { unknown: "is not a parameter of this tool.", nothing: "It takes no parameters." };
const promptWords = { unknown: "is not an argument of this prompt.", nothing: "It takes no arguments." };

const quoted = (path: Steps) => `\`${formatPath(path)}\``;
const codes = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");
const isGiven = ({ path, value }: GivenValue) => `${quoted(path)} is ${formatValue(value)}`;

const mostNames = 40;

function argumentText(problem: ArgumentProblem): string {
  switch (problem.code) {
    case "not-an-object": {
      const { given, parameter } = problem;
      const example = parameter === undefined ? "{}" : `{${JSON.stringify(parameter)}: …}`;
      const fault = typeof given === "string" && /^\s*[[{]/.test(given) ? jsonFault(given) : "";
      return `The arguments must be one JSON object, such as ${example}, but ${formatTypedValue(given)} was given${fault}.`;
    }
    case "long-number":
      return unsafeNumberProblem(problem.digits);
    case "infinite-number":
      return `${quoted(problem.path)} is a number too large to be passed on.`;
    case "too-deep":
      return problem.most === undefined
        ? "The arguments are nested too deeply."
        : `The arguments are nested more than ${problem.most} levels deep.`;
    case "unknown":
      return unknownText(problem, toolWords);
    case "missing":
      if (problem.because !== undefined)
        return `${quoted(problem.path)} is required when ${quoted(problem.because)} is given, but missing.`;
      return `${quoted(problem.path)} is required, but ${problem.wasNull ? "null was given" : problem.wasEmpty ? "empty" : "missing"}.`;
    case "not-accepted": {
      const { path, expected, given, isJson } = problem;
      const fault = isJson && typeof given === "string" ? jsonFault(given) : "";
      const must = `${path.length === 0 ? "The arguments" : quoted(path)} must ${expected.join(" and ")}`;
      return path.length === 0 ? `${must}.` : `${must}, but ${formatTypedValue(given)} was given${fault}.`;
    }
    case "markup":
      return markupText(problem);
    case "bad-key":
      return `${quoted(problem.path)} has a name that is not accepted${problem.expected.length === 0 ? "" : `: a key here must ${problem.expected.join(" and ")}`}.`;
    case "more":
      return `Besides these there are ${problem.count} more mistakes.`;
    case "elicited":
      return `The user entered ${codes(problem.names)}, because the call lacked ${problem.names.length === 1 ? "it" : "them"}.`;
    case "suggested-call":
      return `Did you mean this call? ${JSON.stringify(problem.call)}`;
  }
}

function markupText({ path, tag, parameter }: ArgumentProblem & { readonly code: "markup" }): string {
  const whole = quoted(path);
  if (parameter === undefined)
    return `${whole} ends in ${formatValue(tag)}, which belongs to the call and not to the value. Give ${whole} without it.`;
  return `${whole} contains ${formatValue(tag)}, so the parameter \`${parameter}\` was written inside it. Give \`${parameter}\` beside ${whole}, and ${whole} without the tags.`;
}

function unknownText({ path, suggestion, accepted }: ArgumentProblem & { readonly code: "unknown" }, words: typeof toolWords): string {
  const meant = suggestion === undefined ? "" : ` Did you mean ${quoted(suggestion)}?`;
  const isTop = path.length === 1;
  const what = isTop ? words.unknown : `is not accepted: ${quoted(path.slice(0, -1))} has no such key.`;
  return `${quoted(path)} ${what}${meant}${accepted === undefined ? "" : ` ${acceptedText(accepted, words)}`}`;
}

function acceptedText(names: readonly string[], { nothing }: typeof toolWords): string {
  if (names.length === 0) return nothing;
  return `Accepted: ${codes(names.slice(0, mostNames))}${names.length > mostNames ? `, … (${names.length} in all)` : ""}.`;
}

function shapeText(problem: ShapeProblem): string {
  switch (problem.code) {
    case "conflict": {
      const both = `${isGiven(problem.one)} but ${isGiven(problem.other)}`;
      const path = quoted(problem.path);
      if (problem.kind === "elements") return `${both}, and a call has one ${path}. Make a call for each.`;
      return `${both}, and ${problem.kind === "names" ? `both mean ${path}` : "they are one name"}. Give ${path} alone, once.`;
    }
    case "exclusive": {
      const given = problem.given.map(({ path, value }) => `${quoted(path)} (${formatValue(value)})`).join(" and ");
      return `${given} exclude each other: give only one of ${codes(problem.names)}.`;
    }
    case "impossible": {
      const accepted = problem.accepted.map((one) => formatValue(one)).join(" or ");
      return `${isGiven(problem)}, which this tool can't do. Leave it out, or give ${accepted}, which is what the tool does anyway.`;
    }
    case "not-a-line":
      return `${quoted(problem.path)} must be a whole number, the ${problem.which} line of the range, but ${formatValue(problem.given)} was given.`;
    case "not-a-range":
      return `${quoted(problem.path)} must be a range of lines, such as "10-20" or [10, 20], but ${formatValue(problem.given)} was given.`;
    case "not-blocks":
      return `${quoted(problem.path)} must be whole blocks of SEARCH and REPLACE and nothing else (\`<<<<<<< SEARCH\`, \`=======\`, \`>>>>>>> REPLACE\`, each alone in its line). Or give \`${problem.instead}\`.`;
    case "range-conflict": {
      const { which, one, other } = problem;
      return `${quoted(one.path)} has ${number(one.value)} for the ${which} and ${quoted(other.path)} has ${number(other.value)}. Give one of them.`;
    }
    case "range-without-start":
      return `${quoted(problem.path)} is the end of a range: also give \`${problem.start}\`, its beginning.`;
    case "range-reversed": {
      const { end, start } = problem;
      return `${quoted(end.path)} ends at ${number(end.value)}, before ${quoted(start.path)}, which is ${number(start.value)}.`;
    }
    case "range-count": {
      const { given, end, count, instead } = problem;
      const extent = count === undefined ? "to the end" : `of ${count}`;
      return `${isGiven(given)}, but ${quoted(end)} asks for a range ${extent}. Give ${instead.map((name) => `\`${name}\``).join(" and ")} alone.`;
    }
  }
}

const number = (value: JsonValue) => String(value);

function pathText(problem: PathProblem): string {
  const reason = reasonText(problem.reason);
  const end = reason.endsWith("?") ? "" : ".";
  if (problem.code === "bad-path") return `${quoted(problem.path)}: ${formatValue(problem.value, 200)} ${reason}${end}`;
  const from = problem.names.length === 0 ? "" : ` from ${codes(problem.names)},`;
  return `The ${problem.code === "bad-file" ? "file" : "working directory"},${from} ${formatValue(problem.value, 200)} ${reason}${end}`;
}

function reasonText(reason: PathReason): string {
  switch (reason.code) {
    case "not-text":
      return "is not a path: give a string";
    case "empty":
      return "is empty: give a path, or leave the parameter out";
    case "bad-character":
      return "contains a character that no path can contain";
    case "too-long":
      return "is too long for a path";
    case "through-proc":
      return "leads through a link of /proc, which is another place for every process";
    case "missing":
      return reason.near === undefined ? "doesn't exist" : `doesn't exist. Did you mean ${visibleName(reason.near)}?`;
    case "below-file":
      return `can't be used: ${formatValue(reason.file, 200)} is a file, not a folder`;
    case "foreign": {
      const literal = reason.literal === undefined ? "" : `, or ${formatValue(reason.literal, 200)} for something of that name`;
      return `${reason.what}. Give a path relative to the workspace or an absolute one${literal}`;
    }
    case "directory":
      return "is a directory, but a file is expected";
    case "not-a-file":
      return "is not a regular file";
    case "not-a-directory":
      return "is not a directory";
    case "unusable-root":
      return `can't be checked: of its root \`${reason.root.name}\` (${reason.root.dir}), ${reason.reason}`;
    case "unusable":
      return `can't be used: ${reason.reason}`;
    case "outside":
      return `leads to ${formatValue(reason.real, 300)}, outside its root \`${reason.root.name}\` (${reason.root.dir}): give a path below that`;
    case "protected":
      return `must not be written: it is ${reason.as}, which tools never write`;
  }
}

/** A name whose characters outside of ASCII are escaped, so that a model can tell it from the one that it wrote. */
const visibleName = (name: string) =>
  formatValue(name, 200).replaceAll(/[^\x20-\x7E]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

const otherWays = "(Such values can only be passed by a tool whose spec uses `stdin` or `tempFiles`.)";

function templateText(problem: TemplateProblem): string {
  switch (problem.code) {
    case "unpaired-surrogate":
      return `\`${problem.name}\` contains an unpaired surrogate. Use valid Unicode text.`;
    case "nul":
      return `\`${problem.name}\` contains a NUL character, which no argument can contain. Leave it out. ${otherWays}`;
    case "leading-dash":
      return `\`${problem.name}\` must not begin with "-": ${formatValue(problem.value)} could be parsed as an option. Use a value that does not start with "-".`;
    case "guarded-value":
      return `\`${problem.name}\` must not ${guardTexts[problem.kind](problem.where)}, and ${formatValue(problem.value)} does. Use a value without it.`;
    case "long-argument": {
      const subject = problem.name === undefined ? "An argument" : `\`${problem.name}\``;
      return `${subject} makes an argument of ${problem.bytes} bytes, and the most that can be passed is ${problem.most}. Give a shorter value. ${otherWays}`;
    }
    case "variable":
      return `In the environment variable ${problem.variable}: ${problemText(problem.problem)}`;
    case "nul-in-variable":
      return `The environment variable ${problem.variable} would contain a NUL character, which is impossible. Leave it out of the arguments.`;
    case "long-variable":
      return `The environment variable ${problem.variable} would be ${problem.bytes} bytes long, and the most is ${problem.most}. Give shorter arguments.`;
  }
}

function requestText(problem: RequestProblem): string {
  switch (problem.code) {
    case "empty-in-url":
      return `\`${problem.name}\` is ${problem.isMissing ? "missing" : "empty"}, and the address needs it.`;
    case "step-in-url":
      return `\`${problem.name}\` is part of the address's path and must not contain a segment such as "." or "..".`;
    case "foreign-url":
      return `These arguments don't form an address of the tool's: ${problem.url.slice(0, 200)}`;
    case "header-character":
      return `\`${problem.name}\` contains a line break or another character that a header can't contain. Leave it out.`;
  }
}

function needText(problem: NeedProblem): string {
  switch (problem.code) {
    case "missing-secret": {
      const { secret, description, reason } = problem;
      return `The secret ${secret}${description === "" ? "" : ` (${description.replace(/\.$/, "")})`} is not set.${reason === undefined ? "" : ` ${reason}`}`;
    }
    case "secret-character":
      return `The secret ${problem.secret} contains a line break or another character that a header can't contain.`;
    case "no-user-ids":
      return "This system has no user ids, so no folder can be made that only this call can read.";
    case "absent-platform": {
      const { platform, others } = problem;
      return `It doesn't run on ${platform}, ${others.length === 0 ? "nor anywhere else" : `only on ${others.join(" and ")}`}.`;
    }
  }
}

/** The words that follow "must not". */
const guardTexts: Readonly<Record<GuardKind, (where: string) => string>> = {
  file: (where) => `begin with "@", "<" or "file:", because ${where} would read a file of that name`,
  pipe: (where) => `begin with "|" or "!", because ${where} would run a command`,
  setting: (where) => `contain "=", because ${where} would take it for a setting`,
  "file-setting": (where) => `contain "=@" or "=<", because ${where} would read a file`,
  mark: (where) => `begin with "+" or "!", because ${where} would take it for an instruction`,
  outside: (where) => `begin with "/" or have a part "..", because ${where} would read a file outside the working directory`,
  "sql-file": (where) =>
    `have a line that begins with ".", or the words virtual, zipfile, fsdir or writable_schema, because ${where} would open files by them`,
  colon: (where) => `begin with "+" or contain ":", because ${where} would take it for an address or two names`,
};
