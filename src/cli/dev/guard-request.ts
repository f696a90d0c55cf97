import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The address of the server: its port, and the token in its path. */
export interface DevAddress {
  readonly port: number;
  readonly token: string;
}

/** A request that may be answered, or the status of the refusal. */
export type GuardedRequest =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly status: 400 | 403 | 404 | 405 | 415 };

/**
 * Checks a request before anything else reads it. Host keeps out a page that has given this address a name of its own
 * (DNS rebinding), Origin a page of another site, and the token every program that doesn't know the address. The token
 * is compared in constant time.
 */
export function guardRequest({ method, url = "", headers }: IncomingMessage, { port, token }: DevAddress): GuardedRequest {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? "")) return { ok: false, status: 403 };
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`)) return { ok: false, status: 403 };
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return { ok: false, status: 403 };
  const [, given = "", path] = /^\/([^/?#]*)(\/[^?#]*)(?:\?.*)?$/.exec(url) ?? [];
  if (path === undefined || !isSame(given, token)) return { ok: false, status: 404 };
  if (method !== "GET" && method !== "POST") return { ok: false, status: 405 };
  // A form of another page can't send this type, and every browser names the origin of what is posted.
  if (method === "POST" && headers["content-type"] !== "application/json") return { ok: false, status: 415 };
  return method === "POST" && headers.origin === undefined ? { ok: false, status: 403 } : { ok: true, path };
}

const digest = (text: string) => createHash("sha256").update(text).digest();
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected));
