import type { ServerOptions as NodeServerOptions } from "node:http";
import type { OAuthTokenVerifier } from "@modelcontextprotocol/server";
import type { ServerOptions } from "../server-options.js";
import type { SharedState } from "../state/shared-state.js";
import type { HttpAddress } from "./http-address.js";
import type { ProtectedResource } from "./oauth-rules.js";

/** A certificate and its key, in PEM. */
export interface TlsCertificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

export interface TlsFiles extends TlsCertificate {
  /** Returns the new ones if the files have changed since they were read. Throws if they can't be read. */
  readonly readIfChanged?: () => TlsCertificate | undefined;
}

/** The options of a server over HTTP. */
export interface HttpOptions extends ServerOptions {
  readonly address: HttpAddress;
  /** Host names, without ports, by which clients and browsers may reach the server, beside those of the address. */
  readonly allowedHosts: readonly string[];
  readonly tls?: TlsFiles;
  /** Knows the bearer tokens of those who may call. Without it, everybody who reaches the server may. */
  readonly tokens?: OAuthTokenVerifier;
  /** The metadata that tells clients where to get such a token, if they come from an authorization server. */
  readonly resource?: ProtectedResource;
  /** True for sessions with clients of revisions up to 2025-11-25, which can then be asked questions. */
  readonly hasSessions: boolean;
  /** Signs questions: at least 32 bytes, the same in all replicas. By default random. */
  readonly key?: Uint8Array;
  /** The most bytes of resources and results in unsent answers; by default 32 MiB. */
  readonly maxUnsentBytes?: number;
  /** Limits of Node's HTTP server; by default `httpLimits`. */
  readonly limits?: NodeServerOptions;
  /** How long results may take on their way once no call is running, in milliseconds; by default a second. */
  readonly flushMs?: number;
  /** State that replicas share; by default each has its own in memory. */
  readonly shared?: SharedState;
}

/** A server that listens. */
export interface HttpServing {
  /** The endpoint for clients. */
  readonly url: string;
  /**
   * Refuses new calls, waits until the running ones are done, but no longer than `drainMs`, and ends. What runs then is
   * ended as a cancelled call is.
   */
  close(drainMs: number): Promise<void>;
}
