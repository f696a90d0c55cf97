import type { MapEntry, MapNode, SpecDocument } from "../../source/spec-node.js";
import { toolShape } from "../language/tool-shape.js";
import { syntheticEntry } from "./synthetic-node.js";

/** Returns the document of a tool that runs what a resource runs. Its kind has the position of the name. */
export function toolOfResource(document: SpecDocument & { readonly root: MapNode }): SpecDocument & { readonly root: MapNode } {
  const { root } = document;
  const fields: readonly string[] = toolShape.kind === "record" ? Object.keys(toolShape.fields) : [];
  const entries = root.entries.flatMap((entry): readonly MapEntry[] => {
    if (entry.key === "resource") {
      return [{ ...entry, key: "name" }, syntheticEntry("kind", "read", entry.keySpan)];
    }
    return fields.includes(entry.key) || entry.key.startsWith("x-") ? [entry] : [];
  });
  return { ...document, root: { ...root, entries } };
}
