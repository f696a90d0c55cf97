import type { SourceContext } from "../check/check-source.js";
import { nodeAt, type SpecDocument, type SpecNode } from "../source/spec-node.js";
import { parameterReferences } from "./parameter-references.js";

/** Keys of a fragment whose parts count only for parameters that a tool has. */
const droppedKeys = [
  "ignore",
  "locations",
  "aliases",
  "weakAliases",
  "coerce",
  "wrap",
  "risk",
  "paths",
  "code",
  "data",
  "allowLeadingDash",
  "mutuallyExclusive",
];

/** Returns the first fragment that has settings for a name, also such as are dropped while no parameter has it. */
export function fragmentNaming(document: SpecDocument, name: string, { fragments }: SourceContext): string | undefined {
  const named = nodeAt(document.root, ["extends"]);
  const names = named?.kind === "list" ? named.items.flatMap((item) => (item.kind === "scalar" ? [item.text] : [])) : [];
  return names.find((one) => {
    const fragment = fragments.get(one);
    if (fragment?.root.kind !== "map") return false;
    const dropped = fragment.root.entries.filter(({ key }) => droppedKeys.includes(key));
    return parameterReferences(fragment).some((reference) => reference.name === name) || dropped.some(({ value }) => mentions(value, name));
  });
}

/** True if a key or a text is the name, or a selector that begins with it. */
function mentions(node: SpecNode, name: string): boolean {
  const isName = (text: string) => text.split(/[.[]/)[0] === name;
  if (node.kind === "scalar") return isName(node.text);
  if (node.kind === "list") return node.items.some((item) => mentions(item, name));
  return node.entries.some(({ key, value }) => isName(key) || mentions(value, name));
}
