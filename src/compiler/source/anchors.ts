import type { SourceFile, Span } from "../../contract/diagnostic.js";
import type { SpecNode } from "../../contract/spec-node.js";

/** The nesting limit of lists and maps, aliases expanded. */
export const maxDepth = 64;

/** The limit of values in a document, aliases expanded: twenty times those of the largest spec of the library. */
export const maxValues = 10_000;

/** The limit of values in the documents of a file together. */
export const maxValuesOfFile = 50_000;

/** Why an alias can't be expanded: the code of its diagnostic. */
type AliasRefusal = "unknown-anchor" | "recursive-alias" | "yaml-too-large" | "yaml-too-deep";

interface Anchored {
  readonly node: SpecNode;
  /** The values in it, itself included. */
  readonly size: number;
  /** How many levels below itself it reaches. */
  readonly height: number;
}

/**
 * A document's anchors, and the size of the document with its aliases expanded. Aliases share the nodes that they name,
 * so nothing is copied, but a walk through the tree visits them every time.
 */
export class Anchors {
  readonly #known = new Map<string, Anchored | "open">();
  #size = 0;
  #deepest = 0;

  /** The values so far. */
  get size(): number {
    return this.#size;
  }

  /** Counts a value at a depth. */
  count(depth: number): void {
    this.#size++;
    this.#deepest = Math.max(this.#deepest, depth);
  }

  /** Builds an anchored value and records it for the aliases that follow. */
  define(name: string, depth: number, build: () => SpecNode): SpecNode {
    const sizeBefore = this.#size;
    const deepestBefore = this.#deepest;
    this.#known.set(name, "open");
    this.#deepest = depth;
    const node = build();
    this.#known.set(name, { node, size: this.#size - sizeBefore, height: this.#deepest - depth });
    this.#deepest = Math.max(this.#deepest, deepestBefore);
    return node;
  }

  /** Returns the node that an alias names, at a depth. */
  expand(name: string, depth: number): SpecNode | AliasRefusal {
    const anchored = this.#known.get(name);
    if (anchored === undefined) return "unknown-anchor";
    if (anchored === "open") return "recursive-alias";
    if (this.#size + anchored.size > maxValues) return "yaml-too-large";
    if (depth + anchored.height > maxDepth) return "yaml-too-deep";
    this.#size += anchored.size;
    this.#deepest = Math.max(this.#deepest, depth + anchored.height);
    return anchored.node;
  }
}

/** The part of a file that a range of the library covers. */
export function spanOf(file: SourceFile, [start, end]: readonly number[] = []): Span {
  const from = Math.min(start ?? 0, file.text.length);
  return { file, start: from, end: Math.min(Math.max(end ?? from, from), file.text.length) };
}
