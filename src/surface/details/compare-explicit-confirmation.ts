import type { JsonValue } from "../../runtime/json/json-value.js";
import type { DetailRule } from "./detail-rule.js";

/**
 * Compares whether the spec itself requires the confirmation, for the level or for each rule. Then no call runs if no
 * user can be asked.
 */
export const compareExplicitConfirmation: DetailRule = ({ before, after }) => {
  const [old, now] = [flagsOf(before), flagsOf(after)];
  const isLooser = old.some((flag, i) => flag === true && now[i] !== true);
  return [{ code: isLooser ? "unattended-allowed" : "unattended-refused" }];
};

const flagsOf = (value: JsonValue | undefined): readonly JsonValue[] => (Array.isArray(value) ? value : []);
