import type { JsonValue } from "../../runtime/json/json-value.js";
import { isArray } from "../../runtime/json/selector.js";
import { compareLists } from "../compare-lists.js";
import { type DetailRule, nameIn } from "./detail-rule.js";

/** The commands in which the author calls a parameter data. */
export const compareClaims: DetailRule = ({ key, before, after }) =>
  compareLists({
    before: textsIn(before),
    after: textsIn(after),
    removed: "data-unclaimed",
    added: "data-claimed",
    at: nameIn(key),
  });

const textsIn = (value: JsonValue | undefined): readonly string[] => (isArray(value) ? value.map(String) : []);
