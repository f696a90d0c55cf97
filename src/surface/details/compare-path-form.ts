import { isJsonObject } from "../../runtime/json/json-value.js";
import type { NamelessChange } from "../change.js";
import { type DetailRule, nameIn } from "./detail-rule.js";

/** The type of a path, and whether it must exist. A path that is new or gone is reported with its access. */
export const comparePathForm: DetailRule = ({ key, before, after }) => {
  if (!isJsonObject(before) || !isJsonObject(after)) return [];
  const at = nameIn(key);
  const type = { keyword: "paths.type", before: before.type, after: after.type };
  const mustExist = { keyword: "paths.mustExist", before: before.mustExist, after: after.mustExist };
  const changes: NamelessChange[] = [];
  if (before.type !== after.type) changes.push({ code: after.type === "any" ? "values-widened" : "values-narrowed", at, ...type });
  if (before.mustExist !== after.mustExist)
    changes.push({ code: after.mustExist === true ? "values-narrowed" : "values-widened", at, ...mustExist });
  return changes;
};
