import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { ResourceLink } from "../runtime/contract/call-result.js";
import type { FullOutput } from "../runtime/result/keep-full-output.late.js";

/** The scheme of the URIs of kept outputs. */
const scheme = "toolgen-output://";

/** Returns true for the URI of a kept output. */
export const isOutputUri = (uri: string): boolean => uri.startsWith(scheme);

export interface OutputStoreOptions {
  /** Milliseconds for which an output can be read. */
  readonly ms?: number;
  /** The most bytes of one output. The rest of a longer one is left out. */
  readonly maxBytes?: number;
  /** The most bytes of all outputs, and of those of one caller. Older ones make room for newer ones. */
  readonly allBytes?: number;
  readonly bytesOfOne?: number;
}

interface StoredOutput {
  readonly principal: string;
  readonly bytes: Buffer;
  readonly left: number;
  readonly until: number;
}

const minute = 60_000;
const MiB = 1024 * 1024;

/**
 * The full outputs of calls whose result was cut. A client over HTTP can't read this machine's files, so it reads them
 * as resources, by a URI that only the caller of the tool can use. They are in this process's memory.
 */
export class OutputStore {
  readonly ms: number;
  readonly #maxBytes: number;
  readonly #allBytes: number;
  readonly #bytesOfOne: number;
  /** The oldest come first. */
  readonly #outputs = new Map<string, StoredOutput>();

  constructor({ ms = 15 * minute, maxBytes = 4 * MiB, allBytes = 64 * MiB, bytesOfOne = 16 * MiB }: OutputStoreOptions = {}) {
    this.ms = ms;
    this.#maxBytes = maxBytes;
    this.#allBytes = allBytes;
    this.#bytesOfOne = bytesOfOne;
  }

  /** Keeps an output for its caller. */
  keep(principal: string, { toolName, stream, bytes }: FullOutput): ResourceLink {
    const stored = bytes.subarray(0, this.#maxBytes);
    const uri = `${scheme}${randomUUID()}`;
    this.#makeRoom(principal, stored.length);
    // A part of a buffer would hold the whole one.
    const output = { principal, bytes: Buffer.from(stored), left: bytes.length - stored.length, until: Date.now() + this.ms };
    this.#outputs.set(uri, output);
    const description = `The full output. It can be read for ${Math.round(this.ms / minute)} minutes.`;
    return { type: "resource_link", uri, name: `${toolName} ${stream}`, description, mimeType: "text/plain", size: stored.length };
  }

  /** Returns an output of this caller; `undefined` if it isn't here, or is another caller's. */
  find(uri: string, principal: string): { readonly size: number; content(): { text: string } | { blob: string } } | undefined {
    this.#endOld();
    const found = this.#outputs.get(uri);
    if (found === undefined || found.principal !== principal) return undefined;
    const { bytes, left } = found;
    const note = left === 0 ? "" : `\n[${left} bytes left out here: more than ${this.#maxBytes} of an output aren't kept.]\n`;
    const content = () => (left > 0 || isUtf8(bytes) ? { text: bytes.toString("utf8") + note } : { blob: bytes.toString("base64") });
    return { size: bytes.length, content };
  }

  #makeRoom(principal: string, bytes: number): void {
    this.#endOld();
    const isOver = (of: (output: StoredOutput) => boolean, limit: number) =>
      [...this.#outputs.values()].filter(of).reduce((sum, output) => sum + output.bytes.length, bytes) > limit;
    const isOwn = (output: StoredOutput) => output.principal === principal;
    for (const [uri, output] of this.#outputs) {
      // Callers who aren't known are one, and may have all of it.
      if (principal !== "" && isOwn(output) && isOver(isOwn, this.#bytesOfOne)) this.#outputs.delete(uri);
    }
    for (const uri of this.#outputs.keys()) {
      if (!isOver(() => true, this.#allBytes)) break;
      this.#outputs.delete(uri);
    }
  }

  #endOld(): void {
    const now = Date.now();
    for (const [uri, { until }] of this.#outputs) if (until <= now) this.#outputs.delete(uri);
  }
}
