import { isJsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import { type DetailRule, nameIn } from "./detail-rule.js";

/** A secret that must be set. That the variable is passed on is reported with the access. */
export const compareSecret: DetailRule = ({ key, before, after }) => {
  const [was, is] = [isNeeded(before), isNeeded(after)];
  if (is && !was) return [{ code: "variable-required", after: nameIn(key) }];
  return after === undefined || before === undefined ? [] : [{ code: "setting-changed" }];
};

const isNeeded = (secret: JsonValue | undefined) => isJsonObject(secret) && secret.optional !== true;
