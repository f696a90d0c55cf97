import type { RequestMessage, Response } from "./connections.js";

/** Statuses whose `Location` is followed. */
const redirects = [301, 302, 303, 307, 308];
/** Headers about the body, which are dropped with it. */
const ofBody = /^content-/;

/**
 * Returns the next request after a response, by the rules of fetch; `undefined` if there is none. Throws if the
 * redirect isn't allowed.
 */
export function redirected(message: RequestMessage, { status, headers }: Pick<Response, "status" | "headers">): RequestMessage | undefined {
  const { location } = headers;
  if (!redirects.includes(status) || typeof location !== "string") return undefined;
  if (!URL.canParse(location, message.url.href)) throw new RedirectError("it redirects to an invalid address");
  const url = new URL(location, message.url);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw new RedirectError(`it redirects to ${url.protocol} and not to http: or https:`);
  if (message.url.protocol === "https:" && url.protocol === "http:")
    throw new RedirectError(`it redirects from https to unencrypted http, to ${url.host}`);
  // A redirect must not add a name and a password.
  url.username = "";
  url.password = "";
  url.hash = "";
  const asGet = status === 303 ? message.method !== "HEAD" : (status === 301 || status === 302) && message.method === "POST";
  const allowed = asGet ? without(message.headers, ofBody) : message.headers;
  const carried = url.origin === message.url.origin ? allowed : only(allowed, ofBody);
  if (message.hasSecret && !asGet && url.origin !== message.url.origin)
    throw new RedirectError(`it redirects a body that has a secret to ${url.host}`);
  return { ...message, method: asGet ? "GET" : message.method, url, headers: carried, body: asGet ? undefined : message.body };
}

/** A redirect that isn't followed; the message is a clause about the server. */
export class RedirectError extends Error {}

const only = (headers: RequestMessage["headers"], names: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.test(name)));
const without = (headers: RequestMessage["headers"], names: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.test(name)));
