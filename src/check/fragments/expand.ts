import type { MapEntry, MapNode, SpecNode } from "../../source/spec-node.js";

/** Short forms and the key that each stands for, by the path of the key that takes them. `*` is any key. */
const shortForms: readonly { readonly path: readonly string[]; readonly kind: SpecNode["kind"]; readonly key: string }[] = [
  { path: ["risk"], kind: "scalar", key: "level" },
  { path: ["output"], kind: "scalar", key: "format" },
  { path: ["env"], kind: "list", key: "pass" },
  { path: ["paths", "*"], kind: "scalar", key: "access" },
  { path: ["requires", "*"], kind: "scalar", key: "range" },
  { path: ["platforms", "*", "env"], kind: "list", key: "pass" },
  { path: ["platforms", "*", "requires", "*"], kind: "scalar", key: "range" },
];

/** Expands short forms, so that layers can be merged key by key: `risk: safe` becomes `risk: { level: safe }`. */
export function expandShortForms(root: MapNode): MapNode {
  return expand(root, []);
}

function expand(node: MapNode, path: readonly string[]): MapNode {
  const entries = node.entries.map((entry): MapEntry => {
    const here = [...path, entry.key];
    const short = shortForms.find((form) => matches(form.path, here) && form.kind === entry.value.kind && !isNull(entry.value));
    if (short !== undefined) return { ...entry, value: wrapped(entry, short.key) };
    const goesOn =
      entry.value.kind === "map" &&
      shortForms.some((form) => form.path.length > here.length && matches(form.path.slice(0, here.length), here));
    return goesOn && entry.value.kind === "map" ? { ...entry, value: expand(entry.value, here) } : entry;
  });
  return { ...node, entries };
}

/** The long form, with the position of the short one. */
function wrapped({ value }: MapEntry, key: string): MapNode {
  return { kind: "map", entries: [{ key, keyKind: "text", keySpan: value.span, value }], span: value.span };
}

const matches = (pattern: readonly string[], path: readonly string[]) =>
  pattern.length === path.length && pattern.every((step, i) => step === "*" || step === path[i]);

/** A plain `null`, which removes a key. */
export const isNull = (node: SpecNode): boolean => node.kind === "scalar" && node.value === null;
