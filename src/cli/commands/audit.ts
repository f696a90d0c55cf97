import { type AuditFilter, readAudit } from "../../call/audit-log.js";
import { auditFile, auditRules } from "../../call/user-settings.late.js";
import type { AuditLine } from "../../contract/call.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { auditRow, logIsOff } from "../describe/audit-row.js";
import { printTable } from "../io/format-text.js";
import type { Terminal } from "../io/terminal.js";

interface AuditRequest extends GlobalOptions {
  readonly json?: true;
  readonly since?: string;
  readonly tool?: string;
  readonly denied?: true;
  /** Counts the calls by tool instead of listing them, and suggests changes of specs. */
  readonly report?: true;
}

/** `toolgen audit`: shows the logged calls. */
export async function audit(request: AuditRequest, terminal: Terminal): Promise<number> {
  const { json, since, tool, denied } = request;
  const { environment, out } = terminal;
  const rules = auditRules(false, environment);
  const file = auditFile(environment);
  if (rules.kind === "unusable" || file === undefined) {
    const problem = rules.kind === "unusable" ? rules.problem : "there is no HOME to keep it in";
    throw new UsageError(`There is no audit log: ${problem}.`, "TOOLGEN_AUDIT takes 1, or the absolute path of a file.");
  }
  const calls = reading(file, { since: since === undefined ? undefined : timeOf(since), tool, denied });
  if (request.report) {
    // The log alone needs no compiler.
    const { reportCalls } = await import("./report-calls.js");
    return reportCalls(calls, request, terminal);
  }
  if (json) out(`${JSON.stringify({ file, calls }, null, 2)}\n`);
  else out(calls.length === 0 ? nothing(file, rules.kind === "on") : table(calls));
  return exitCode.done;
}

function reading(file: string, wanted: AuditFilter): readonly AuditLine[] {
  try {
    return readAudit(file, wanted);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new UsageError(`The audit log ${file} can't be read (${code}).`);
  }
}

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time (`2026-05-01`, `2026-05-01T12:00Z`), or how long ago it was (`90m`, `2d`): milliseconds since 1970. */
function timeOf(since: string): number {
  const [, count, unit = ""] = /^(\d+)([smhd])$/.exec(since) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * (units[unit] ?? 0);
  const time = /^\d{4}-\d\d-\d\d/.test(since) ? Date.parse(since) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new UsageError(
    `'${since}' is not a point in time.`,
    "--since takes a date, as in 2026-05-01 or 2026-05-01T12:00Z, or how long ago: 30m, 2h, 7d.",
  );
}

function nothing(file: string, isOn: boolean): string {
  return `There are no such calls in ${file}.\n${isOn ? "" : `${logIsOff}\n`}`;
}

function table(calls: readonly AuditLine[]): string {
  return printTable(calls.map(auditRow).map(({ time, tool, via, ended, duration, why }) => [time, tool, via, ended, duration, why]));
}
