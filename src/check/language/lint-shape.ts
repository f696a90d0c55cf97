import { choice, optional, record } from "./shape.js";

const off = optional(choice(["off"]), "`off`: this finding of `toolgen lint` isn't reported.");

/** The rules of `toolgen lint` that a spec or the project can turn off. */
export const lintShape = record({
  "description-without-use": off,
  "description-without-limits": off,
  "undescribed-parameter": off,
  "unexplained-value": off,
  "similar-tools": off,
  "same-description": off,
  "unbounded-result": off,
  "too-many-tools": off,
  "client-tool-limit": off,
});
