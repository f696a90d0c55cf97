import type { Diagnostic } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import { isFixed } from "../dash-rules.js";
import { silent } from "../template/flatten.js";
import { resolveName } from "../template/resolve-name.js";
import { isSelected } from "../template/template-scope.js";
import type { Script } from "./script.js";
import type { ScriptWordsContext } from "./script-words.js";
import { holesIn } from "./trace-values.js";

interface FilesContext extends ScriptWordsContext {
  readonly read: Script;
  /** The parameters that are paths. */
  readonly paths: readonly string[];
}

/** A value that names the file of a redirection must be in `paths`, or be one of those that the author wrote. */
export function checkRedirectedFiles({ marked, read, scope, flows, paths }: FilesContext): readonly Diagnostic[] {
  const parts = read.files.flatMap(({ word }) => word.parts.filter((part) => part.output !== "file"));
  const found = parts.flatMap((part) => holesIn(part, { marked, flows }).map((hole) => ({ hole, part })));
  return [...new Map(found.map((one) => [one.hole, one])).values()].flatMap(({ hole: { node, outside }, part }) => {
    const value = resolveName(node.of, silent(scope));
    if (value === undefined || value.ref.from === "call" || value.ref.from === "temp") return [];
    if (node.kind === "value" && (isSelected(paths, value) || value.variants.every(isFixed))) return [];
    const { start, end } = part.range;
    // Values from outside are in another text.
    const range =
      outside === undefined ? node.range : { start: marked.origin(start), end: Math.max(marked.origin(end), marked.origin(start) + 1) };
    return [diagnostic("redirect-not-a-path", scope.locate(range), { name: node.of.written })];
  });
}
