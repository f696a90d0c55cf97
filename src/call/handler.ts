/// <reference types="node" preserve="true" />
// Brings Node's types into programs that compile against the package without naming them.

import type { OutputFormat } from "../contract/definition.js";
import { readStdin, writeAll } from "../contract/stdio.js";
import { exitedEarly, failureText, mapStackTraces, neverSettles, notFunction, printedResult } from "./handler/printed-result.js";
import { loadExchange } from "./http/load-exchange.js";

/** The second argument of a handler. `Secret` names the secrets of the spec. */
export interface HandlerContext<Secret extends string = string> {
  /** Aborted when the call is cancelled or its time limit is reached; five seconds later the process is killed. */
  readonly signal: AbortSignal;
  /** Shows a line to the user while the tool runs. It isn't part of the result. */
  readonly update: (text: string) => void;
  /** The working directory of the call, absolute: the spec's `cwd`, by default the workspace. */
  readonly cwd: string;
  /** The values of the spec's `secrets`, by their names; an optional one that isn't set is the empty text. */
  readonly secrets: Readonly<Record<Secret, string>>;
}

/**
 * A function that runs a tool. Its return value, or the value of its promise, is the result: a string is text, an
 * object whose `content` is a list is MCP's `CallToolResult`, `undefined` is an empty result, and anything else is data
 * that becomes JSON.
 */
export type Handler<Args, Secret extends string = string> = (args: Args, context: HandlerContext<Secret>) => unknown;

/** An expected failure of a handler: the model gets only its message, as advice on what to do, without a stack. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** The tool's settings in a bundle. */
export interface HandlerSettings {
  readonly secrets: readonly string[];
  readonly format: OutputFormat;
  /** True for toolgen's own handler that keeps the connection to a server: what it leaves behind is meant to stay. */
  readonly isKept?: true;
  /** Reads the arguments, instead of `JSON.parse`. */
  readonly parse?: (json: string) => unknown;
}

let isOver = false;
let terminated = false;
/** The exit code of a call whose result is printed. */
let settledCode: number | undefined;

/** Calls a handler, which a bundle passes on when it is loaded. */
export type ServeHandler = (handler: unknown, settings: HandlerSettings) => void;

/** `kept.cjs` and the bundles that it loads each have their own copy of this module. */
const shared = globalThis as { [serving]?: ServeHandler };
const serving = Symbol.for("toolgen.serveHandler");

/** Returns true in a process that serves many calls. */
export const servesManyCalls = (): boolean => shared[serving] !== undefined;

/** From now on, bundles pass their handlers on instead of calling them. */
export function serveHandlers(serve: ServeHandler): void {
  shared[serving] = serve;
}

/**
 * Guards the process before the handler's own modules are loaded. Their standard output becomes standard error, because
 * only the result may be on standard output. Any other end of the process is reported as a failure.
 * `programs` have loaded the bundle, if that isn't a process's own.
 */
export function guardHandler(bundle: string, ...programs: readonly string[]): void {
  if (shared[serving] !== undefined) return;
  mapStackTraces(bundle, programs);
  Object.defineProperty(process, "stdout", { get: () => process.stderr, configurable: true });
  process.on("uncaughtException", failWith).on("unhandledRejection", failWith);
  process.on("beforeExit", () => failHandler(neverSettles));
  process.on("exit", (code) => {
    if (settledCode !== undefined) endProcess(settledCode);
    if (!isOver) writeFailure(exitedEarly(code));
    if (!isOver) process.exitCode = code === 0 ? 1 : code;
  });
}

/** Calls the handler with the arguments from standard input, prints its result, and ends the process. */
export async function runHandler(handler: unknown, settings: HandlerSettings): Promise<void> {
  if (shared[serving] !== undefined) return shared[serving](handler, settings);
  assertHandler(handler);
  const input = readStdin();
  if (input.kind !== "read") failHandler(`The arguments did not arrive: standard input is ${input.kind}.`);
  const params: unknown = (settings.parse ?? JSON.parse)(input.bytes.toString());
  const aborting = new AbortController();
  onTerminate(handler, () => aborting.abort(cancelled()));
  try {
    const returned: unknown = await handler(params, handlerContext(settings, aborting.signal));
    if (isOver) return;
    writeAll(1, printedOrFail(returned, settings.format));
    endProcess(0);
  } catch (error) {
    failWith(error);
  }
}

/** Ends the process if a module exports something else under the handler's name. */
export function assertHandler(handler: unknown): asserts handler is Handler<unknown> {
  if (typeof handler !== "function") failHandler(notFunction);
}

/** The reason of an aborted call. */
export const cancelled = () => new Error("The call was cancelled, or its time is up.");

/** Calls a function when the call is cancelled. A handler that ignores the second argument doesn't notice that. */
export function onTerminate(handler: { readonly length: number }, abort: () => void): void {
  process.on("SIGTERM", () => {
    terminated = true;
    abort();
    if (handler.length < 2) endProcess(143);
  });
}

/** Returns true if the call was cancelled. */
export const isTerminated = () => terminated;

/** From now on, nothing that the handler still does changes the result of the call. */
export function settle(code: number | undefined): void {
  settledCode = code;
}

/** The second argument of a handler. */
export function handlerContext({ secrets }: HandlerSettings, signal: AbortSignal): HandlerContext {
  return {
    signal,
    update: (text) => {
      writeAll(2, `${text}\n`);
    },
    cwd: process.cwd(),
    secrets: Object.fromEntries(secrets.map((name) => [name, process.env[name] ?? ""])),
  };
}

/** Returns what is printed as the result. A value that can't be printed is a failure, which ends the process. */
export function printedOrFail(value: unknown, format: OutputFormat): string | Uint8Array {
  const printed = printedResult(value, format);
  if (!printed.ok) failHandler(printed.problem);
  return printed.text;
}

/** Reports an exception of the handler, and ends the process. */
export function failWith(error: unknown): never {
  failHandler(failureText(error, process.argv[2] ?? "/"));
}

/** Reports a failure of the handler, and ends the process. */
export function failHandler(message: string): never {
  if (!isOver && settledCode === undefined) writeFailure(message);
  endProcess(1);
}

function writeFailure(message: string): void {
  writeAll(2, `${message}\n`);
}

/** Everything is written. A timer or another open handle of the handler must not delay the end. */
export function endProcess(code: number): never {
  isOver = true;
  process.exit(terminated ? 143 : (settledCode ?? code));
}

/** The options of `guardedFetch`. */
export interface GuardedFetchOptions {
  /** GET by default. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text, with a `content-type` among the headers. */
  readonly body?: string;
  /** The handler's own signal: it aborts the request. */
  readonly signal: AbortSignal;
  /** The time limit until the whole response is there; by default 30 000. */
  readonly timeoutMs?: number;
  /** The limit of the body; by default 10 MiB. */
  readonly mostBytes?: number;
  /**
   * Hosts, addresses and ranges of this machine and its networks that are allowed nevertheless, as in
   * `http.allowPrivate` of a spec.
   */
  readonly allowPrivate?: readonly string[];
}

/** The response to a request of `guardedFetch`. */
export interface GuardedResponse {
  readonly status: number;
  /** The URL of the response, after all redirects. */
  readonly url: string;
  /** By their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body. */
  readonly body: Buffer;
  /** True if the body is longer. */
  readonly isCut: boolean;
}

/**
 * The error of a request without a response. Its message is advice for the model. `isPrivate`: the host is on this
 * machine or in its networks.
 */
export class FetchError extends ToolError {
  readonly isPrivate: boolean;

  constructor(message: string, { isPrivate }: { readonly isPrivate: boolean }) {
    super(message);
    this.isPrivate = isPrivate;
  }
}

const mostBytesRead = 10 * 1024 * 1024;

/**
 * Sends a request like a spec's `http`: addresses of this machine and its networks are refused, after names are
 * resolved and with each redirect, and the proxies of `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` are used if the spec
 * passes these variables on. Throws a `FetchError` if there is no response, and the signal's reason; every status is a
 * response.
 */
export async function guardedFetch(url: string, options: GuardedFetchOptions): Promise<GuardedResponse> {
  const { method = "GET", headers = {}, body, signal, timeoutMs = 30_000, mostBytes = mostBytesRead, allowPrivate = [] } = options;
  const { protocol } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") throw new FetchError(`${url} is not an http or https address.`, { isPrivate: false });
  const { exchange } = await loadExchange();
  const chunks: Uint8Array[] = [];
  const text = body === undefined ? {} : { body: { kind: "text", text: body } as const };
  const lowerCased = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  try {
    const request = { method, url: withoutHash(url), headers: lowerCased, allowPrivate, ...text };
    const answer = await exchange(request, { timeoutMs, signal, env: process.env, chunks, mostBytes });
    const whole = Buffer.concat(chunks);
    return {
      status: answer.status,
      url: answer.url,
      headers: joined(answer.headers),
      body: whole.subarray(0, mostBytes),
      isCut: answer.flooded,
    };
  } catch (error) {
    signal.throwIfAborted();
    const isPrivate = error instanceof Error && "isPrivate" in error && error.isPrivate === true;
    throw new FetchError(error instanceof Error ? error.message : String(error), { isPrivate });
  }
}

function withoutHash(url: string): string {
  const sent = new URL(url);
  sent.hash = "";
  return sent.href;
}

function joined(headers: Readonly<Record<string, string | readonly string[] | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, typeof value === "object" ? value.join(", ") : (value ?? "")]),
  );
}
