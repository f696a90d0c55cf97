import type { JsonObject } from "../../runtime/json/json-value.js";
import { isLocalHost } from "../../runtime/process/http/local-host.js";
import { withoutBrackets } from "../../runtime/process/http/private-address.js";
import { constantText } from "../placeholder.js";
import { entriesIn, objectsIn } from "./follow-reference.js";
import type { Operation } from "./operation.js";

/** The address that the paths of an operation are appended to. */
export interface Server {
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
  if (/\{[^{}]*\}/.test(filled)) return "its server's address has a variable without a default";
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

const defaultOf = (variable: JsonObject) => (["string", "number"].includes(typeof variable.default) ? String(variable.default) : "");

function addressOf(text: string, guess: string | undefined): Server | string {
  if (!URL.canParse(text) || !/^https?:\/\//i.test(text)) return `the address of its server, '${text}', is not an HTTP address`;
  const { origin, pathname, hostname, username } = new URL(text);
  if (username !== "") return "the address of its server contains a user name";
  return {
    url: constantText(`${origin}${pathname.replace(/(?<!\/)\/+$/, "")}`),
    guess,
    privateHost: isLocalHost(hostname) ? withoutBrackets(hostname) : undefined,
  };
}
