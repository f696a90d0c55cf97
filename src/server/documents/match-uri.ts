import type { ResourceIndex, UriTemplate } from "../../contract/documents.js";
import type { TextTemplate } from "../../contract/text-template.js";
import type { ServedToolSource } from "../tool-source.js";

/** The resource that a URI leads to, with the values of its variables, decoded. */
interface MatchedUri {
  readonly name: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** The longest URI that is read. */
const longestUri = 8192;

/** Finds the resource of a URI. Fixed ones come first, then templates in the order of their names. */
export function matchUri(uri: string, { fixed, templates }: ResourceIndex): MatchedUri | undefined {
  if (uri.length > longestUri) return undefined;
  const name = Object.hasOwn(fixed, uri) ? fixed[uri] : undefined;
  if (name !== undefined) return { name, variables: {} };
  for (const template of templates) {
    const variables = match(uri, template);
    if (variables !== undefined) return { name: template.name, variables };
  }
  return undefined;
}

/**
 * Reads the variables of a template back. A variable ends where the literal behind it begins first, and the last
 * literal ends the path. So each URI is read in one way, in time that grows with its length alone.
 */
function match(uri: string, { parts, query }: UriTemplate): Readonly<Record<string, string>> | undefined {
  const mark = query.length === 0 ? -1 : uri.indexOf("?");
  const path = mark === -1 ? uri : uri.slice(0, mark);
  const variables: Record<string, string> = {};
  let at = 0;
  for (const [i, part] of parts.entries()) {
    if (typeof part === "string") {
      if (!path.startsWith(part, at)) return undefined;
      at += part.length;
      continue;
    }
    const next = parts[i + 1];
    const end = typeof next !== "string" ? path.length : i + 2 === parts.length ? path.length - next.length : path.indexOf(next, at);
    const value = end > at ? decode(path.slice(at, end), part.reserved) : undefined;
    if (value === undefined) return undefined;
    variables[part.name] = value;
    at = end;
  }
  if (at !== path.length) return undefined;
  return mark === -1 ? variables : withQuery(variables, uri.slice(mark + 1), query);
}

function withQuery(
  variables: Record<string, string>,
  text: string,
  names: readonly string[],
): Readonly<Record<string, string>> | undefined {
  for (const pair of text === "" ? [] : text.split("&")) {
    const equals = pair.indexOf("=");
    const name = equals === -1 ? pair : pair.slice(0, equals);
    const value = equals === -1 ? undefined : decode(pair.slice(equals + 1), true);
    if (value === undefined || !names.includes(name) || Object.hasOwn(variables, name)) return undefined;
    variables[name] = value;
  }
  return variables;
}

/** A value as it was before a client encoded it; `undefined` if no client can have written it so. */
function decode(text: string, reserved: boolean): string | undefined {
  if (/[?#]/.test(text) || (!reserved && text.includes("/"))) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** The prompt or the resource whose parameter a client completes. */
interface ReferencedDocument {
  readonly kind: "prompt" | "resource";
  readonly name: string;
}

/** A reference as a client sends it. Other members than those of its type mean nothing. */
interface Reference {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly uri?: unknown;
}

/**
 * Returns the document that a reference in `completion/complete` selects, by its type alone. The check of scopes and
 * the completion both call this, so that they can't disagree.
 */
export function referencedDocument(
  { resources }: Pick<ServedToolSource, "resources">,
  { type, name, uri }: Reference,
): ReferencedDocument | undefined {
  if (type === "ref/prompt") return typeof name === "string" ? { kind: "prompt", name } : undefined;
  if (type !== "ref/resource") return undefined;
  const template = resources?.index().templates.find(({ text }) => text === uri);
  return template && { kind: "resource", name: template.name };
}

/**
 * Returns the URI of a prompt's resource. A value within it is encoded, so that it can't end its part of the URI. A
 * value at the beginning is a URI.
 */
export const resourceUri = (text: TextTemplate, render: (text: TextTemplate) => string): string =>
  text.map((piece, i) => (typeof piece === "string" || i === 0 ? render([piece]) : encodeURIComponent(render([piece])))).join("");
