import type { JsonValue } from "../json/json-value.js";
import type { Selector } from "../json/selector.js";

/** The other names of one parameter. The last step of `target` is the canonical name. */
export interface AliasRule {
  readonly target: Selector;
  readonly names: readonly string[];
  /** Of these names the ones that give way to any other that says something. */
  readonly weak?: readonly string[];
  /** Places inside of other parameters at which models put this one's value. Of a parameter at the top alone. */
  readonly places?: readonly Selector[];
}

/** At the top, `keys` stand for one element of the array parameter `target`. */
export interface WrapRule {
  readonly target: string;
  readonly keys: readonly string[];
}

export type CoerceRule = CleanRule | RangeRule | SearchReplaceRule | RefusedValueRule;

/** A value that validation refused. `none`: it stays as it came. `json`: an object or a list is written out as JSON where a text is wanted. */
export interface RefusedValueRule {
  readonly kind: "none" | "json";
  readonly target: Selector;
}

/** `lines`: a list of lines is one text. `path`: what Markdown puts around a path is no part of it. */
export interface CleanRule {
  readonly kind: "lines" | "path";
  readonly target: Selector;
}

/** A first and a last line, under names of their own or as one range, are the parameters `start` and `count`. */
export interface RangeRule {
  readonly kind: "range";
  readonly start: string;
  readonly count: string;
  /** Names of the last line. */
  readonly end: readonly string[];
  /** Names under which a range may stand, such as `"10-20"`. */
  readonly range: readonly string[];
  /** The first line of all, where `start` is absent. */
  readonly first?: number;
  /** A path at whose end a range may stand: `a.ts:10-20`. */
  readonly file?: string;
}

/** Blocks of SEARCH and REPLACE in a text under one of these names are elements of the array `target`, which has a `wrap` of two keys. */
export interface SearchReplaceRule {
  readonly kind: "searchReplace";
  readonly target: string;
  readonly names: readonly string[];
}

/** A key that carries no meaning if its value is one of these, and asks for what the tool can't do with any other. */
export interface IgnoreIf {
  readonly target: Selector;
  readonly values: readonly JsonValue[];
}
