import { diagnostic } from "../../diagnostics/codes.js";
import { type Diagnostic, isError, type Result } from "../../diagnostics/diagnostic.js";
import type { HttpBody, HttpField, HttpRequest } from "../../runtime/contract/http-request.js";
import { type NodePath, nodeAt } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import type { HttpSpec } from "../language/http-shape.js";
import { checkText, scopeFor, type TemplateContext } from "../template/check-text.js";
import { checkUrl } from "./check-url.js";
import { compileJson } from "./compile-json.js";
import { gluedLists, repeatedList } from "./repeated-list.js";

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
  const fields = (key: readonly string[], names: Readonly<Record<string, string>> | undefined): readonly HttpField[] =>
    Object.keys(names ?? {}).flatMap((name) => {
      const path = ["http", ...key, name];
      const scalar = tool.scalar(path);
      if (scalar !== undefined) log.push(...gluedLists(scalar, scopeFor(scalar, context, [])));
      const list = scalar === undefined || key[0] === "headers" ? undefined : repeatedList(scalar, context);
      const text = list ?? textAt(path);
      return text === undefined ? [] : [{ name, text }];
    });

  // Pages and logs show the path, and a redirect repeats it.
  const [url, urlProblems] = checkText(tool, context, ["http", "url"]);
  log.push(...urlProblems);
  if (url !== undefined) log.push(...checkUrl(tool, context));
  const query = fields(["query"], http.query);
  const headers = fields(["headers"], http.headers).map(({ name, text }) => ({ name: name.toLowerCase(), text }));
  const body = bodyOf(tool, takingSecrets, { http, log, textAt, fields });
  log.push(...headerProblems(tool, http), ...bodyProblems(tool, http));
  if (url === undefined || log.some(isError)) return [undefined, log];
  const request: HttpRequest = {
    method: http.method ?? "GET",
    url,
    ...(query.length === 0 ? {} : { query }),
    ...(headers.length === 0 ? {} : { headers }),
    ...(body === undefined ? {} : { body }),
    ...(http.allowPrivate === undefined ? {} : { allowPrivate: http.allowPrivate }),
  };
  return [request, log];
}

interface BodyParts {
  readonly http: HttpSpec;
  readonly log: Diagnostic[];
  textAt(path: NodePath): HttpField["text"] | undefined;
  fields(key: readonly string[], names: Readonly<Record<string, string>> | undefined): readonly HttpField[];
}

function bodyOf(tool: ToolContext, context: TemplateContext, { http, log, textAt, fields }: BodyParts): HttpBody | undefined {
  const { form, text } = http.body ?? {};
  const node = nodeAt(tool.document.root, ["http", "body", "json"]);
  if (node !== undefined) return { kind: "json", value: compileJson(node, context, log) };
  if (form !== undefined) return { kind: "form", fields: fields(["body", "form"], form) };
  const compiled = text === undefined ? undefined : textAt(["http", "body", "text"]);
  return compiled === undefined ? undefined : { kind: "text", text: compiled };
}

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
