import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { UriTemplate } from "../../../contract/documents.js";
import { isJsonObject, type JsonObject } from "../../../contract/json-value.js";
import type { NodePath } from "../../../contract/spec-node.js";
import type { TextPiece, TextTemplate } from "../../../contract/text-template.js";
import type { ToolContext } from "../language/tool-context.js";

type ParsedUriTemplate =
  | ({ readonly ok: true } & UriTemplate)
  /** `at`: where in the text the problem is. */
  | { readonly ok: false; readonly problem: string; readonly at: number };

const expression = /\{([^{}]*)\}/gy;

/**
 * Parses the part of RFC 6570 that can be read back without a doubt: `{name}`, `{+name}`, and one `{?a,b}` at the end.
 */
export function parseUriTemplate(text: string): ParsedUriTemplate {
  const parts: (string | { readonly name: string; readonly reserved: boolean })[] = [];
  const names = new Set<string>();
  let query: readonly string[] = [];
  let at = 0;
  const failed = (problem: string) => ({ ok: false, problem, at }) as const;
  while (at < text.length) {
    const braceOffset = text.slice(at).search(/[{}]/);
    const end = braceOffset === -1 ? text.length : at + braceOffset;
    if (query.length > 0) return failed("must end behind the variables of its query");
    if (end > at) parts.push(text.slice(at, end));
    at = end;
    if (at === text.length) break;
    expression.lastIndex = at;
    const inner = expression.exec(text)?.[1];
    if (inner === undefined) return failed("has a brace without its partner");
    const [, operator = "", list = ""] = /^([+?]?)(\w+(?:,\w+)*)$/.exec(inner) ?? [];
    if (list === "") return failed(`has '{${inner}}', which is not one of {name}, {+name} and {?a,b}`);
    const variables = list.split(",");
    const twice = variables.find((name, i) => names.has(name) || variables.indexOf(name) < i);
    if (twice !== undefined) return failed(`has the variable '${twice}' twice`);
    for (const name of variables) names.add(name);
    if (operator === "?") query = variables;
    else if (variables.length > 1) return failed("has several variables in one pair of braces");
    else if (typeof parts.at(-1) === "object") return failed(`has nothing between '${list}' and the variable before it`);
    else parts.push({ name: list, reserved: operator === "+" });
    at = expression.lastIndex;
  }
  at = 0;
  const [first] = parts;
  if (typeof first !== "string" || !isBeginning(first)) return failed("must begin with a scheme, such as 'notes://'");
  return names.size === 0 ? failed("has no variable, so it is a `uri`") : { ok: true, parts, query };
}

/** A scheme decides who reads a URI, so it isn't a variable's. */
const isBeginning = (text: string) => /^[A-Za-z][A-Za-z0-9+.-]*:[^\s\p{Cc}]*$/u.test(text);

/** True for an absolute URI in the form that clients send back. */
export const isUri = (text: string): boolean => isBeginning(text) && !/[{}]/.test(text) && URL.canParse(text);

/** Checks the URI of a resource in a prompt: text and arguments that always have a value. */
export function checkResourceUri(
  prompt: ToolContext,
  schema: JsonObject,
  { text, path }: { readonly text: TextTemplate; readonly path: NodePath },
): readonly Diagnostic[] {
  const problem = text.map((piece) => problemOf(piece, schema)).find((found) => found !== undefined);
  if (problem === undefined) return [];
  return [diagnostic("prompt-resource", prompt.at(path), { uri: prompt.scalar(path)?.text ?? "", problem })];
}

function problemOf(piece: TextPiece, { required, properties }: JsonObject): string | undefined {
  if (typeof piece === "string") return undefined;
  if (piece.kind !== "value" || piece.ref.from !== "param") return "is made of something else than text and arguments";
  const [name = ""] = piece.ref.path;
  const property = isJsonObject(properties) ? properties[name] : undefined;
  const isAlwaysThere = (Array.isArray(required) && required.includes(name)) || (isJsonObject(property) && property.default !== undefined);
  return isAlwaysThere ? undefined : `has the argument '${name}', which a client may leave out`;
}
