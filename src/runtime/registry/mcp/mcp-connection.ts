/** A server that was connected to, in words of our own: what the SDK is used for. */
export interface McpConnection {
  /** Resolves when the connection has ended, in whatever way. */
  readonly closed: Promise<void>;
  /** Whether the server says that it has tools. */
  readonly hasTools: boolean;
  /** Rejects with what is known of why there is no result, for people, and with the signal's reason when it was aborted. */
  request(request: McpRequest): Promise<unknown>;
  /** What is known of how the server fares, as sentences; empty if nothing is. */
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
