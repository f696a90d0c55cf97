import type { PlainDiagnostic } from "../collector.js";

/**
 * Prints workflow commands, which GitHub Actions shows as annotations of a pull request's files
 * (docs.github.com/actions, "Workflow commands"). The path is relative to the project's root.
 */
export function formatAsGithub(diagnostics: readonly PlainDiagnostic[]): string {
  return diagnostics.map((one) => `${annotation(one)}\n`).join("");
}

function annotation({ severity, file, line, column, code, message, help }: PlainDiagnostic): string {
  const properties = { file, line: String(line), col: String(column), title: `toolgen: ${code}` };
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${severity === "note" ? "notice" : severity} ${listed.join(",")}::${escapeData(`${message}\n${help}`)}`;
}

const escapeData = (text: string) => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const escapeProperty = (text: string) => escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
