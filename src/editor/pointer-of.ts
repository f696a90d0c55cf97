import type { ScalarNode, SpecNode } from "../source/spec-node.js";

/** The path of a JSON Pointer in a fragment of a URI. */
export const pointerOf = (ref: string): readonly string[] =>
  ref.startsWith("#/")
    ? ref
        .slice(2)
        .split("/")
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : [];

/** The references in a schema. */
export const refsIn = (node: SpecNode): readonly ScalarNode[] => {
  if (node.kind === "scalar") return [];
  if (node.kind === "list") return node.items.flatMap(refsIn);
  return node.entries.flatMap(({ key, value }) =>
    value.kind !== "scalar" ? refsIn(value) : key === "$ref" || key === "$dynamicRef" ? [value] : [],
  );
};
