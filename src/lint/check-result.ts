import { diagnostic } from "../diagnostics/codes.js";
import { isJsonObject } from "../runtime/json/json-value.js";
import type { LintedTool, ToolRule } from "./tool-rule.js";

/** Words in the names of parameters that ask for a part of a result. */
const partWords = new Set([
  ...["max", "limit", "count", "n", "lines", "page", "pages", "offset", "first", "last", "head", "tail"],
  ...["depth", "start", "end", "range", "number", "size", "top", "length", "skip", "cursor", "fields", "only"],
]);

/** The results of tools of these kinds are as long as what they find. */
const finding = new Set(["read", "search", "fetch", "execute", "other"]);

/** A result that may be long must be bounded by the author, or by a parameter. */
export const checkResult: ToolRule = (linted) => {
  const { tool, at } = linted;
  const { maxBytes, format } = tool.definition.output;
  if (!finding.has(tool.kind) || format === "image" || format === "audio" || isBounded(linted)) return [];
  const parameters = Object.keys(isJsonObject(tool.schema.properties) ? tool.schema.properties : {});
  if (parameters.some((name) => wordsOf(name).some((word) => partWords.has(word)))) return [];
  return [diagnostic("unbounded-result", at(["output"], "key"), { tool: tool.name, bytes: String(maxBytes) })];
};

/** True if the author set a limit or selects a part, also where it is the default's value. */
function isBounded({ tool, document }: LintedTool): boolean {
  const { select, schema, maxBytes, maxLines } = tool.definition.output;
  const output = document.root.kind === "map" ? document.root.entries.find(({ key }) => key === "output")?.value : undefined;
  const own = output?.kind === "map" && output.entries.some(({ key }) => key === "maxLines" || key === "maxBytes");
  return own || select !== undefined || schema !== undefined || maxBytes < 50_000 || maxLines < 2000;
}

/** `maxResults` and `max_results` in words. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/);
