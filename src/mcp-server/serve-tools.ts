import type { Readable, Writable } from "node:stream";
import type { Via } from "../runtime/contract/audit-line.js";
import type { Settings } from "../runtime/policy/read-settings.js";
import type { ToolSelection } from "./lists/tool-selection.js";
import type { Log, LogLevel } from "./log/log.js";
import type { Telemetry } from "./telemetry/telemetry.js";
import type { ServedToolSource } from "./tool-source.js";

/** The options of a server. */
export interface ServerOptions {
  /** The absolute folder that the server was started in. */
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Settings for as long as the server runs, which override those of files. */
  readonly risk?: Settings;
  /** The tools that clients are offered at most; by default all. */
  readonly select?: ToolSelection;
  /** The folder within which the root of a client is the workspace; by default roots aren't asked for. */
  readonly roots?: string;
  /** True if clients are offered three tools that find, describe and call all others. */
  readonly search?: boolean;
  /** How many items a page of a list has; by default each list is one page. */
  readonly pageSize?: number | undefined;
  /** True if the client asks its user before each call, so that the server doesn't ask. */
  readonly clientAsks?: boolean;
  /** The time limit of an answer of the client's user, in milliseconds: by default ten minutes. */
  readonly answerMs?: number;
  /** How often the user's settings and a missing folder are looked at, in milliseconds: by default 1,000. */
  readonly lookMs?: number;
  /** How calls are made, for the audit log; by default over MCP. */
  readonly via?: Via;
  readonly telemetry?: Telemetry | undefined;
  /** The level of `log`, so that requests which it would leave out cost nothing; by default `warn`. */
  readonly logLevel?: LogLevel;
  readonly log: Log;
}

/** The two streams that a client talks over. */
export interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Serves tools to a client of either era: of 2025, which begins with `initialize`, or of 2026-07-28, which needs no
 * beginning. Resolves when the client has gone; calls that were running then are being ended, which keeps the process
 * alive until it is done.
 */
export type ServeTools = (source: ServedToolSource, options: ServerOptions, pipes: Pipes) => Promise<void>;

/** The arguments of a server that say how it is reached over HTTP, as they were written. */
export interface HttpArguments {
  /** `HOST:PORT`, or `true` for the default. */
  readonly http: string | true;
  readonly allowHost?: readonly string[];
  readonly tokens?: string;
  readonly oauthIssuer?: string;
  readonly oauthAudience?: string;
  readonly oauthResource?: string;
  readonly oauthJwks?: string;
  readonly oauthScope?: readonly string[];
  readonly oauthPrincipal?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly sessions?: boolean;
}

/** Serves over HTTP until the process gets SIGTERM or SIGINT. Rejects if the server can't start. */
export type RunHttp = (source: ServedToolSource, args: HttpArguments, options: ServerOptions) => Promise<void>;
