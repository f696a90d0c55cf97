import { Document, isMap, isSeq, visit } from "yaml";
import { readPlainYaml } from "../source/yaml/read-plain-yaml.js";

/** A YAML file of another tool as plain data; `undefined` if it is invalid. */
export const readYaml = (text: string): unknown => readPlainYaml(text, { maxAliases: 100 });

/**
 * Prints a spec as people write it: keys on lines of their own, and lists of words, and maps in `inline`, on one line.
 */
export function printYaml(value: object, { inline }: { readonly inline: readonly string[] }): string {
  const document = new Document(value, { version: "1.2", schema: "core" });
  visit(document, {
    Pair: (_key, pair) => {
      const { key, value: node } = pair as { readonly key: { readonly value?: unknown }; readonly value: unknown };
      if (isSeq(node) && node.items.every((item) => !isMap(item))) node.flow = true;
      if (isMap(node) && inline.includes(String(key.value))) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).replaceAll(/: \{(.+)\}$/gm, ": { $1 }");
}
