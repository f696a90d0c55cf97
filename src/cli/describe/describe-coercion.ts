import type { CoerceRule } from "../../runtime/contract/definition.js";
import { selectorText } from "../../runtime/json/selector.js";

/** A rule of `coerce` in a line. */
export function describeCoercion(rule: CoerceRule): string {
  switch (rule.kind) {
    case "lines":
      return `${selectorText(rule.target)}: a list of lines is one text`;
    case "json":
      return `${selectorText(rule.target)}: an object or a list is written out as JSON`;
    case "path":
      return `${selectorText(rule.target)}: white space, quotes and Markdown around a path are taken off`;
    case "none":
      return `${selectorText(rule.target)}: stays as it came`;
    case "searchReplace":
      return `${rule.target}: blocks of SEARCH and REPLACE in ${rule.names.join(", ")}`;
    case "range":
      return `${rule.start}, ${rule.count}: a range in ${rule.range.join(", ") || "no name"}, or a last line in ${rule.end.join(", ") || "no name"}${rule.file === undefined ? "" : `, or a range after ${rule.file}`}`;
  }
}
