import type { AuditLine } from "../../contract/audit-line.js";
import { undisturbed } from "../../line-file/segments.js";
import { readLog } from "./log-file.js";

/** Selects calls of a log: all by default. */
export interface AuditFilter {
  /** Those that began at this time or later: milliseconds since 1970. */
  readonly since?: number | undefined;
  readonly tool?: string | undefined;
  /** Only calls that settings or the user refused. */
  readonly denied?: boolean | undefined;
}

/** Returns the calls in a log, the oldest first; none if the file doesn't exist. Throws the file system's error. */
export function readAudit(file: string, { since, tool, denied }: AuditFilter = {}): readonly AuditLine[] {
  const lines = undisturbed(file, () => readLog(file)) ?? [];
  return lines.filter(
    (line) =>
      (since === undefined || Date.parse(line.time) >= since) &&
      (tool === undefined || line.tool === tool) &&
      (!denied || line.outcome === "denied"),
  );
}
