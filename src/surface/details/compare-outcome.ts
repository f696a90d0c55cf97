import { isJsonObject, type JsonValue } from "../../runtime/json/json-value.js";
import type { DetailRule } from "./detail-rule.js";

/** `exitCodes` and `statusCodes`: a code that was a result may be a failure now. */
export const compareOutcome: DetailRule = ({ key, before, after }) => {
  const [was, is] = [isResult(key, before), isResult(key, after)];
  if (was === is) return [{ code: "setting-changed" }];
  return [{ code: is ? "outcome-accepted" : "outcome-refused", at: key }];
};

/** Without an entry, 0 and 2xx are results. */
function isResult(key: string, meaning: JsonValue | undefined): boolean {
  return isJsonObject(meaning) ? meaning.failure !== true : /^(?:exitCodes\.0|statusCodes\.2..)$/.test(key);
}
