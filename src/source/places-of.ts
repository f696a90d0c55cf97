import type { SpecNode } from "./spec-node.js";

/** Where a file has a key or a text: its first and last offset. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Every key and text of a value. One that YAML aliases repeat is in the list each time. */
export function placesOf(node: SpecNode): readonly Place[] {
  if (node.kind === "scalar") return [{ start: node.offsetOf(0), end: node.offsetOf(node.text.length) }];
  if (node.kind === "list") return node.items.flatMap(placesOf);
  return node.entries.flatMap(({ keySpan, value }) => [keySpan, ...placesOf(value)]);
}

/** How often a document has what stands at an offset. */
export const repeatsAt = (places: readonly Place[], offset: number): number =>
  places.filter(({ start, end }) => start <= offset && offset < end).length;
