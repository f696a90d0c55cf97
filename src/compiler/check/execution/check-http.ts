import { type Diagnostic, isError, type Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { HttpBody, HttpField, HttpPart, HttpRequest } from "../../../contract/request.js";
import { type NodePath, nodeAt } from "../../../contract/spec-node.js";
import type { TextPiece } from "../../../contract/text-template.js";
import { checkUrl, gluedLists, repeatedEntry } from "../../../programs/http-templates.js";
import { checkText, compileJson, scopeFor, type TemplateContext } from "../../../programs/template.js";
import type { HttpSpec } from "../language/execution-shapes.js";
import type { ToolContext } from "../language/tool-context.js";
import { parametersOutsidePaths } from "./check-texts.js";

/** Headers that the connection sets, or that follow from the address and the body. */
const ownHeaders = ["host", "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "expect", "te", "trailer"];
const withoutBody = ["GET", "HEAD"];

/** Compiles a tool's `http`; `undefined` if there is none, or it is wrong. */
export function checkHttp(tool: ToolContext, context: TemplateContext): Result<HttpRequest | undefined> {
  const { http } = tool.spec;
  if (http === undefined) return [undefined, []];
  const log: Diagnostic[] = [];
  const takingSecrets = { ...context, own: { ...context.own, takesSecrets: true } };
  const textAt = (path: NodePath) => {
    const [text, problems] = checkText(tool, takingSecrets, path);
    log.push(...problems);
    return text;
  };
  const entryAt = (path: NodePath, name: string) => {
    const scalar = tool.scalar(path);
    if (scalar !== undefined) log.push(...gluedLists(scalar, scopeFor(scalar, context, [])));
    const isHeader = path[1] === "headers" || path[1] === "cookies";
    const list = scalar === undefined || isHeader ? undefined : repeatedEntry(scalar, { context, isMap: name.includes("...") });
    return list ?? textAt(path);
  };
  const fields = (key: readonly string[], names: Readonly<Record<string, string>> | undefined): readonly HttpField[] =>
    Object.keys(names ?? {}).flatMap((name) => {
      const text = entryAt(["http", ...key, name], name);
      return text === undefined ? [] : [{ name, text }];
    });

  // Pages and logs show the path, and a redirect repeats it.
  const [url, urlProblems] = checkText(tool, context, ["http", "url"]);
  log.push(...urlProblems);
  if (url !== undefined) log.push(...checkUrl(tool, context));
  const query = fields(["query"], http.query);
  const headers = fields(["headers"], http.headers).map(({ name, text }) => ({ name: name.toLowerCase(), text }));
  const cookies = fields(["cookies"], http.cookies);
  const body = bodyOf(tool, takingSecrets, { http, log, textAt, entryAt, fields });
  log.push(...headerProblems(tool, http), ...bodyProblems(tool, http));
  if (url === undefined || log.some(isError)) return [undefined, log];
  const request: HttpRequest = {
    method: http.method ?? "GET",
    url,
    ...(query.length === 0 ? {} : { query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(cookies.length === 0 ? {} : { cookies }),
    ...(body === undefined ? {} : { body }),
    ...(http.allowPrivate === undefined ? {} : { allowPrivate: http.allowPrivate }),
  };
  return [request, log];
}

interface BodyParts {
  readonly http: HttpSpec;
  readonly log: Diagnostic[];
  textAt(path: NodePath): HttpField["text"] | undefined;
  /** The text of an entry that a list repeats. */
  entryAt(path: NodePath, name: string): HttpField["text"] | undefined;
  fields(key: readonly string[], names: Readonly<Record<string, string>> | undefined): readonly HttpField[];
}

function bodyOf(tool: ToolContext, context: TemplateContext, parts: BodyParts): HttpBody | undefined {
  const { http, log, textAt, fields } = parts;
  const { form, text, multipart, file } = http.body ?? {};
  const node = nodeAt(tool.document.root, ["http", "body", "json"]);
  if (node !== undefined) return { kind: "json", value: compileJson(node, context, log) };
  if (form !== undefined) return { kind: "form", fields: fields(["body", "form"], form) };
  if (multipart !== undefined) return { kind: "multipart", parts: partsOf(tool, parts) };
  if (file !== undefined) {
    const path = fileAt(tool, ["http", "body", "file"], parts);
    return path === undefined ? undefined : { kind: "file", path };
  }
  const compiled = text === undefined ? undefined : textAt(["http", "body", "text"]);
  return compiled === undefined ? undefined : { kind: "text", text: compiled };
}

function partsOf(tool: ToolContext, parts: BodyParts): readonly HttpPart[] {
  return Object.entries(parts.http.body?.multipart ?? {}).flatMap(([name, part]): readonly HttpPart[] => {
    const path = ["http", "body", "multipart", name];
    const { text, file, type } = typeof part === "string" ? { text: part, file: undefined, type: undefined } : part;
    const found = [...(text === undefined ? [] : ["text"]), ...(file === undefined ? [] : ["file"])];
    if (found.length !== 1) parts.log.push(diagnostic("body-part", tool.at(path), { found: found.join(" and ") || "neither" }));
    const isFile = file !== undefined;
    const inner = typeof part === "string" ? path : [...path, isFile ? "file" : "text"];
    const compiled = isFile ? fileAt(tool, inner, parts) : parts.entryAt(inner, name);
    if (compiled === undefined) return [];
    return [{ name, text: compiled, ...(isFile && { isFile: true as const }), ...(type !== undefined && { type }) }];
  });
}

/** The text that names a file to send: parameters of it must be in `paths`, and a list only repeats a part. */
function fileAt(tool: ToolContext, path: NodePath, { entryAt, log }: BodyParts): HttpField["text"] | undefined {
  const text = entryAt(path, "");
  if (text === undefined) return undefined;
  const [only, ...others] = text;
  const isRepeated = path.includes("multipart") && others.length === 0 && isEach(only);
  if ((isRepeated ? only.block.body : text).some(hasList)) log.push(diagnostic("body-file-list", tool.at(path), {}));
  if (tool.has("paths") && tool.spec.paths === undefined) return text;
  log.push(...parametersOutsidePaths(tool, text).map((name) => diagnostic("body-file-not-a-path", tool.at(path), { name })));
  return text;
}

const isEach = (piece: TextPiece | undefined): piece is EachPiece =>
  typeof piece === "object" && piece.kind === "block" && piece.block.kind === "each";

type EachPiece = Extract<TextPiece, { readonly kind: "block" }> & { readonly block: { readonly kind: "each" } };

/** Returns true for a piece of text that writes the elements of a list one after another. */
function hasList(piece: TextPiece): boolean {
  if (typeof piece === "string" || piece.kind !== "block") return typeof piece === "object" && piece.kind === "join";
  const { block } = piece;
  return block.kind === "each" || [...block.branches.flatMap(({ body }) => body), ...(block.otherwise ?? [])].some(hasList);
}

/** Returns true for a request that sends a file of the workspace: the user is asked. */
export const sendsFile = (http: HttpRequest | undefined): boolean =>
  http?.body?.kind === "file" || (http?.body?.kind === "multipart" && http.body.parts.some(({ isFile }) => isFile));

function headerProblems(tool: ToolContext, { headers = {} }: HttpSpec): readonly Diagnostic[] {
  const names = Object.keys(headers);
  return names.flatMap((name, index) => {
    const at = tool.at(["http", "headers", name], "key");
    if (ownHeaders.includes(name.toLowerCase()) || /^proxy-/i.test(name)) return [diagnostic("header-not-yours", at, { name })];
    const first = names.slice(0, index).find((other) => other.toLowerCase() === name.toLowerCase());
    return first === undefined ? [] : [diagnostic("duplicate-header", at, { name, first })];
  });
}

function bodyProblems(tool: ToolContext, { method = "GET", body }: HttpSpec): readonly Diagnostic[] {
  if (body === undefined) return [];
  const kinds = Object.keys(body);
  return [
    ...(kinds.length === 1 ? [] : [diagnostic("one-body", tool.at(["http", "body"], "key"), { found: kinds.join(", ") || "none" })]),
    ...(withoutBody.includes(method) ? [diagnostic("body-without-method", tool.at(["http", "body"], "key"), { method })] : []),
  ];
}

const ofPrograms: readonly NodePath[] = [
  ...["cwd", "stdin", "env", "tempFiles", "exitCodes", "data", "requires", "allowLeadingDash", "sandbox", "background"].map((key) => [key]),
  ...["file", "stderr", "preview"].map((key) => ["output", key]),
  ...["linux", "macos", "windows"].flatMap((name) => ["program", "command", "env", "requires"].map((key) => ["platforms", name, key])),
];

const ofRequests: readonly NodePath[] = [["statusCodes"], ["output", "headers"]];

/** Further keys: those about a request, or about execution in general. */
const ofExecutions: readonly NodePath[] = ["timeout", "secrets", "platforms", "output", "statusCodes"].map((key) => [key]);

/** Reports keys without effect: keys for programs in a tool with a request, and the reverse. */
export function checkKeysOf(tool: ToolContext): readonly Diagnostic[] {
  const given = (paths: readonly NodePath[]) => paths.filter((path) => nodeAt(tool.document.root, path) !== undefined);
  if (tool.spec.host !== undefined) {
    const keys = given([...ofPrograms.filter(([key, ...more]) => more.length === 0 && key !== "code"), ...ofExecutions]);
    return keys.map((path) => diagnostic("key-of-execution", tool.at(path, "key"), { key: path.join("."), host: tool.spec.host ?? "" }));
  }
  if (!tool.has("http"))
    return given(ofRequests).map((path) => diagnostic("key-of-request", tool.at(path, "key"), { key: path.join(".") }));
  if (tool.has("command")) return [];
  return given(ofPrograms).map((path) => diagnostic("key-of-program", tool.at(path, "key"), { key: path.join(".") }));
}
