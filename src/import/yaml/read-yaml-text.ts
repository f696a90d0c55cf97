import { LineCounter, parseDocument } from "yaml";

/** Reads YAML as plain data; `undefined` if it is invalid, or has more aliases than a person would write. */
export function readYamlText(text: string): unknown {
  const document = parseDocument(text, { lineCounter: new LineCounter(), logLevel: "silent", merge: true });
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: 1000 });
  } catch {
    return undefined;
  }
}
