/** A server that was connected to, in words of our own: what the SDK is used for. */
export interface McpConnection {
  /** Resolves when the connection has ended, in whatever way. */
  readonly closed: Promise<void>;
  /** True if the server declares that it has tools. */
  readonly hasTools: boolean;
  /** Rejects with what is known of why there is no result, for people, and with the signal's reason when it was aborted. */
  request(request: McpRequest): Promise<unknown>;
  /** Returns sentences about the server's state; empty if nothing is known. */
  diagnosis(): string;
  /** Resolves when the server and all that it started is gone. */
  close(): Promise<void>;
}

export interface McpRequest {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onProgress?: (progress: McpProgress) => void;
}

export interface McpProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}
