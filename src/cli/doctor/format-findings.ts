import { printable } from "../../diagnostics/printable.js";
import type { Finding, Status } from "./finding.js";

const colors: Readonly<Record<Status, string>> = { ok: "32", warning: "33", error: "31" };

/** Prints findings for users, one a line, with the remedy below. */
export function formatFindings(findings: readonly Finding[], { color }: { readonly color: boolean }): string {
  const width = Math.max(0, ...findings.map(({ check }) => check.length));
  const paint = (status: Status) => (color ? `\x1b[${colors[status]}m${status.padEnd(7)}\x1b[0m` : status.padEnd(7));
  const lines = findings.flatMap(({ check, status, message, help }) => [
    `${paint(status)}  ${check.padEnd(width)}  ${printable(message)}`,
    ...(help === null ? [] : [`${" ".repeat(width + 11)}${printable(help)}`]),
  ]);
  const count = (status: Status, word: string) => {
    const { length } = findings.filter((finding) => finding.status === status);
    return `${length} ${word}${length === 1 ? "" : "s"}`;
  };
  return `${[...lines, "", `${count("error", "error")}, ${count("warning", "warning")}`].join("\n")}\n`;
}
