import type { Definition } from "../../diagnostics/define.js";

/** A catalogue entry as data; the message's placeholders are written as `{name}`. */
export function codeFacts(code: string, { severity, message, help, explanation, example }: Definition) {
  return { code, severity, message: withNames(message, (name) => `{${name}}`), help, explanation, example };
}

const withNames = ({ parts, holes }: Definition["message"], show: (name: string) => string) =>
  parts
    .map(
      (part, i) =>
        part +
        holes
          .slice(i, i + 1)
          .map(show)
          .join(""),
    )
    .join("");

/** A catalogue entry as text for users. */
export function describeCode(code: string, definition: Definition): string {
  const { severity, message, help, explanation, example } = definition;
  const text = withNames(message, (name) => `‹${name}›`);
  const wrong = example
    .trimEnd()
    .split("\n")
    .map((line) => `    ${line}`.trimEnd());
  return [`${severity} ${code}: ${text}`, "", explanation.trim(), "", `Help: ${help}`, "", "Reported for:", "", ...wrong, ""].join("\n");
}
