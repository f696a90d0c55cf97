import type { Definition } from "../../diagnostics/define.js";

/** A catalogue entry as data; the message's placeholders are written as `{name}`. */
export function codeFacts(code: string, { severity, message, help, explanation, example }: Definition) {
  const text = message.parts.map((part, i) => part + (i < message.holes.length ? `{${message.holes[i]}}` : "")).join("");
  return { code, severity, message: text, help, explanation, example };
}

/** A catalogue entry as text for users. */
export function describeCode(code: string, definition: Definition): string {
  const { severity, message, help, explanation, example } = codeFacts(code, definition);
  const wrong = example
    .trimEnd()
    .split("\n")
    .map((line) => `    ${line}`.trimEnd());
  return [`${severity} ${code}: ${message}`, "", explanation.trim(), "", `Help: ${help}`, "", "Reported for:", "", ...wrong, ""].join("\n");
}
