import type { JsonObject, JsonValue } from "../../runtime/json/json-value.js";
import { constantText } from "../placeholder.js";
import type { ConvertedBody } from "./convert-body.js";
import type { LocatedParameter } from "./convert-parameter.js";
import type { Security } from "./convert-security.js";
import type { Server } from "./find-server.js";
import type { GuessedRisk } from "./guess-risk.js";
import type { Operation } from "./operation.js";

/** Everything that an operation's request is made of. */
export interface RequestParts {
  readonly operation: Operation;
  readonly risk: GuessedRisk["level"];
  readonly server: Server;
  readonly security: Security;
  readonly parameters: readonly LocatedParameter[];
  readonly body: ConvertedBody | undefined;
  readonly accept: string | undefined;
}

/** Returns the key `http` of a spec. */
export function requestTemplate(parts: RequestParts): JsonObject {
  const { operation, server, body } = parts;
  const query = { ...parts.security.query, ...templatesOf(parts, "query") };
  const headers = { ...constantHeaderTemplates(parts), ...templatesOf(parts, "header") };
  return {
    ...(operation.method === "GET" ? {} : { method: operation.method }),
    url: `${server.url}${pathTemplate(parts)}`,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(body === undefined ? {} : { body: bodyTemplate(body) }),
    ...(server.privateHost === undefined ? {} : { allowPrivate: [server.privateHost] }),
  };
}

/** Returns true if a request goes to another host or to another path than its server's: `/../x`. */
export function leavesServer({ url }: JsonObject, server: Server): boolean {
  const base = new URL(server.url).href.replace(/\/?$/, "/");
  return typeof url !== "string" || !URL.canParse(url) || !new URL(url).href.startsWith(base);
}

/** Headers whose text no argument changes: secrets, and what is sent and asked for. */
export function constantHeaders({ security, accept, body }: RequestParts): Readonly<Record<string, string>> {
  return {
    ...security.headers,
    ...(accept === undefined ? {} : { Accept: accept }),
    ...(body?.mediaType === undefined ? {} : { "Content-Type": body.mediaType }),
  };
}

/** A media type of the document may have braces, which would be a placeholder. */
const constantHeaderTemplates = (parts: RequestParts): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(constantHeaders(parts)).map(([name, text]) => [
      name,
      parts.security.headers[name] === undefined ? constantText(text) : text,
    ]),
  );

function templatesOf({ parameters }: RequestParts, location: "query" | "header"): Record<string, string> {
  const entries = parameters.filter((one) => one.in === location).flatMap((one) => one.entries);
  return Object.fromEntries(entries.map(({ key, template }) => [key, template]));
}

/** The path with a placeholder for each variable. */
function pathTemplate({ operation, parameters }: RequestParts): string {
  const entries = parameters.filter((one) => one.in === "path").flatMap((one) => one.entries);
  return (
    operation.path
      .split(/(\{[^{}]+\})/)
      // A mark for the part of an address that is never sent is a character of the path.
      .map((piece) => entries.find(({ key }) => piece === `{${key}}`)?.template ?? constantText(piece.replaceAll("#", "%23")))
      .join("")
  );
}

function bodyTemplate({ kind, entries }: ConvertedBody): JsonObject {
  const [only] = entries;
  const whole: JsonValue = only?.key === "" ? only.template : Object.fromEntries(entries.map(({ key, template }) => [key, template]));
  return { [kind]: whole };
}
