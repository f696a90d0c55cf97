import { isMap, LineCounter, parseDocument } from "yaml";
import { deepEqual } from "../../runtime/json/deep-equal.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { printEdited } from "../yaml/print-edited.js";
import { readYamlText } from "../yaml/read-yaml-text.js";
import { styleValue } from "../yaml/style-value.js";
import { type EditPath, mergeValues } from "./merge-values.js";

/** A conflict at its line in the user's file. */
export interface SpecConflict {
  /** The keys to the value: `http.url`. */
  readonly path: string;
  readonly line: number;
  readonly imported: JsonValue | undefined;
}

export type MergedSpec =
  | { readonly ok: true; readonly text: string; readonly conflicts: readonly SpecConflict[] }
  | { readonly ok: false; readonly problem: string };

/** Returns true if a spec says what the last import wrote, in whatever form. */
export function isUnedited(text: string, base: JsonObject): boolean {
  const own = readYamlText(text);
  return isJsonObject(own) && deepEqual(own, base);
}

/** Merges a new import into the text of a spec. Comments are kept, and a text without a change as it is. */
export function mergeSpec(text: string, { base, imported }: { readonly base: JsonObject; readonly imported: JsonObject }): MergedSpec {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: "silent", version: "1.2", schema: "core" });
  const own: unknown = document.errors.length > 0 || !isMap(document.contents) ? undefined : document.toJS();
  if (!isJsonObject(own)) return { ok: false, problem: "it isn't a single YAML document with a map" };
  const { edits, conflicts } = mergeValues({ base, own, imported });
  const lineOf = (path: EditPath): number => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as { readonly range?: readonly number[] } | undefined;
      const start = node?.range?.[0];
      if (start !== undefined) return lines.linePos(start).line;
    }
    return 1;
  };
  const reported = conflicts.map(({ path, imported: value }) => ({ path: path.join("."), line: lineOf(path), imported: value }));
  // From the end, so that the indices of elements stay valid.
  for (const { path, value } of [...edits].reverse()) {
    if (value === undefined) document.deleteIn(path);
    else {
      const node = document.createNode(value, { aliasDuplicateObjects: false });
      styleValue(node, path.length);
      document.setIn(path, node);
    }
  }
  return { ok: true, text: edits.length === 0 ? text : printEdited(document, text), conflicts: reported };
}
