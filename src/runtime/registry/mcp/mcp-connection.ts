/** A server over HTTP doesn't know the session any more, so it has run nothing. The caller closes the connection. */
export class ForgottenSessionError extends Error {
  override readonly name = "ForgottenSessionError";
}

/** A connected server, as an interface without the SDK's types. */
export interface McpConnection {
  /** Resolves when the connection has ended for any reason. */
  readonly closed: Promise<void>;
  /** True if the server declares that it has tools. */
  readonly hasTools: boolean;
  /** True if calls repeat parameters in headers: over HTTP, since 2026-07-28. */
  readonly hasParameterHeaders: boolean;
  /** Rejects with the known reasons of a failure, for people, and with the signal's reason when aborted. */
  request(request: McpRequest): Promise<unknown>;
  /** Returns sentences about the server's state; empty if nothing is known. */
  diagnosis(): string;
  /** Resolves when the server and everything that it started are gone. */
  close(): Promise<void>;
}

export interface McpRequest {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Sent with the request over HTTP. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly onProgress?: (progress: McpProgress) => void;
}

export interface McpProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}
