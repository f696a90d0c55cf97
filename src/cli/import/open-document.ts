import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { documentLimits } from "../../import/openapi/read-data.js";
import type { Terminal } from "../io/terminal.js";
import { decodeUtf8, textOrRefuse } from "../project/read-utf8.js";
import { UsageError } from "../usage-error.js";
import { fetchText } from "./fetch-text.js";

/** A document, and the way to the files that it may refer to. */
export interface OpenedDocument {
  readonly text: string;
  /** The address of the document, after redirects: `file:` or `http:`. */
  readonly url: string;
  /** The address, if it came from the network. */
  readonly fromNetwork: string | undefined;
  /** Rejects with an `Error` whose message says why a file isn't read. */
  readReferred(url: string): Promise<string>;
}

/**
 * Reads a document from a file or an address. The files that it refers to must be below its folder, or of its origin.
 */
export async function openDocument(
  given: string,
  { launchDir, environment }: Pick<Terminal, "launchDir" | "environment">,
): Promise<OpenedDocument> {
  return /^https?:\/\//i.test(given) ? openAddress(given, environment) : openFile(given, launchDir);
}

async function openAddress(given: string, env: Terminal["environment"]): Promise<OpenedDocument> {
  if (!URL.canParse(given)) throw new UsageError(`'${given}' is not an address.`);
  const { url, text } = await fetchText(given, { maxBytes: documentLimits.bytes, env }).catch((error: unknown) => {
    throw new UsageError(`'${given}' can't be read: ${messageOf(error)}.`);
  });
  const { origin } = new URL(url);
  const readReferred = async (target: string) => {
    if (!URL.canParse(target) || new URL(target).origin !== origin) throw new Error(`'${target}' is not of ${origin}`);
    return (await fetchText(target, { maxBytes: documentLimits.bytes, env, origin })).text;
  };
  return { text, url, fromNetwork: url, readReferred };
}

function openFile(given: string, launchDir: string): OpenedDocument {
  const path = resolve(launchDir, given);
  const real = readable(path, given);
  const folder = dirname(real);
  const readReferred = async (target: string) => {
    const file = target.startsWith("file:") ? fileURLToPath(target) : target;
    if (/^[a-z][a-z0-9+.-]+:/i.test(file)) throw new Error(`'${target}' is on the network, and the document is a file`);
    const realFile = realpathOf(file);
    if (realFile === undefined) throw new Error(`there is no file '${file}'`);
    if (!realFile.startsWith(`${folder}${sep}`)) throw new Error(`'${file}' is outside of the document's folder`);
    return readReferredFile(realFile);
  };
  return { text: textOrRefuse(readFileSync(real), given), url: pathToFileURL(real).href, fromNetwork: undefined, readReferred };
}

function readable(path: string, given: string): string {
  const real = realpathOf(path);
  if (real === undefined)
    throw new UsageError(`There is no file '${given}'.`, "Give the path of an OpenAPI document, or its address with https://.");
  const stats = statSync(real);
  if (!stats.isFile()) throw new UsageError(`'${given}' is not a file.`);
  if (stats.size > documentLimits.bytes) throw new UsageError(`'${given}' is larger than ${documentLimits.bytes / 1024 / 1024} MiB.`);
  return real;
}

function readReferredFile(real: string): string {
  const stats = statSync(real);
  // A FIFO would wait for a writer.
  if (!stats.isFile()) throw new Error(`'${real}' is not a file`);
  const { size } = stats;
  if (size > documentLimits.bytes) throw new Error(`'${real}' is larger than ${documentLimits.bytes / 1024 / 1024} MiB`);
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
