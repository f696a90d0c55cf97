import type { PlainDiagnostic } from "../collector.js";

/**
 * Prints the XML of JUnit as CI systems read it: a failed test for each error. A warning is a passed test that prints
 * it. Without diagnostics there is one passed test.
 */
export function formatAsJunit(diagnostics: readonly PlainDiagnostic[]): string {
  const failures = diagnostics.filter(({ severity }) => severity === "error").length;
  const tests = Math.max(1, diagnostics.length);
  const cases = diagnostics.length === 0 ? [`    <testcase classname="toolgen" name="specs"/>`] : diagnostics.map(testCase);
  return `${[
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites>`,
    `  <testsuite name="toolgen" tests="${tests}" failures="${failures}" errors="0" skipped="0">`,
    ...cases,
    `  </testsuite>`,
    `</testsuites>`,
  ].join("\n")}\n`;
}

function testCase({ severity, file, line, column, code, message, help }: PlainDiagnostic): string {
  const text = escapeXml(`${file}:${line}:${column}: ${message}\n${help}`);
  const head = `    <testcase classname="${escapeXml(file)}" name="${escapeXml(`${code} (${line}:${column})`)}" file="${escapeXml(file)}">`;
  const body =
    severity === "error"
      ? `      <failure type="${escapeXml(code)}" message="${escapeXml(message)}">${text}</failure>`
      : `      <system-out>${text}</system-out>`;
  return [head, body, "    </testcase>"].join("\n");
}

/** XML 1.0 has no form for most control characters, so these are replaced. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}
