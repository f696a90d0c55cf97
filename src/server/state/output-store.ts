import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { FullOutput } from "../../call/output.late.js";
import type { ResourceLink } from "../../contract/call-result.js";
import { isProtocolResult, type ProtocolResult } from "../protocol-result.js";

/** The scheme of the URIs of kept outputs. */
const scheme = "toolgen-output://";

/** Returns true for the URI of a kept output. */
export const isOutputUri = (uri: string): boolean => uri.startsWith(scheme);

/** An output, or the part of it that is kept. */
interface StoredOutput {
  readonly bytes: Buffer;
  /** The number of bytes that are left out. */
  readonly omittedBytes: number;
}

interface OutputLimits {
  /** Milliseconds for which an output can be read. */
  readonly ms: number;
  /** The most bytes of all outputs, and of those of one caller. Older ones make room for newer ones. */
  readonly allBytes: number;
  readonly bytesOfOne: number;
}

/** Outputs that replicas of a server share. Methods reject if it can't be reached. */
export interface SharedOutputs {
  put(output: StoredOutput & { readonly id: string; readonly principal: string }, limits: OutputLimits): Promise<void>;
  /** Returns an output of this caller. */
  get(id: string, principal: string): Promise<StoredOutput | undefined>;
}

export interface OutputStoreOptions extends Partial<OutputLimits> {
  /** The most bytes of one output. The rest of a longer one is left out. */
  readonly maxBytes?: number;
  /** Gives other replicas the outputs of this one, and their outputs to its clients. */
  readonly shared?: SharedOutputs;
}

interface OutputEntry extends StoredOutput {
  readonly principal: string;
  readonly until: number;
}

/** An output as a client reads it. */
interface FoundOutput {
  readonly size: number;
  content(): { readonly text: string } | { readonly blob: string };
}

const idOf = (uri: string): string => uri.slice(scheme.length);

const minute = 60_000;
const MiB = 1024 * 1024;

/**
 * The full outputs of calls whose result was cut. A client over HTTP can't read this machine's files, so it reads them
 * as resources, by a URI that only the caller of the tool can use. They are in this process's memory,
 * and shared with other replicas if there is a store for that.
 */
export class OutputStore {
  readonly limits: OutputLimits;
  readonly #maxBytes: number;
  readonly #shared: SharedOutputs | undefined;
  /** The oldest come first. */
  readonly #outputs = new Map<string, OutputEntry>();

  constructor({ ms = 15 * minute, maxBytes = 4 * MiB, allBytes = 64 * MiB, bytesOfOne = 16 * MiB, shared }: OutputStoreOptions = {}) {
    this.limits = { ms, allBytes, bytesOfOne };
    this.#maxBytes = maxBytes;
    this.#shared = shared;
  }

  /** True if other replicas can read the outputs. */
  get isShared(): boolean {
    return this.#shared !== undefined;
  }

  /** Keeps an output for its caller. */
  keep(principal: string, { toolName, stream, bytes }: FullOutput): ResourceLink {
    const stored = bytes.subarray(0, this.#maxBytes);
    const uri = `${scheme}${randomUUID()}`;
    this.#makeRoom(principal, stored.length);
    // A part of a buffer would hold the whole one.
    const output = {
      principal,
      bytes: Buffer.from(stored),
      omittedBytes: bytes.length - stored.length,
      until: Date.now() + this.limits.ms,
    };
    this.#outputs.set(uri, output);
    const description = `The full output. It can be read for ${Math.round(this.limits.ms / minute)} minutes.`;
    return { type: "resource_link", uri, name: `${toolName} ${stream}`, description, mimeType: "text/plain", size: stored.length };
  }

  /** Gives an output to the other replicas. If that fails, it can be read here alone. */
  async share(uri: string): Promise<void> {
    const output = this.#outputs.get(uri);
    if (output !== undefined) await this.#shared?.put({ ...output, id: idOf(uri) }, this.limits).catch(() => {});
  }

  /**
   * Returns an output of this caller; `undefined` if it isn't here, or is another caller's. Rejects if other replicas
   * may have it and can't be asked.
   */
  async find(uri: string, principal: string): Promise<FoundOutput | undefined> {
    this.#endOld();
    const own = this.#outputs.get(uri);
    if (own !== undefined && own.principal !== principal) return undefined;
    const found = own ?? (await this.#shared?.get(idOf(uri), principal));
    if (found === undefined) return undefined;
    const { bytes, omittedBytes } = found;
    const note =
      omittedBytes === 0 ? "" : `\n[${omittedBytes} bytes left out here: more than ${this.#maxBytes} of an output aren't kept.]\n`;
    const content = () =>
      omittedBytes > 0 || isUtf8(bytes) ? { text: bytes.toString("utf8") + note } : { blob: bytes.toString("base64") };
    return { size: bytes.length, content };
  }

  #makeRoom(principal: string, bytes: number): void {
    this.#endOld();
    const isOver = (of: (output: OutputEntry) => boolean, limit: number) =>
      [...this.#outputs.values()].filter(of).reduce((sum, output) => sum + output.bytes.length, bytes) > limit;
    const isOwn = (output: OutputEntry) => output.principal === principal;
    for (const [uri, output] of this.#outputs) {
      // Callers who aren't known are one, and may have all of it.
      if (principal !== "" && isOwn(output) && isOver(isOwn, this.limits.bytesOfOne)) this.#outputs.delete(uri);
    }
    for (const uri of this.#outputs.keys()) {
      if (!isOver(() => true, this.limits.allBytes)) break;
      this.#outputs.delete(uri);
    }
  }

  #endOld(): void {
    const now = Date.now();
    for (const [uri, { until }] of this.#outputs) if (until <= now) this.#outputs.delete(uri);
  }
}

/** Keeps the full outputs of one call. */
export interface CallOutputs {
  /** Keeps an output that had to be cut, and returns its URI, which the result's text names. */
  keepFull(output: FullOutput): string;
  /** Resolves once other replicas have what was kept, as far as that is possible. */
  share(): Promise<void>;
  /** Adds links to what was kept. */
  withLinks<Other extends object>(result: ProtocolResult | Other): ProtocolResult | Other;
}

/** Begins a call, whose full outputs only its caller can read. */
export function storeCallOutputs(outputs: OutputStore, principal: string): CallOutputs {
  const links: ResourceLink[] = [];
  return {
    keepFull: (output) => {
      const link = outputs.keep(principal, output);
      links.push(link);
      return link.uri;
    },
    share: async () => {
      await Promise.all(links.map(({ uri }) => outputs.share(uri)));
    },
    withLinks: (result) => (isProtocolResult(result) && links.length > 0 ? { ...result, content: [...result.content, ...links] } : result),
  };
}
