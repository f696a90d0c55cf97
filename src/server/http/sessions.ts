import { randomUUID } from "node:crypto";
import { type McpHandlerRequestOptions, type McpServer, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { principalOf } from "../state/current-exchange.js";
import { errorBody } from "./http-exchange.js";

/** A session that has had no request for so long ends. In milliseconds. */
const idleMs = 12 * 60 * 60_000;
/** A further session ends the one that was used longest ago: of the same principal, or else of any. */
const maxSessions = { ofOne: 200, ofAll: 1000 };

type SessionServer = Pick<McpServer, "connect" | "close">;

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Who began it. Another principal can't use it. */
  readonly principal: string;
  readonly since: number;
  lastUsed: number;
}

export interface SessionsOptions {
  /** The limit of a request. */
  readonly maxBytes: number;
  onEnd(seconds: number): void;
}

/**
 * Sessions with clients of revisions up to 2025-11-25. In a session a server can send requests too, so that a user can
 * be asked; without sessions such clients are served request by request. They are this process's: behind a balancer,
 * send a session's requests to the same replica.
 */
export class Sessions {
  /** In the order in which they were used. */
  readonly #sessions = new Map<string, Session>();
  readonly #createServer: (first: Request) => SessionServer;
  readonly #maxBytes: number;
  readonly #onEnd: SessionsOptions["onEnd"];

  /** The request that begins a session says which tools it offers. */
  constructor(createServer: (first: Request) => SessionServer, { maxBytes, onEnd }: SessionsOptions) {
    this.#createServer = createServer;
    this.#maxBytes = maxBytes;
    this.#onEnd = onEnd;
  }

  /** Answers a request of a session, or begins one. */
  async fetch(request: Request, options: McpHandlerRequestOptions = {}): Promise<Response> {
    this.#endWhere(({ lastUsed }) => Date.now() - lastUsed >= idleMs);
    const id = request.headers.get("mcp-session-id");
    const principal = principalOf(options.authInfo);
    const session = id === null ? undefined : this.#sessions.get(id);
    if (id !== null && (session === undefined || session.principal !== principal))
      return Response.json(errorBody("There is no such session. Begin a new one with `initialize`."), { status: 404 });
    if (session === undefined || id === null) return this.#begin(request, principal, options);
    session.lastUsed = Date.now();
    this.#sessions.delete(id);
    this.#sessions.set(id, session);
    return session.transport.handleRequest(request, options);
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#sessions].map(([id, { transport }]) => {
        this.#forget(id);
        return transport.close();
      }),
    );
  }

  async #begin(request: Request, principal: string, options: McpHandlerRequestOptions): Promise<Response> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: this.#maxBytes,
      onsessioninitialized: (id) => {
        // Only now: a request that begins no session ends none.
        this.#makeRoom(principal);
        this.#sessions.set(id, { transport, principal, since: performance.now(), lastUsed: Date.now() });
      },
      onsessionclosed: (id) => this.#forget(id),
    });
    const server = this.#createServer(request);
    await server.connect(transport);
    const response = await transport.handleRequest(request, options);
    // A request that began no session leaves nothing behind.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  #makeRoom(principal: string): void {
    const own = [...this.#sessions.values()].filter((session) => session.principal === principal);
    const oldest = own.length >= maxSessions.ofOne ? own[0] : this.#sessions.values().next().value;
    if (own.length >= maxSessions.ofOne || this.#sessions.size >= maxSessions.ofAll) this.#endWhere((session) => session === oldest);
  }

  #forget(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.delete(id);
    this.#onEnd((performance.now() - session.since) / 1000);
  }

  #endWhere(mustEnd: (session: Session) => boolean): void {
    for (const [id, session] of this.#sessions) {
      if (!mustEnd(session)) continue;
      this.#forget(id);
      void session.transport.close();
    }
  }
}
