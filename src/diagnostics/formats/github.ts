import type { PlainDiagnostic } from "../collector.js";

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
