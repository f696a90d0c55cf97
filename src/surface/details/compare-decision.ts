import { decisions } from "../../runtime/contract/risk-settings.js";
import type { JsonValue } from "../../runtime/json/json-value.js";
import { type DetailRule, nameIn } from "./detail-rule.js";

/** The decisions without a setting. */
const byDefault: Readonly<Record<string, string>> = { safe: "allow", moderate: "ask", dangerous: "ask" };

/** `confirm` of `toolgen.yaml`. A decision that is less strict is riskier, and so is more that runs unattended. */
export const compareDecision: DetailRule = ({ key, before, after }) => {
  const name = nameIn(key);
  // Without a setting, only some calls are refused if no user can be asked.
  const words: readonly (JsonValue | undefined)[] = name === "unattended" ? ["allow", undefined, "deny"] : decisions;
  const strictness = (value: JsonValue | undefined) => words.indexOf(value ?? byDefault[name]);
  return [{ code: strictness(after) < strictness(before) ? "risk-settings-changed" : "setting-changed" }];
};
