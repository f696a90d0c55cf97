import { once } from "node:events";
import type { IncomingMessage, ServerOptions as NodeServerOptions, RequestListener, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { doneWithin } from "../../contract/time-limit.js";
import { watchTasks } from "../call/refresh-task.js";
import type { Log } from "../log.js";
import { OutputStore } from "../state/output-store.js";
import { createServerState } from "../state/server-state.js";
import type { ServedToolSource } from "../tool-source.js";
import { comesTooLate, ending, RequestPacing } from "./admission.js";
import { endpointUrl, type HttpAddress, mcpPath } from "./http-address.js";
import { answerError, answerJson, answerText } from "./http-exchange.js";
import type { HttpOptions, HttpServing, TlsFiles } from "./http-options.js";
import { mcpEndpoint } from "./mcp-endpoint.js";
import { logRefusal, requestGuard } from "./request-guard.js";
import { isMcpPath, pathOf } from "./request-selections.js";
import { renewCertificate } from "./tls-files.js";

/**
 * Serves tools over Streamable HTTP at `/mcp`, to clients of every revision, and answers health checks. What outlives a
 * request is the process's. Rejects if the address can't be listened on.
 */
export async function serveHttp(source: ServedToolSource, options: HttpOptions): Promise<HttpServing> {
  const { address, tls, resource, shared, flushMs = usualFlushMs } = options;
  const limits = { ...httpLimits, ...options.limits };
  const outputs = new OutputStore(shared && { shared: shared.outputs });
  const state = { ...createServerState({ ...options, ...shared }), outputs };
  watchTasks({ source, options, state });
  const { calls } = state;
  const pacing = new RequestPacing();
  const mcp = mcpEndpoint(source, options, { state, pacing });
  const mayGoOn = requestGuard(address, options.allowedHosts);
  const readiness = new Readiness();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    logRefusal(request, response, options);
    const path = pathOf(request);
    if (path === "/healthz") answerText(response, 200, "ok");
    else if (path === "/readyz") {
      readiness.asked(calls.isOpen);
      answerText(response, calls.isOpen ? 200 : 503, calls.isOpen ? "ready" : "ending");
    } else if (!mayGoOn(request, response)) return;
    else if (resource?.paths.has(path)) {
      if (request.method === "GET" || request.method === "HEAD") answerJson(response, resource.document);
      else answerError(response, { status: 405, message: "This document can only be read.", headers: { allow: "GET, HEAD" } });
    } else if (!isMcpPath(path)) answerError(response, { status: 404, message: `The MCP endpoint is ${mcpPath}.` });
    else if (comesTooLate(request, calls)) answerError(response, ending);
    else void mcp.answer(request, response);
  };
  // A server on standard input and output doesn't load these modules.
  const server =
    tls === undefined
      ? (await import("node:http")).createServer(limits, handle)
      : await secureServer({ tls, limits, log: options.log }, handle);
  server.maxConnections = maxConnections;
  server.on("connection", pacing.accepted);
  await listen(server, address);
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    url: endpointUrl({ host: address.host, port }, tls !== undefined),
    close: async (drainMs) => {
      // Meanwhile new calls are answered, with a refusal: a connection that is cut says nothing.
      await Promise.all([doneWithin(drainMs, calls.close()), readiness.known()]);
      const closed = once(server, "close");
      server.close();
      // The last results are still on their way. Streams that never end are cut.
      await doneWithin(flushMs, closed);
      await mcp.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

interface SecureServer {
  readonly tls: TlsFiles;
  readonly limits: NodeServerOptions;
  readonly log: Log;
}

async function secureServer({ tls, limits, log }: SecureServer, handle: RequestListener): Promise<Server> {
  const { cert, key } = tls;
  const { createServer } = await import("node:https");
  const server = withUsableFiles(() => createServer({ ...limits, cert, key }, handle));
  renewCertificate(server, tls, log);
  return server;
}

/** OpenSSL's errors name neither files nor options. */
function withUsableFiles<Result>(use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the files of --tls-cert and --tls-key must be a certificate and its key in PEM, and can't be used: ${reason}`);
  }
}

/** How long results may take on their way once no call is running. In milliseconds. */
const usualFlushMs = 1000;

async function listen(server: Server, { host, port }: HttpAddress): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE")
      throw new Error(`another program listens on ${host}:${port}. Choose another port: --http ${host}:0 takes a free one.`);
    if (code === "EACCES") throw new Error(`the system doesn't let this user listen on port ${port}. Choose one above 1023.`);
    if (code === "ENOTFOUND" || code === "EADDRNOTAVAIL") throw new Error(`${host} is not an address of this machine.`);
    throw error;
  }
}

/** More than this many connections are closed as they come. */
export const maxConnections = 4096;

/**
 * Limits of Node's HTTP server. A request's headers must come within ten seconds and its body within a minute, so that
 * slow clients can't hold connections. An answer may take as long as a tool may.
 */
export const httpLimits: NodeServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16 * 1024,
};

/** A balancer asks at least so often whether a server is ready, if it asks at all. In milliseconds. */
const longestPauseMs = 10_000;

/** After so many answers that it isn't, a balancer sends no more: haproxy's `fall`, by default. */
const enough = 3;

/** A balancer that asks more seldom than every second or two isn't waited for. In milliseconds. */
const longestWaitMs = 5000;

/** Requests may be on their way when a balancer learns that a server is ending. In milliseconds. */
const onTheWayMs = 200;

/**
 * The answers of a server at `/readyz`. One that ends goes on listening until balancers know: the system resets
 * connections that no program has accepted, and a balancer can't tell whether such a request has run.
 */
export class Readiness {
  #askedAt = Number.NEGATIVE_INFINITY;
  #refused = 0;
  #onKnown: (() => void) | undefined;

  /** Counts an answer, which says whether calls are taken. */
  asked(isReady: boolean): void {
    this.#askedAt = performance.now();
    this.#refused += isReady ? 0 : 1;
    if (this.#refused === enough) this.#onKnown?.();
  }

  /** Resolves once balancers know that the server is ending; at once if none has asked lately. */
  async known(): Promise<void> {
    if (performance.now() - this.#askedAt > longestPauseMs) return;
    const known = new Promise<void>((resolve) => {
      this.#onKnown = resolve;
    });
    await doneWithin(longestWaitMs, known);
    await new Promise((resolve) => setTimeout(resolve, onTheWayMs));
  }
}
