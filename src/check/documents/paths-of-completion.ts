import { type MapEntry, type MapNode, nodeAt, type SpecNode } from "../../source/spec-node.js";
import { parseSelector } from "../schema/types.js";
import { syntheticEntry, syntheticNode } from "./synthetic-node.js";

/**
 * Returns the `paths` of the command that completes a parameter: its own, and for other parameters the document's. A
 * path that is being typed needn't exist or have a type yet, and completing only reads, so of the document's rules only
 * the root matters.
 */
export function pathsOfCompletion(document: SpecNode, completion: MapNode, names: readonly string[]): MapEntry | undefined {
  const own = completion.entries.find(({ key }) => key === "paths");
  // If it isn't a map, the check of its shape reports it.
  if (own !== undefined && own.value.kind !== "map") return own;
  const ownEntries = own?.value.kind === "map" ? own.value.entries : [];
  const declared = nodeAt(document, ["paths"]);
  const inherited = declared?.kind === "map" ? declared.entries : [];
  const entries = inherited.flatMap((entry): readonly MapEntry[] => {
    // A variable that is a list or an object is one text here.
    const [key = ""] = parseSelector(entry.key);
    return names.includes(key) && !ownEntries.some((one) => one.key === key) ? [{ ...entry, key, value: rootOnly(entry) }] : [];
  });
  const unique = entries.filter(({ key }, i) => entries.findIndex((one) => one.key === key) === i);
  const [first] = [...ownEntries, ...unique];
  if (first === undefined) return own;
  const base = own ?? syntheticEntry("paths", {}, first.keySpan);
  return { ...base, value: { kind: "map", span: base.value.span, entries: [...ownEntries, ...unique] } };
}

function rootOnly({ keySpan, value }: MapEntry): SpecNode {
  const root = value.kind === "map" ? value.entries.filter(({ key }) => key === "root") : [];
  return root.length === 0
    ? syntheticNode("read", keySpan)
    : { kind: "map", span: value.span, entries: [syntheticEntry("access", "read", keySpan), ...root] };
}
