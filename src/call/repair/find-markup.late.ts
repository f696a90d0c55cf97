import { isArray, type JsonObject, type JsonValue, type Steps } from "../../contract/json-value.js";
import type { Problem } from "../../contract/problem.js";
import type { RepairRules } from "../../contract/repair.js";

/** The kinds of tools whose texts are often markup themselves: what they write, and what they look for. */
const dataKinds: readonly unknown[] = ["edit", "search"];

/**
 * Finds markup of the call itself that ended up inside a text, because a model closed a parameter wrongly: a declared,
 * absent parameter, or the closing tag at the end of the value. The program would take it for data.
 */
export function findMarkup(params: JsonObject, { params: declared, aliases, kind }: RepairRules): readonly Problem[] {
  const names = new Map(declared.map((name) => [name, [name]]));
  for (const { target, names: others } of aliases) if (target.length === 1) names.get(target[0] ?? "")?.push(...others);
  const absent = [...names].filter(([, spellings]) => !spellings.some((name) => Object.hasOwn(params, name)));
  const spellings = new Map(absent.flatMap(([name, others]) => others.map((other): [string, string] => [other, name])));
  const problems: Problem[] = [];
  const search = (value: JsonValue, path: Steps): void => {
    if (typeof value === "string") {
      const found = openedIn(value, spellings) ?? (dataKinds.includes(kind) ? undefined : closedAtEnd(value, declared));
      if (found !== undefined) problems.push({ code: "markup", path, ...found });
    } else if (isArray(value)) {
      for (const [i, element] of value.entries()) search(element, [...path, i]);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, member] of Object.entries(value as JsonObject)) search(member, [...path, key]);
    }
  };
  search(params, []);
  return problems.slice(0, 20);
}

interface Markup {
  readonly tag: string;
  /** The parameter that the tag begins. */
  readonly parameter?: string;
}

/** Tags with which models open a parameter: `<parameter name="x">`, `<parameter=x>`, `<arg_key>x</arg_key>`. */
const parameterTag = /<(?:\w+:)?parameter(?:\s+name\s*=\s*|=)["']?([\w$.-]+)|<arg_key>\s*([\w$.-]+)\s*<\/arg_key>/g;

/** The rest of a tag behind the parameter's name: a quote, and few attributes. */
const mostBehindName = 80;

/** The number of different closing tags whose openings are looked up. */
const mostTags = 100;

/** A closing tag, and the tag that opens the next parameter by its name alone. */
const nextTag = /<\/([\w$.:-]+)>\s*<([\w$.-]+)>/g;

function openedIn(text: string, absent: ReadonlyMap<string, string>): Markup | undefined {
  for (const { 0: found, 1: name, 2: key = "", index } of text.matchAll(parameterTag)) {
    const parameter = absent.get(name ?? key);
    const tag = name === undefined ? found : closedTag(text.slice(index, index + found.length + mostBehindName), found.length);
    if (parameter !== undefined && tag !== undefined) return { tag, parameter };
  }
  // A text may have many tags: where each is opened is looked up once, and of the first ones only.
  const opened = new Map<string, number>();
  for (const { 1: closed = "", 2: name = "", index } of text.matchAll(nextTag)) {
    const parameter = absent.get(name);
    if (parameter === undefined || (opened.size >= mostTags && !opened.has(closed))) continue;
    const at = opened.get(closed) ?? openedAt(text, closed);
    opened.set(closed, at);
    if (at > index) return { tag: `<${name}>`, parameter };
  }
  return undefined;
}

/** Returns a tag up to its end, which is searched from a position on; `undefined` if there is none. */
function closedTag(text: string, from: number): string | undefined {
  const end = from + text.slice(from).search(/[<>]/);
  return text[end] === ">" ? text.slice(0, end + 1) : undefined;
}

/** A closing tag of a call, or a token of a chat, that ends a text. */
const lastTag = /(?:<\/([\w$.:-]+)>|<\|\w+\|>)\s*$/;
const callTags: readonly string[] = ["parameter", "arg_value", "invoke", "function", "function_calls", "tool_call"];

/** Returns the tag that ends a text, if it is the call's and nothing in the text opens it. */
function closedAtEnd(text: string, declared: readonly string[]): Markup | undefined {
  const match = lastTag.exec(text.slice(-200));
  if (match === null) return undefined;
  const closed = match[1];
  const bare = closed?.replace(/^\w+:/, "") ?? "";
  const isOfCall = closed === undefined || callTags.includes(bare) || declared.includes(bare);
  return isOfCall && (closed === undefined || openedAt(text, closed) === Number.POSITIVE_INFINITY) ? { tag: match[0].trim() } : undefined;
}

/** Returns where a tag is first opened; `Infinity` if it isn't. */
function openedAt(text: string, tag: string): number {
  const found = [`<${tag}>`, `<${tag} `, `<${tag}=`, `<${tag}\n`].map((start) => text.indexOf(start)).filter((at) => at !== -1);
  return Math.min(...found);
}
