import type { ServerOptions as NodeServerOptions } from "node:http";

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
