import { LineCounter, parseDocument } from "yaml";

/** Reads YAML that isn't a spec as plain data; `undefined` if it is invalid, or has more aliases than `maxAliases`. */
export function readPlainYaml(text: string, { maxAliases }: { readonly maxAliases: number }): unknown {
  const document = parseDocument(text, { lineCounter: new LineCounter(), logLevel: "silent", merge: true });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch {
    // An alias without an anchor, or so many aliases that they would fill the memory.
    return undefined;
  }
}
