import type { DetailRule } from "./detail-rule.js";

/** A limit that fell makes calls fail, or cuts their results earlier. */
export const compareLimit =
  (unit: string): DetailRule =>
  ({ key, before, after }) => {
    if (typeof before !== "number" || typeof after !== "number") return key.startsWith("background.") ? [] : [{ code: "setting-changed" }];
    return [{ code: after < before ? "limit-lowered" : "limit-raised", before: `${before} ${unit}`, after: `${after} ${unit}` }];
  };
