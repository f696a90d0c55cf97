import type { Resolved } from "./template-scope.js";

/** Names a value in messages: `xs[]`, `edits[].path`, `@key`. */
export function parameterText(value: Resolved): string {
  if (value.selector.length === 0) return value.written;
  return value.selector.reduce((text, step) => (step === "[]" || step === "*" ? `${text}[]` : text === "" ? step : `${text}.${step}`), "");
}
