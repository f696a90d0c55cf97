import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import {
  type AuthInfo,
  bearerAuthChallengeResponse,
  OAuthError,
  OAuthErrorCode,
  type OAuthTokenVerifier,
  verifyBearerToken,
} from "@modelcontextprotocol/server";
import { endingMessage } from "../state/server-state.js";
import { answerError } from "./http-exchange.js";
import type { HttpOptions } from "./http-options.js";
import type { ProtectedResource } from "./oauth-rules.js";

/**
 * Returns a function that admits requests by their headers. It answers one that it refuses, and returns `undefined`.
 * Otherwise it returns who sent the request.
 */
export function admission({ tokens: verifier, resource, log }: HttpOptions, maxBodyBytes: number) {
  const bodies = new BodyBudget(maxBodyBytes);
  const authenticate = verifier && bearerAuthentication({ verifier, resource, log });
  return async (request: IncomingMessage, response: ServerResponse): Promise<{ readonly auth: AuthInfo | undefined } | undefined> => {
    // The web's objects of the SDK throw at others, such as TRACE.
    if (!methods.has(request.method ?? "")) return void answerError(response, wrongMethod);
    const auth = await authenticate?.(request, response);
    if (authenticate !== undefined && auth === undefined) return undefined;
    // It may have closed meanwhile, and doesn't say so again.
    if (request.socket.destroyed) return undefined;
    // Only now: strangers take no room from callers.
    if (!bodies.admit(request, response)) return void answerError(response, busy);
    return { auth };
  };
}

/** A client of 2025 begins, follows and ends a session by these. */
const methods = new Set(["POST", "GET", "DELETE"]);

const wrongMethod = { status: 405, message: "Send messages with POST.", headers: { allow: "POST", connection: "close" } };

const busy = { status: 503, message: "The server holds too many requests. Send this one again later.", headers: { "retry-after": "1" } };

/** Says who sends a request. Answers one that may not go on, and returns `undefined` for it. */
type Authenticate = (request: IncomingMessage, response: ServerResponse) => Promise<AuthInfo | undefined>;

interface BearerOptions {
  readonly verifier: OAuthTokenVerifier;
  /** Named in refusals, so that clients know where to get a token. */
  readonly resource?: ProtectedResource | undefined;
  log(line: string): void;
}

/**
 * Takes requests with a bearer token that the verifier knows (RFC 6750). It reads only the headers: nothing of the body
 * of a stranger's request is read.
 */
function bearerAuthentication({ verifier, resource, log }: BearerOptions): Authenticate {
  const needed = resource && { requiredScopes: [...resource.scopes], resourceMetadataUrl: resource.metadataUrl };
  let logged: string | undefined;
  return async ({ headers: { authorization }, headersDistinct }, response) => {
    try {
      // Node gives the first of several headers, and the SDK takes the first word for the token.
      if (authorization !== undefined && (headersDistinct.authorization?.length !== 1 || !oneToken.test(authorization)))
        throw new OAuthError(OAuthErrorCode.InvalidToken, "Send one token, and nothing after it: Authorization: Bearer TOKEN.");
      return await verifyBearerToken(authorization, { verifier, ...needed });
    } catch (error) {
      // Without a readable file of tokens no caller is let in, and only the log says why.
      if (!(error instanceof OAuthError) && String(error) !== logged) {
        logged = String(error);
        log(`tokens can't be checked: ${logged}`);
      }
      const refused = authorization === undefined ? unauthenticated(resource) : refusal(error, needed);
      response.writeHead(refused.status, { ...Object.fromEntries(refused.headers), connection: "close" });
      response.end(await refused.text());
      return undefined;
    }
  };
}

const oneToken = /^Bearer +\S+$/i;

type Needed = Parameters<typeof bearerAuthChallengeResponse>[1];

function refusal(error: unknown, needed: Needed): Response {
  if (error instanceof OAuthError && error.code === OAuthErrorCode.TemporarilyUnavailable)
    return Response.json(error.toResponseObject(), { status: 503, headers: { "retry-after": "10" } });
  return bearerAuthChallengeResponse(error, needed);
}

/** Without a token there is no error to name (RFC 6750, section 3.1), only where and for what to get one. */
function unauthenticated(resource: ProtectedResource | undefined): Response {
  const parameters =
    resource === undefined
      ? ""
      : ` resource_metadata="${resource.metadataUrl}"${resource.scopes.length > 0 ? `, scope="${resource.scopes.join(" ")}"` : ""}`;
  const message = "Send a token: Authorization: Bearer TOKEN.";
  return Response.json(
    { error: "unauthorized", error_description: message },
    { status: 401, headers: { "www-authenticate": `Bearer${parameters}` } },
  );
}

/** The answer to a request of a server that is ending. A balancer sends the request to another one. */
export const ending = { status: 503, message: endingMessage, headers: { connection: "close", "retry-after": "1" } };

/**
 * Returns true if a request is not begun any more. A session's answers to questions and its cancellations are still
 * heard: they let running calls end.
 */
export const comesTooLate = (request: IncomingMessage, calls: { readonly isOpen: boolean }): boolean =>
  !calls.isOpen && request.headers["mcp-session-id"] === undefined;

/** How many requests begin in one round of the event loop. */
const begunAtOnce = 2;

/** In so many rounds with a new connection no request begins; then some do, however many clients connect. */
const longestPause = 64;

/**
 * Lets requests begin after connections that wait. Node accepts one connection in each round of the event loop, and to
 * begin a request takes milliseconds: a balancer's health check would wait behind the requests of hundreds of clients.
 */
export class RequestPacing {
  readonly #waiting: (() => void)[] = [];
  #isLooking = false;
  #hasAccepted = false;
  #paused = 0;

  /** Counts a new connection. */
  readonly accepted = (): void => {
    this.#hasAccepted = true;
  };

  /** Resolves when a request may begin. The first one of a round without connections may at once: `undefined`. */
  next(): Promise<void> | undefined {
    if (!this.#isLooking && !this.#hasAccepted) return void this.#look();
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#look();
    });
  }

  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    setImmediate(this.#begin);
  }

  readonly #begin = (): void => {
    this.#isLooking = false;
    this.#paused = this.#hasAccepted && this.#paused < longestPause ? this.#paused + 1 : 0;
    this.#hasAccepted = false;
    if (this.#paused === 0) for (const begin of this.#waiting.splice(0, begunAtOnce)) begin();
    if (this.#waiting.length > 0) this.#look();
  };
}

/** The most that the bodies of unanswered requests may take together, in bytes. */
const maxBytes = 256 * 1024 * 1024;

/** Limits what the bodies of all requests take, whose connections are many. */
export class BodyBudget {
  #bytes = 0;
  readonly #largest: number;

  /** `largest` is the limit of one body, which stands for one of unknown length. */
  constructor(largest: number) {
    this.#largest = largest;
  }

  /** Counts a request until its connection or its response is done. Returns false if there is no room for it. */
  admit({ headers, socket }: IncomingMessage, response: ServerResponse): boolean {
    const bytes = this.#bytesOf(headers);
    if (this.#bytes + bytes > maxBytes) return false;
    this.#bytes += bytes;
    const release = () => {
      this.#bytes -= bytes;
      response.off("close", release);
      socket.off("close", release);
    };
    response.once("close", release);
    socket.once("close", release);
    return true;
  }

  /** The length that a request's headers say, within the limit. */
  #bytesOf(headers: IncomingHttpHeaders): number {
    const length = headers["content-length"];
    if (length === undefined) return headers["transfer-encoding"] === undefined ? 0 : this.#largest;
    return Math.min(Number(length), this.#largest);
  }
}
