import type { McpConnection } from "../mcp-connection.js";
import type { ConnectOptions } from "./connect-options.js";
import { connectionAttempts } from "./connection-attempts.js";
import { type ConnectionFailure, causeOf, connectionFailure, late } from "./connection-failure.js";
import { openConnection } from "./open-connection.js";

/**
 * Connects to a server. Rejects with the known reasons of a failure, for people, and with the signal's reason when
 * aborted.
 */
export async function connect(options: ConnectOptions): Promise<McpConnection> {
  options.signal.throwIfAborted();
  const limit = AbortSignal.timeout(options.timeoutMs);
  const signal = AbortSignal.any([options.signal, limit]);
  let problem: ConnectionFailure | undefined;
  for (const attempt of connectionAttempts(options)) {
    if (problem !== undefined && !attempt.helps(problem.cause)) continue;
    const transport = attempt.transport();
    try {
      return await openConnection(transport, attempt, { ...options, signal });
    } catch (error) {
      options.onClosing(() => transport.close());
      options.signal.throwIfAborted();
      if (limit.aborted) throw late(options.timeoutMs, transport);
      problem = await connectionFailure(causeOf(error), transport, options);
    }
  }
  throw problem ?? new Error("It can't be connected to.");
}
