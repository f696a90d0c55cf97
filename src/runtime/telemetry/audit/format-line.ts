import type { AuditLine } from "../../contract/audit-line.js";
import { maxLineBytes } from "../../line-file/append-lines.js";

/** Renders a line of at most 4000 bytes, whatever it contains. */
export function formatLine(line: AuditLine): string {
  const whole = `${JSON.stringify(line)}\n`;
  if (Buffer.byteLength(whole) <= maxLineBytes) return whole;
  const { tool, project, rule, repairs, arguments: _, ...rest } = line;
  const short = {
    ...rest,
    tool: cut(tool, 60),
    ...(project !== undefined && { project: cut(project, 200) }),
    ...(rule !== undefined && { rule: cut(rule, 100) }),
    ...(repairs !== undefined && { repairs: repairs.slice(0, 20) }),
    ...(line.arguments !== undefined && { arguments: "too large to be kept" }),
  };
  return `${JSON.stringify(short)}\n`;
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text);

/**
 * Parses a line; returns `undefined` for another program's line. The rest of a line from a killed process may precede
 * it.
 */
export function parseLine(line: string): AuditLine | undefined {
  const start = line.lastIndexOf(`{"time":"`);
  for (const from of start > 0 ? [0, start] : [0]) {
    const read = parsed(line.slice(from));
    if (read !== undefined) return read;
  }
  return undefined;
}

function parsed(text: string): AuditLine | undefined {
  try {
    const { time, id, tool, outcome } = Object(JSON.parse(text)) as Partial<AuditLine>;
    const isOurs = [time, id, tool, outcome].every((value) => typeof value === "string");
    // Written by this or by a compatible version.
    return isOurs ? (JSON.parse(text) as AuditLine) : undefined;
  } catch {
    return undefined;
  }
}
