import type { Readable, Writable } from "node:stream";
import type { Settings } from "../call/risk-settings.js";
import type { Via } from "../contract/call.js";
import { type Log, type LogLevel, logLevels, type ServerLogOptions } from "./log.js";
import type { Telemetry } from "./telemetry/telemetry.js";
import type { ToolSelection } from "./tool-selection.js";
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

/** Reads `--page-size`. Throws a one-line message for anything but a whole number from 1. */
export function readPageSize(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--page-size is '${text}'. Write a whole number from 1.`);
  return Number(text);
}

/** Reads `--roots`. Throws if it is empty, or can't have an effect. */
export function readRoots({ roots, http }: { readonly roots?: string | undefined; readonly http?: string | true | undefined }) {
  if (roots === undefined) return undefined;
  if (roots === "") throw new Error("--roots is empty.");
  // A client elsewhere names folders of another machine.
  if (http !== undefined) throw new Error("--roots is for a server on standard input and output: leave --http out.");
  return roots;
}

/** The options of a server's log, as they were written. */
export interface LogArguments {
  readonly logFormat?: string | undefined;
  readonly logLevel?: string | undefined;
}

export interface LogOptions {
  readonly logFormat?: ServerLogOptions["format"] | undefined;
  readonly logLevel?: LogLevel | undefined;
}

/** Reads `--log-format` and `--log-level`. Throws a one-line message for unknown words. */
export function readLogOptions({ logFormat, logLevel }: LogArguments): LogOptions {
  const format = oneOf(["text", "json"] as const, "--log-format", logFormat);
  const level = oneOf(logLevels, "--log-level", logLevel);
  return { ...(format && { logFormat: format }), ...(level && { logLevel: level }) };
}

/**
 * Fills in the defaults. Over HTTP a service reads the log, unless it is on a terminal; a client that starts a server
 * shows what it prints to its user, often as errors.
 */
export const logSettings = (
  { logFormat, logLevel }: LogOptions,
  { isHttp, isTerminal }: { readonly isHttp: boolean; readonly isTerminal: boolean },
): Pick<ServerLogOptions, "format" | "level"> => ({
  format: logFormat ?? (isHttp && !isTerminal ? "json" : "text"),
  level: logLevel ?? (isHttp ? "info" : "warn"),
});

function oneOf<const Word extends string>(words: readonly Word[], option: string, given: string | undefined): Word | undefined {
  const word = words.find((one) => one === given);
  if (given !== undefined && word === undefined) throw new Error(`${option} is '${given}'. Write ${words.join(", ")}.`);
  return word;
}
