import type { MapNode, ScalarNode, SpecNode } from "../source/spec-node.js";

/** The keys of a document below which texts are templates, and the key inside of each below which they aren't. */
const templateKeys: ReadonlyMap<string, string | undefined> = new Map([
  ...["command", "shell", "platforms", "cwd", "stdin", "env", "tempFiles", "http", "mcp"].map((key) => [key, undefined] as const),
  ...["summary", "text", "messages", "file", "complete"].map((key) => [key, undefined] as const),
  ["output", "schema"],
  ["risk", "when"],
]);

/** The texts of a document that are templates and have placeholders. */
export function templateScalars(root: MapNode): readonly ScalarNode[] {
  return root.entries.flatMap(({ key, value }) => (templateKeys.has(key) ? scalarsIn(value, templateKeys.get(key)) : []));
}

/** True for the keys of a document whose texts are templates. */
export const hasTemplates = (key: string): boolean => templateKeys.has(key);

function scalarsIn(node: SpecNode, except: string | undefined): readonly ScalarNode[] {
  if (node.kind === "scalar") return node.text.includes("{{") ? [node] : [];
  if (node.kind === "list") return node.items.flatMap((item) => scalarsIn(item, except));
  return node.entries.filter(({ key }) => key !== except).flatMap(({ value }) => scalarsIn(value, except));
}
