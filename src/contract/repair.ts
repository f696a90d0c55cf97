import type { ToolDefinition } from "./definition.js";
import type { JsonObject } from "./json-value.js";
import type { Refusal } from "./problem.js";

/** The parts of a tool's definition that repair uses. */
export type RepairRules = Pick<
  ToolDefinition,
  "params" | "aliases" | "wrap" | "coerce" | "ignore" | "ignoreIf" | "mutuallyExclusive" | "defaults"
> &
  Partial<Pick<ToolDefinition, "kind" | "name" | "paths" | "project" | "code">>;

/** Returns true if the path in a top-level parameter exists. */
export type PathExists = (param: string, value: string) => boolean;

/**
 * Arguments under their canonical names, valid, with defaults, and the changes that led there; or their problems.
 * `digits` are those of numbers that `params` doesn't hold exactly.
 */
export type Repaired =
  | { readonly ok: true; readonly params: JsonObject; readonly repairs: readonly Repair[]; readonly digits?: ReadonlyMap<number, string> }
  | Refusal;

/** The repair rules, in the order in which they are applied. `docs/repair.md` is generated from this table. */
export const repairRules = {
  "json-text": "Arguments, or a value that must be an array, an object or `null`, came as JSON in a text.",
  "mended-json": "That JSON was broken in a way that can be read in one way only.",
  "json-in-text": "JSON with the call's own keys stood inside a text.",
  wrapper: "The arguments stood under a key such as `arguments`.",
  "single-element": "The arguments were the only element of a list.",
  "bare-value": "A text stood alone, and it can be nothing but the value of one parameter.",
  "host-key": "A key that the client added for its own use was dropped.",
  style: "A known name was written in another case or with other separators.",
  "near-miss": "A misspelt name was read as the one that is required and missing.",
  alias: "A declared other name became the parameter.",
  "same-value": "A value was given twice, under two names.",
  "empty-alias": "Another name had no value, beside a parameter that has one.",
  "weak-alias": "A weak other name was dropped, because a better one had a value.",
  "last-segment": "Another name had the last segment of the path again.",
  "refused-alias": "Another name's value is not valid for the parameter.",
  lifted: "A value stood inside of an element and belongs to the whole call.",
  wrap: "Keys at the top became an element of the array that they stand for.",
  tuple: "A list of values became an element, by the order of its keys.",
  "search-replace": "Blocks of SEARCH and REPLACE became elements.",
  "empty-element": "An element that holds nothing was dropped, because keys at the top or blocks became one.",
  duplicate: "An element that is there already was dropped.",
  ignored: "A key without meaning was dropped.",
  path: "White space, quotes or Markdown around a path were removed.",
  lines: "A list of lines became one text.",
  range: "A first and a last line became a start and a count.",
  number: "A text that spells a number became it.",
  boolean: '`"true"` or `"false"`, in any case, became a boolean.',
  case: "A text became the one accepted word that differs from it only in case.",
  text: "A whole number or a boolean became its text, where nothing but a text is valid.",
  "pretty-json":
    "An object or a list became JSON with an indentation of two spaces, where `coerce: json` asks for it; a list of one content block became its text.",
  "list-of-one": "A single value that can't be several became a list of one.",
  "only-element": "A list of one became its element.",
  absent: "`null` or an empty text, where neither is valid, was read as absent.",
} as const;

/** The name of a repair. */
export type RepairRule = keyof typeof repairRules;

/** One change of a call: names and paths, never values. */
export interface Repair {
  readonly rule: RepairRule;
  /** The original path, such as `file_path` or `edits[0].old`; empty for the arguments as a whole. */
  readonly from: string;
  /** The new path; absent if the value was dropped. */
  readonly to?: string;
}

/** The outcome of repair, as far as it is counted. */
export type RepairReport = { readonly ok: true; readonly repairs: readonly Repair[] } | Refusal;
