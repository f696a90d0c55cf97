import { printable } from "../../contract/display-text.js";

/** `warning`: worth knowing, but nothing fails because of it. `error`: a client, a build or a call will fail. */
export type Status = "ok" | "warning" | "error";

/** A check's finding. `help` says what to do; `null` if there is nothing to do. */
export interface Finding {
  readonly check: string;
  readonly status: Status;
  readonly message: string;
  readonly help: string | null;
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message, help: null });

export const warning = (check: string, message: string, help: string): Finding => ({ check, status: "warning", message, help });

export const error = (check: string, message: string, help: string): Finding => ({ check, status: "error", message, help });

const most = 6;

/** A list of names, of which only the first are shown if there are many. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, most).join(", ");
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

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
