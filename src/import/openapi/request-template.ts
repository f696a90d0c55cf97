import { BlockList, isIP } from "node:net";
import type { JsonObject, JsonValue } from "../../contract/json-value.js";
import { wordsIn } from "../imported-tool.js";
import { entriesIn, nonEmptyText, type Operation, objectsIn } from "../openapi-document.js";
import type { Security } from "../schema/find-credentials.js";
import { constantText, shortenText } from "../text/visible-text.js";
import type { ConvertedBody } from "./convert-body.js";
import type { LocatedParameter } from "./convert-parameter.js";
import type { RequestEntry } from "./tool-parameter.js";

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
  const cookies = { ...parts.security.cookies, ...templatesOf(parts, "cookie") };
  return {
    ...(operation.method === "GET" ? {} : { method: operation.method }),
    url: `${server.url}${pathTemplate(parts)}`,
    ...(Object.keys(query).length === 0 ? {} : { query }),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    ...(Object.keys(cookies).length === 0 ? {} : { cookies }),
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

function templatesOf({ parameters }: RequestParts, location: "query" | "header" | "cookie"): Record<string, string> {
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
  const whole: JsonValue = only?.isWhole ? only.template : Object.fromEntries(entries.map((entry) => [entry.key, partTemplate(entry)]));
  return { [kind]: whole };
}

function partTemplate({ template, part }: RequestEntry): JsonValue {
  if (part === undefined || (!part.isFile && part.type === undefined)) return template;
  return { [part.isFile ? "file" : "text"]: template, ...(part.type === undefined ? {} : { type: part.type }) };
}

/** The address that the paths of an operation are appended to. */
interface Server {
  readonly url: string;
  /** Why the address is a guess; `undefined` if it isn't. */
  readonly guess: string | undefined;
  /** The host, if it is on this machine or in its networks, which `http` refuses without being asked to. */
  readonly privateHost: string | undefined;
}

interface ServerContext {
  readonly root: JsonObject;
  /** The address of the document, if it came from the network. */
  readonly documentUrl: string | undefined;
  /** The address that the user gives. */
  readonly server: string | undefined;
}

/** Returns the first server of an operation, with the defaults of its variables; a text says why there is none. */
export function findServer({ body, item }: Operation, { root, documentUrl, server }: ServerContext): Server | string {
  if (server !== undefined) return addressOf(server, undefined);
  const lists = [body.servers, item.servers, root.servers].map((list) => objectsIn(list, root)).filter((list) => list.length > 0);
  const [first, ...others] = lists[0] ?? [];
  const variables = entriesIn(first?.variables, root);
  const template = typeof first?.url === "string" ? first.url : "/";
  // In one pass: defaults that name other variables would multiply.
  const defaults = new Map(variables.map(([name, variable]) => [`{${name}}`, defaultOf(variable)]));
  const filled = template.replaceAll(/\{[^{}]*\}/g, (variable) => defaults.get(variable) ?? variable);
  const [unknown] = /\{[^{}]*\}/.exec(filled) ?? [];
  if (unknown !== undefined)
    return `the variable '${shortenText(unknown, 60)}' of its server's address '${shortenText(template, 120)}' has no default; give an address with --server`;
  if (!/^https?:\/\//i.test(filled) && documentUrl === undefined)
    return first === undefined
      ? "the document names no server; give one with --server"
      : "its server's address is relative; give one with --server";
  const url = documentUrl === undefined || !URL.canParse(filled, documentUrl) ? filled : new URL(filled, documentUrl).href;
  const guess =
    variables.length > 0
      ? `guessed: the defaults of ${variables.map(([name]) => name).join(", ")}`
      : others.length > 0
        ? "guessed: the first of the document's servers"
        : undefined;
  const address = addressOf(url, guess);
  if (typeof address === "string" || documentUrl === undefined || new URL(documentUrl).origin === new URL(url).origin) return address;
  // A document from the network must not open the way to another server on this machine. The user can, with --server.
  return { ...address, privateHost: undefined };
}

const defaultOf = (variable: JsonObject) => (["string", "number"].includes(typeof variable.default) ? String(variable.default) : undefined);

function addressOf(text: string, guess: string | undefined): Server | string {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text))
    return `the address of its server, '${text}', is not an HTTP address; give one with --server`;
  const { origin, pathname, hostname, username } = new URL(text);
  if (username !== "") return "the address of its server contains a user name";
  return {
    url: constantText(`${origin}${pathname.replace(/(?<!\/)\/+$/, "")}`),
    guess,
    privateHost: isLocalHost(hostname) ? withoutBrackets(hostname) : undefined,
  };
}

/** The effect of an operation, as far as its method and its words say. */
interface GuessedRisk {
  readonly kind: "read" | "other" | "delete";
  /** The level that the kind has by itself, or that `risk` raises. */
  readonly level: "safe" | "moderate" | "dangerous";
  readonly comment: string;
}

/** Words for what can't be undone, and for what acts on others: in their base form. */
const destructive =
  /^(?:delete|destroy|remove|erase|purge|wipe|drop|truncate|prune|terminate|kill|revoke|ban|kick|evict|expel|uninstall|deactivate|disable|deprovision|decommission|detach|shutdown|poweroff|cancel|void|reset|rollback|revert|overwrite|unlink|unpublish|discard|flush|clear|nuke|suspend|expire|invalidate|del)$/;
const acting =
  /^(?:restart|reboot|start|stop|send|resend|publish|deploy|release|transfer|pay|payout|charge|withdraw|refund|execute|exec|run|invoke|trigger|launch|dispatch|broadcast|notify|rotate|regenerate|migrate|failover|promote|approve|reject|merge|lock|unlock|enable|activate|create|update|insert|add|set|save|write|upload|import|register|subscribe|unsubscribe|confirm|accept|logout|signout)$/;
/** Those of them that make a request riskier that changes something anyway. */
const reaching =
  /^(?:restart|reboot|stop|send|resend|broadcast|publish|deploy|transfer|pay|payout|charge|withdraw|refund|execute|exec|failover|migrate|rotate|regenerate)$/;
const reading =
  /^(?:get|list|read|find|search|fetch|show|retrieve|return|describe|query|count|check|is|has|view|lookup|download|export|head|browse|preview|display|index|all|obtain|poll|validate|verify|test|ping|watch|history|status)$/;

/** `Deletes`, `sends`. */
const baseForm = (word: string) =>
  /(?:sh|ch|ss|x)es$/.test(word) ? word.slice(0, -2) : word.length > 3 ? word.replace(/(?<!s)s$/, "") : word;

/**
 * Guesses kind and risk from the method, and raises them by the words of the path, the operation's id and its summary.
 * No word lowers them: who asks once too often loses less than who doesn't ask.
 */
export function guessRisk(operation: Operation): GuessedRisk {
  const { method } = operation;
  const byMethod = `guessed from the method ${method}`;
  if (method === "DELETE") return { kind: "delete", level: "dangerous", comment: byMethod };
  const isReading = method === "GET" || method === "HEAD" || method === "OPTIONS";
  const { word, isDestructive } = raisingWord(operation, isReading) ?? {};
  if (word === undefined)
    return isReading ? { kind: "read", level: "safe", comment: byMethod } : { kind: "other", level: "moderate", comment: byMethod };
  const comment = `${byMethod} and the word '${word}'`;
  if (isDestructive) return { kind: "delete", level: "dangerous", comment };
  return { kind: "other", level: isReading ? "moderate" : "dangerous", comment };
}

function raisingWord(operation: Operation, isReading: boolean): { readonly word: string; readonly isDestructive: boolean } | undefined {
  const verbs = isReading ? leadingVerbs(operation) : allVerbs(operation);
  const word = verbs.find((one) => destructive.test(one)) ?? verbs.find((one) => (isReading ? acting : reaching).test(one));
  return word === undefined ? undefined : { word, isDestructive: destructive.test(word) };
}

interface Words {
  readonly id: readonly string[];
  readonly summary: readonly string[];
  /** The last segment of the path without a variable, if it is one verb: `/things/{id}/delete`, `/users.delete`. */
  readonly step: string | undefined;
}

function wordsOf({ id = "", body, path }: Operation): Words {
  const segments = path.split("/").filter((segment) => segment !== "" && !segment.includes("{"));
  const last = wordsIn(segments.at(-1) ?? "");
  const first = last[0] ?? "";
  const verb =
    last.length > 0 && last.length <= 3 ? [first, last.at(-1) ?? ""].find((one) => destructive.test(one) || acting.test(one)) : undefined;
  const summary = nonEmptyText(body.summary) ?? nonEmptyText(body.description) ?? "";
  return { id: wordsIn(id).map(baseForm), summary: wordsIn(summary.slice(0, 80)).slice(0, 4).map(baseForm), step: verb };
}

/** The verbs of the id and the summary decide about a request that reads by its method. Without any, the path does. */
function leadingVerbs(operation: Operation): readonly string[] {
  const { id, summary, step } = wordsOf(operation);
  const verbs = [id.find(isVerb), summary.find(isVerb)].filter((verb) => verb !== undefined);
  if (verbs.some((verb) => destructive.test(verb) || acting.test(verb))) return verbs;
  return verbs.length > 0 || step === undefined ? [] : [step];
}

const isVerb = (word: string) => reading.test(word) || destructive.test(word) || acting.test(word);

function allVerbs(operation: Operation): readonly string[] {
  const { id, summary, step } = wordsOf(operation);
  return [...(step === undefined ? [] : [step]), ...id, ...summary.slice(0, 2)];
}

/** The keys of a spec for a guess. */
export const riskKeys = ({ kind, level }: GuessedRisk): Readonly<Record<string, JsonValue>> =>
  kind === "other" && level === "dangerous" ? { kind, risk: level } : { kind };

/** `[::1]` of a URL without its brackets. */
const withoutBrackets = (host: string): string => host.replace(/^\[(.*)\]/, "$1");

const local = new BlockList();
for (const [address, bits] of [
  ["127.0.0.0", 8],
  ["10.0.0.0", 8],
  ["172.16.0.0", 12],
  ["192.168.0.0", 16],
] as const)
  local.addSubnet(address, bits, "ipv4");
local.addAddress("::1", "ipv6");
local.addSubnet("fc00::", 7, "ipv6");

/**
 * Returns true for the host of a URL that people run their own servers on: addresses of this machine and of private
 * networks, and names that are not public. Addresses and names that clouds reserve for themselves are not among them.
 */
function isLocalHost(hostname: string): boolean {
  const host = withoutBrackets(hostname);
  const family = isIP(host);
  return family === 0 ? /(?:^|\.)(?:localhost|local|lan)$/i.test(host) : local.check(host, family === 6 ? "ipv6" : "ipv4");
}
