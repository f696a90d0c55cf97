import type { Problem } from "../contract/problem.js";
import type { RepairRules } from "../contract/repair.js";
import type { JsonObject, JsonValue } from "../json/json-value.js";
import { isArray, type Steps } from "../json/selector.js";

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
const parameterTag = /<(?:\w+:)?parameter(?:\s+name\s*=\s*|=)["']?([\w$.-]+)["']?[^<>]{0,80}>|<arg_key>\s*([\w$.-]+)\s*<\/arg_key>/g;

/** A closing tag, and the tag that opens the next parameter by its name alone. */
const nextTag = /<\/([\w$.:-]+)>\s*<([\w$.-]+)>/g;

function openedIn(text: string, absent: ReadonlyMap<string, string>): Markup | undefined {
  for (const [tag, name = "", key = ""] of text.matchAll(parameterTag)) {
    const parameter = absent.get(name || key);
    if (parameter !== undefined) return { tag, parameter };
  }
  for (const match of text.matchAll(nextTag)) {
    const [, closed = "", name = ""] = match;
    const parameter = absent.get(name);
    if (parameter !== undefined && !isOpened(text.slice(0, match.index), closed)) return { tag: `<${name}>`, parameter };
  }
  return undefined;
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
  return isOfCall && (closed === undefined || !isOpened(text, closed)) ? { tag: match[0].trim() } : undefined;
}

const isOpened = (text: string, tag: string) => [`<${tag}>`, `<${tag} `, `<${tag}=`, `<${tag}\n`].some((start) => text.includes(start));
