import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { connectionReason, openConnections, readResponseBody, unpacked } from "../../call/http-connections.js";
import { oneLine } from "../../contract/display-text.js";
import { UsageError } from "../command.js";
import { decodeUtf8, textOrRefuse } from "../io/input.js";
import type { Terminal } from "../io/terminal.js";

/** A document, and the way to the files that it may refer to. */
interface OpenedDocument {
  readonly text: string;
  /** The address of the document, after redirects: `file:` or `http:`. */
  readonly url: string;
  /** The address, if it came from the network. */
  readonly fromNetwork: string | undefined;
  /** Rejects with an `Error` whose message says why a file isn't read. */
  readReferred(url: string): Promise<string>;
}

/** How much is read of a document with all files that it refers to, and for how long. */
export interface ReadingLimits {
  readonly mebibytes: number;
  readonly seconds: number;
}

/** The limits without `--max-size` and `--timeout`. */
export const readingLimits: ReadingLimits = { mebibytes: 64, seconds: 120 };

const tooLarge = ({ mebibytes }: ReadingLimits) => `larger than ${mebibytes} MiB (--max-size MIB reads more)`;

/**
 * Reads a document from a file or an address. The files that it refers to must be below its folder, or of its origin.
 */
export async function openDocument(
  given: string,
  limits: ReadingLimits,
  { launchDir, environment }: Pick<Terminal, "launchDir" | "environment">,
): Promise<OpenedDocument> {
  const opened = await (/^https?:\/\//i.test(given) ? openAddress(given, limits, environment) : openFile(given, limits, launchDir));
  return { ...opened, readReferred: withinLimits(opened.readReferred, limits) };
}

/** Counts all files together, and the time from the first one on. */
function withinLimits(read: OpenedDocument["readReferred"], limits: ReadingLimits): OpenedDocument["readReferred"] {
  let end: number | undefined;
  let characters = 0;
  return async (url) => {
    end ??= performance.now() + limits.seconds * 1000;
    if (performance.now() >= end)
      throw new Error(`reading its files takes longer than ${limits.seconds} seconds (--timeout TIME waits longer)`);
    const text = await read(url);
    characters += text.length;
    if (characters > limits.mebibytes * 1024 * 1024) throw new Error(`its files together are ${tooLarge(limits)}`);
    return text;
  };
}

async function openAddress(given: string, limits: ReadingLimits, env: Terminal["environment"]): Promise<OpenedDocument> {
  if (!URL.canParse(given)) throw new UsageError(`'${given}' is not an address.`);
  const { url, text } = await fetchText(given, { limits, env }).catch((error: unknown) => {
    throw new UsageError(`'${given}' can't be read: ${messageOf(error)}.`);
  });
  const { origin } = new URL(url);
  const readReferred = async (target: string) => {
    if (!URL.canParse(target) || new URL(target).origin !== origin) throw new Error(`'${target}' is not of ${origin}`);
    return (await fetchText(target, { limits, env, origin })).text;
  };
  return { text, url, fromNetwork: url, readReferred };
}

function openFile(given: string, limits: ReadingLimits, launchDir: string): OpenedDocument {
  const path = resolve(launchDir, given);
  const real = readable(path, given, limits);
  const folder = dirname(real);
  const readReferred = async (target: string) => {
    const file = target.startsWith("file:") ? fileURLToPath(target) : target;
    if (/^[a-z][a-z0-9+.-]+:/i.test(file)) throw new Error(`'${target}' is on the network, and the document is a file`);
    const realFile = realpathOf(file);
    if (realFile === undefined) throw new Error(`there is no file '${file}'`);
    if (!realFile.startsWith(`${folder}${sep}`)) throw new Error(`'${file}' is outside of the document's folder`);
    return readReferredFile(realFile, limits);
  };
  return { text: textOrRefuse(readFileSync(real), given), url: pathToFileURL(real).href, fromNetwork: undefined, readReferred };
}

function readable(path: string, given: string, limits: ReadingLimits): string {
  const real = realpathOf(path);
  if (real === undefined)
    throw new UsageError(`There is no file '${given}'.`, "Give the path of an OpenAPI document, or its address with https://.");
  const stats = statSync(real);
  if (!stats.isFile()) throw new UsageError(`'${given}' is not a file.`);
  if (stats.size > limits.mebibytes * 1024 * 1024) throw new UsageError(`'${given}' is ${tooLarge(limits)}.`);
  return real;
}

function readReferredFile(real: string, limits: ReadingLimits): string {
  const stats = statSync(real);
  // A FIFO would wait for a writer.
  if (!stats.isFile()) throw new Error(`'${real}' is not a file`);
  const { size } = stats;
  if (size > limits.mebibytes * 1024 * 1024) throw new Error(`'${real}' is ${tooLarge(limits)}`);
  const text = decodeUtf8(readFileSync(real));
  if (text === undefined) throw new Error(`'${real}' is not text in UTF-8`);
  return text;
}

function realpathOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

interface FetchOptions {
  readonly limits: ReadingLimits;
  /** The environment, which may name proxies. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The origin that redirects must not leave. */
  readonly origin?: string;
}

const maxRedirects = 5;
const timeoutMs = 30_000;
const headers = { accept: "application/json, application/yaml, */*;q=0.5", "user-agent": "toolgen" };

/** The user named the address, so it may be in a private network. */
const allowed = { name: () => true, address: () => true };

/** Returns the text at an address, and the address after redirects. Rejects with an `Error` for any other answer. */
export async function fetchText(given: string, options: FetchOptions): Promise<{ readonly url: string; readonly text: string }> {
  const signal = AbortSignal.timeout(timeoutMs);
  const connections = await openConnections({ allowed, env: options.env, timeoutMs, withoutTunnel: true });
  try {
    return await follow(new URL(given), { ...options, connections, signal });
  } catch (error) {
    throw new Error(failureReason(signal.aborted ? signal.reason : error));
  } finally {
    await connections.close();
  }
}

interface Following extends FetchOptions {
  readonly connections: Awaited<ReturnType<typeof openConnections>>;
  readonly signal: AbortSignal;
}

async function follow(
  first: URL,
  { connections, signal, limits, origin }: Following,
): Promise<{ readonly url: string; readonly text: string }> {
  let url = first;
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    if (url.username !== "" || url.password !== "") throw new Error("an address with a user name or a password isn't requested");
    const response = await connections.request({ method: "GET", url, headers, body: undefined }, signal);
    const { location } = response.headers;
    if (response.status >= 300 && response.status < 400 && typeof location === "string") {
      response.body.on("error", () => {}).destroy();
      const next = new URL(location, url);
      if (next.protocol !== url.protocol && next.protocol !== "https:") throw new Error("it redirects to another protocol");
      if (origin !== undefined && next.origin !== origin) throw new Error(`it redirects to ${next.origin}`);
      url = next;
      continue;
    }
    if (response.status < 200 || response.status > 299) throw new Error(`the server answers with status ${response.status}`);
    const chunks: Uint8Array[] = [];
    const { flooded } = await readResponseBody(chunks, await unpacked(response, "GET"), { mostBytes: limits.mebibytes * 1024 * 1024 });
    if (flooded) throw new Error(`it is ${tooLarge(limits)}`);
    const text = decodeUtf8(Buffer.concat(chunks));
    if (text === undefined) throw new Error("it is not text in UTF-8");
    return { url: url.href, text };
  }
  throw new Error(`it redirects more than ${maxRedirects} times`);
}

/** Returns why no response came, as a clause. */
function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `no answer came within ${timeoutMs / 1000} seconds`;
  return connectionReason((error as NodeJS.ErrnoException).code) ?? oneLine(error.message);
}
