import type { ListNode, MapEntry, MapNode, SpecNode } from "../../source/spec-node.js";
import { isNull } from "./expand.js";

/**
 * Merges one layer over another: maps merge, `null` removes a key, lists of names are concatenated, everything else is
 * replaced. Every value keeps its position. The upper layer's keys come first.
 */
export function mergeMaps(lower: MapNode, upper: MapNode, path: readonly string[] = []): MapNode {
  const merged = upper.entries.flatMap((entry): readonly MapEntry[] => {
    const below = lower.entries.find((other) => other.key === entry.key);
    if (below === undefined) return [entry];
    return isNull(entry.value) ? [] : [{ ...entry, value: layValue(below.value, entry.value, [...path, entry.key]) }];
  });
  const added = lower.entries.filter((entry) => !upper.entries.some((other) => other.key === entry.key));
  return { ...upper, entries: [...merged, ...added] };
}

function layValue(lower: SpecNode, upper: SpecNode, path: readonly string[]): SpecNode {
  if (lower.kind === "map" && upper.kind === "map") return mergeMaps(lower, upper, path);
  return lower.kind === "list" && upper.kind === "list" && isListOfNames(path) ? joined(lower, upper) : upper;
}

function isListOfNames(path: readonly string[]): boolean {
  const [first, second] = path;
  if (first === "aliases" || first === "weakAliases") return path.length === 2;
  if (first === "env") return second === "pass" && path.length === 2;
  if (first === "toolsets" || first === "scopes" || first === "ignore") return path.length === 1;
  return first === "schema" && path.at(-1) === "required";
}

function joined(lower: ListNode, upper: ListNode): ListNode {
  const names = new Set(upper.items.map(nameOf));
  return { ...upper, items: [...lower.items.filter((item) => !names.has(nameOf(item))), ...upper.items] };
}

/** A name, or the names that a condition of `ignore` is about. */
const nameOf = (node: SpecNode): string =>
  node.kind === "scalar" ? node.text : node.kind === "map" ? node.entries.map(({ key }) => key).join(", ") : "";
