import type { PlainDiagnostic } from "../collector.js";

/**
 * Prints a log of SARIF 2.1.0 (OASIS Standard, 2020), which code scanning reads. Paths are relative to `%SRCROOT%`, the
 * project's root.
 */
export function formatAsSarif(diagnostics: readonly PlainDiagnostic[]): string {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const driver = { name: "toolgen", rules: codes.map((id) => ({ id })) };
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results: diagnostics.map((one) => result(one, codes)) }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

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
