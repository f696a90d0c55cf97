import type { PlainDiagnostic } from "../diagnostic.js";
import { codes as catalogue } from "../diagnostic-codes.js";

/**
 * Prints workflow commands, which GitHub Actions shows as annotations of a pull request's files
 * (docs.github.com/actions, "Workflow commands"). The path is relative to the project's root. What is too much for
 * annotations follows as lines of the log, with a summary.
 */
export function formatAsGithub(diagnostics: readonly PlainDiagnostic[]): string {
  const worstFirst = severities.flatMap((severity) => diagnostics.filter((one) => one.severity === severity));
  const rest = worstFirst.slice(mostAnnotations);
  const lines = [...worstFirst.slice(0, mostAnnotations).map(annotation), ...rest.map(plainLine)];
  const summary =
    rest.length === 0 ? [] : [`${countsOf(diagnostics)}: ${mostAnnotations} are annotations, and ${rest.length} are in this log.`];
  return [...lines, ...summary].map((line) => `${line}\n`).join("");
}

/** GitHub shows ten annotations of a step for each severity. More than ten in all hide the change itself. */
const mostAnnotations = 10;

const severities = ["error", "warning", "note"] as const;

function countsOf(diagnostics: readonly PlainDiagnostic[]): string {
  const counts = severities.map((severity) => ({ severity, count: diagnostics.filter((one) => one.severity === severity).length }));
  const named = counts.filter(({ count }) => count > 0).map(({ severity, count }) => `${count} ${severity}${count === 1 ? "" : "s"}`);
  return named.join(", ");
}

/** A line begins with the file, so that it can't be a command, and is one line. */
const plainLine = ({ severity, file, line, column, code, message }: PlainDiagnostic) =>
  oneLine(`./${file}:${line}:${column} - ${severity} ${code}: ${message}`);

const oneLine = (text: string) => text.replaceAll(/[\r\n\u2028\u2029]+/g, " ");

function annotation({ severity, file, line, column, code, message, help }: PlainDiagnostic): string {
  const properties = { file, line: String(line), col: String(column), title: `toolgen: ${code}` };
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${severity === "note" ? "notice" : severity} ${listed.join(",")}::${escapeData(`${message}\n${help}`)}`;
}

const escapeData = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text: string) => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");

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
