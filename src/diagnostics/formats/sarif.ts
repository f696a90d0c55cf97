import { codes as catalogue } from "../codes.js";
import type { PlainDiagnostic } from "../collector.js";

/**
 * Prints a log of SARIF 2.1.0 (OASIS Standard, 2020), which code scanning reads. Paths are relative to `%SRCROOT%`, the
 * project's root.
 */
export function formatAsSarif(diagnostics: readonly PlainDiagnostic[]): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const driver = { name: "toolgen", rules: codes.map(rule) };
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results: diagnostics.map((one) => result(one, codes)) }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** Code scanning lists a rule by its short description, and shows its help beside each result. */
function rule(id: string) {
  const entry = (catalogue as Readonly<Record<string, (typeof catalogue)[keyof typeof catalogue]>>)[id];
  if (entry === undefined) return { id, shortDescription: { text: id }, help: { text: id } };
  const { severity, explanation, help, example } = entry;
  return {
    id,
    name: id.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: sentenceOf(id) },
    fullDescription: { text: explanation },
    help: { text: `${explanation}\n\n${help}`, markdown: `${explanation}\n\n${help}\n\n\`\`\`\n${example}\n\`\`\`` },
    defaultConfiguration: { level: severity },
    properties: { tags: ["toolgen"], "problem.severity": severity === "note" ? "recommendation" : severity },
  };
}

/** `Unknown key` of `unknown-key`. */
const sentenceOf = (id: string) => `${id.charAt(0).toUpperCase()}${id.slice(1).replaceAll("-", " ")}`;

function result({ severity, file, line, column, code, message, help }: PlainDiagnostic, codes: readonly string[]) {
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: `${message}\n${help}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(file).replaceAll("#", "%23").replaceAll("?", "%3F"), uriBaseId: "%SRCROOT%" },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  };
}
