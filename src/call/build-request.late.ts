import { resolve } from "node:path";
import type { CallContext, PreparedMcpCall, PreparedMcpServer } from "../contract/call.js";
import type { OutputFormat } from "../contract/definition.js";
import { jsonText } from "../contract/json-text.js";
import { isJsonObject } from "../contract/json-value.js";
import type { Problem, Refusal } from "../contract/problem.js";
import type {
  HttpBody,
  HttpField,
  HttpRequest,
  JsonTemplate,
  McpCall,
  McpServerEntry,
  PreparedBody,
  PreparedRequest,
} from "../contract/request.js";
import type { TextTemplate } from "../contract/text-template.js";
import {
  buildText,
  buildTexts,
  type EvaluationContext,
  type PlaceholderScope,
  partsOf,
  scopedBodies,
  type TextPart,
} from "./build-text.js";
import { buildJson, buildUrl, takenKeys } from "./command/request-parts.js";
import { resolveServerProgram } from "./paths.js";
import { refuse } from "./refusal.late.js";

/** Refuses a file that a request must not send: the absolute path, and the text that names it. */
type FileBound = (file: string, text: TextTemplate) => { readonly ok: true } | Refusal;

/**
 * Builds the request of a call (`http`), or returns every reason why it can't be made. Sends nothing. A request that is
 * only shown has no `bound` for its files.
 */
export function buildRequest(
  http: HttpRequest,
  scope: PlaceholderScope,
  bound: FileBound = () => ({ ok: true }),
): { readonly ok: true; readonly request: PreparedRequest } | Refusal {
  const problems: Problem[] = [];
  const url = buildUrl(http.url, scope);
  if (!url.ok) problems.push(...url.problems);
  const query = entriesOf(http.query ?? [], scope, problems);
  const headers = fieldsOf(http.headers ?? [], scope, problems);
  const cookies = fieldsOf(http.cookies ?? [], scope, problems);
  for (const { text } of http.headers ?? []) problems.push(...headerProblems(text, scope, isUnsendable));
  for (const { text } of http.cookies ?? []) problems.push(...headerProblems(text, scope, endsCookie));
  const unsendable = unsendableSecrets([...(http.headers ?? []), ...(http.cookies ?? [])], scope);
  if (unsendable.length > 0) return refuse(unsendable, "invalidSecret");
  const body = http.body === undefined ? undefined : bodyOf(http.body, scope, { problems, bound });
  if (problems.length > 0 || !url.ok) return refuse(problems);
  return {
    ok: true,
    request: {
      method: http.method,
      url: withQuery(url.url, query),
      headers: withCookies(Object.fromEntries(headers), cookies),
      ...(body !== undefined && http.body !== undefined && { body: { ...body, ...(hasSecret(http.body) && { hasSecret: true }) } }),
      allowPrivate: http.allowPrivate ?? [],
    },
  };
}

/** Searches the template for a reference to a secret. Texts of the author have their quotes escaped. */
const hasSecret = (body: HttpBody): boolean => JSON.stringify(body).includes('"from":"secret"');

type Entry = readonly [name: string, value: string];

function fieldsOf(fields: readonly HttpField[], scope: PlaceholderScope, problems: Problem[]): readonly Entry[] {
  return fields.flatMap(({ name, text }): readonly Entry[] => {
    const [only, ...others] = text;
    const context: EvaluationContext = { scope, iteration: undefined, absenceSpreads: false, problems: [] };
    // `{{#if @secret.KEY}}Bearer {{@secret.KEY}}{{/if}}`
    const isBlock = typeof only === "object" && only.kind === "block" && others.length === 0;
    if (isBlock && scopedBodies(only.block, context).length === 0) return [];
    const built = buildText(text, scope);
    if (!built.ok) problems.push(...built.problems);
    return built.ok && built.text !== undefined ? [[name, built.text]] : [];
  });
}

interface ListedEntry<Field = HttpField> {
  readonly field: Field;
  readonly name: string;
  readonly parts: readonly TextPart[];
}

/** The entries of a query, a form or a multipart body, of which one may have several elements. */
function entriesOf<Field extends HttpField>(
  fields: readonly Field[],
  scope: PlaceholderScope,
  problems: Problem[],
): readonly ListedEntry<Field>[] {
  return fields.flatMap((field): readonly ListedEntry<Field>[] => {
    const built = buildTexts(field.text, scope);
    if (!built.ok) problems.push(...built.problems);
    if (!built.ok) return [];
    const taken = fields.map((other) => other.name);
    return built.texts.map(({ parts, iteration }) => {
      if (iteration === undefined || !field.name.includes("...")) return { field, name: field.name, parts };
      const name = field.name.replace("...", () => String(iteration.key));
      problems.push(...takenKeys([name], { taken, name: [iteration.name] }));
      return { field, name, parts };
    });
  });
}

/** All cookies are one header. */
function withCookies(headers: Readonly<Record<string, string>>, cookies: readonly Entry[]): Readonly<Record<string, string>> {
  const pairs = cookies.map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0
    ? headers
    : { ...headers, cookie: [...(headers.cookie === undefined ? [] : [headers.cookie]), ...pairs].join("; ") };
}

/** Returns true for a text that would end the value of a cookie, besides characters that no header contains. */
const endsCookie = (value: string) => isUnsendable(value) || /[\s;,"\\]/.test(value);

const textOfParts = (parts: readonly TextPart[]): string => parts.map(({ text }) => text).join("");

/** The commas between the elements of a joined list stay: servers split at them before they decode. */
const encodedParts = (parts: readonly TextPart[]): string =>
  parts.map(({ text, from }) => (text === "," && from === undefined ? "," : encodeURIComponent(text))).join("");

function withQuery(url: string, entries: readonly ListedEntry[]): string {
  if (entries.length === 0) return url;
  const added = entries.map(({ name, parts }) => `${encodeURIComponent(name)}=${encodedParts(parts)}`).join("&");
  return new URL(`${url}${url.includes("?") ? "&" : "?"}${added}`).href;
}

/** A line break in a header would begin another header, and characters beyond Latin-1 are invalid. */
const isUnsendable = (value: string) => !/^[\t\x20-\x7e\x80-\xff]*$/.test(value);

function headerProblems(text: HttpField["text"], scope: PlaceholderScope, isBad: (value: string) => boolean): readonly Problem[] {
  return headerParts(text, scope)
    .filter(({ text: value, from }) => from !== undefined && from.secret === undefined && isBad(value))
    .map(({ from }) => ({ code: "header-character", name: from?.name ?? "" }));
}

/** Named by their variables, because a secret's value must not be shown. */
function unsendableSecrets(headers: readonly HttpField[], scope: PlaceholderScope): readonly Problem[] {
  const parts = headers.flatMap(({ text }) => headerParts(text, scope));
  const names = parts.flatMap(({ text: value, from }) => (from?.secret !== undefined && isUnsendable(value) ? [from.secret] : []));
  return [...new Set(names)].map((secret) => ({ code: "secret-character", secret }));
}

function headerParts(text: HttpField["text"], scope: PlaceholderScope): readonly TextPart[] {
  const context: EvaluationContext = { scope, iteration: undefined, absenceSpreads: false, problems: [] };
  return partsOf(text, context) ?? [];
}

interface BodyChecks {
  readonly problems: Problem[];
  readonly bound: FileBound;
}

function bodyOf(body: HttpBody, scope: PlaceholderScope, { problems, bound }: BodyChecks): PreparedBody | undefined {
  const { kind } = body;
  const fileAt = (path: string, text: TextTemplate): string => {
    const file = resolve(scope.workspace, path);
    const inRoot = bound(file, text);
    if (!inRoot.ok) problems.push(...inRoot.problems);
    return file;
  };
  switch (kind) {
    case "json": {
      const value = buildJson(body.value, scope, problems);
      return value === undefined ? undefined : { kind, text: jsonText(value) };
    }
    case "form": {
      const entries = entriesOf(body.fields, scope, problems).map(({ name, parts }): [string, string] => [name, textOfParts(parts)]);
      return { kind, text: new URLSearchParams(entries).toString() };
    }
    case "multipart": {
      const parts = entriesOf(body.parts, scope, problems).map(({ field, name, parts: texts }) => {
        const text = textOfParts(texts);
        return { ...field, name, text: field.isFile ? fileAt(text, field.text) : text };
      });
      return { kind, parts };
    }
    case "text":
    case "file": {
      const template = kind === "text" ? body.text : body.path;
      const built = buildText(template, scope);
      if (!built.ok) problems.push(...built.problems);
      if (!built.ok || built.text === undefined) return undefined;
      return kind === "text" ? { kind, text: built.text } : { kind, path: fileAt(built.text, template) };
    }
  }
}

interface Calling extends Pick<CallContext, "projectDir"> {
  readonly scope: PlaceholderScope;
  readonly format: OutputFormat;
}

/** Builds the call of a server's tool, or returns every reason why it can't be made. Starts nothing. */
export function buildMcpCall(
  call: McpCall,
  { scope, projectDir, format }: Calling,
): { readonly ok: true; readonly mcp: PreparedMcpCall } | Refusal {
  const problems: Problem[] = [];
  const given = buildJson(call.arguments ?? wholeCall, scope, problems);
  const server = preparedServer(call.server, { scope, projectDir, problems });
  if (problems.length > 0) return refuse(problems);
  return {
    ok: true,
    mcp: {
      server,
      tool: call.tool,
      arguments: isJsonObject(given) ? given : {},
      ...(call.declared && { declared: call.declared }),
      format,
    },
  };
}

const wholeCall: JsonTemplate = { kind: "value", ref: { from: "call", name: "params" } };

type Preparing = Pick<Calling, "scope" | "projectDir"> & { readonly problems: Problem[] };

function preparedServer(
  { command, cwd, env, headers, ...server }: McpServerEntry,
  { scope, projectDir, problems }: Preparing,
): PreparedMcpServer {
  const texts = (fields: readonly HttpField[]) => textsOf(fields, scope, problems);
  return {
    ...server,
    ...(command !== undefined && { command: resolveServerProgram(command, projectDir) }),
    ...(command !== undefined && { cwd: cwd === undefined ? scope.workspace : resolve(projectDir, cwd) }),
    ...(env !== undefined && { env: texts(env) }),
    ...(headers !== undefined && { headers: texts(headers) }),
  };
}

function textsOf(fields: readonly HttpField[], scope: PlaceholderScope, problems: Problem[]): Readonly<Record<string, string>> {
  const entries = fields.flatMap(({ name, text }): readonly (readonly [string, string])[] => {
    const built = buildText(text, scope);
    if (!built.ok) problems.push(...built.problems);
    return built.ok && built.text !== undefined ? [[name, built.text]] : [];
  });
  return Object.fromEntries(entries);
}
