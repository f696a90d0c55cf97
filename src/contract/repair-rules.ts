import type { JsonValue, Selector } from "./json-value.js";

/** The aliases of one parameter. The last step of `target` is the canonical name. */
export interface AliasRule {
  readonly target: Selector;
  readonly names: readonly string[];
  /** The aliases whose value is used only if no other name has one. */
  readonly weak?: readonly string[];
  /** Paths inside other parameters at which models put this one's value. Only for a parameter at the top. */
  readonly nested?: readonly Selector[];
}

/** At the top, `keys` stand for one element of the array parameter `target`. */
export interface WrapRule {
  readonly target: string;
  readonly keys: readonly string[];
}

/** A rule that changes a value to the one that it stands for. */
export type CoerceRule = CleanRule | RangeRule | SearchReplaceRule | RefusedValueRule;

/**
 * How an invalid value is coerced. `none`: not at all. `json`: an object or a list is printed as JSON if a text is
 * required.
 */
export interface RefusedValueRule {
  readonly kind: "none" | "json";
  readonly target: Selector;
}

/** `lines`: a list of lines is joined to one text. `path`: Markdown around a path is removed. */
export interface CleanRule {
  readonly kind: "lines" | "path";
  readonly target: Selector;
}

/** A first and a last line, under their own names or as one range, become the parameters `start` and `count`. */
export interface RangeRule {
  readonly kind: "range";
  readonly start: string;
  readonly count: string;
  /** Names of the last line. */
  readonly end: readonly string[];
  /** Names under which a range may stand, such as `"10-20"`. */
  readonly range: readonly string[];
  /** The number of the first line, if `start` is absent. */
  readonly first?: number;
  /** A path that may end in a range: `a.ts:10-20`. */
  readonly file?: string;
}

/**
 * SEARCH/REPLACE blocks in a text under one of these names become elements of the array `target`, which has a `wrap` of
 * two keys.
 */
export interface SearchReplaceRule {
  readonly kind: "searchReplace";
  readonly target: string;
  readonly names: readonly string[];
}

/** A key that is meaningless if its value is one of these, and asks for what the tool can't do with any other. */
export interface IgnoreIf {
  readonly target: Selector;
  readonly values: readonly JsonValue[];
}
