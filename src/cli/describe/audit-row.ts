import type { AuditLine } from "../../contract/call.js";
import { printable } from "../../contract/display-text.js";

/** A logged call for people, in the columns of `toolgen audit`. Every text is printable. */
export interface AuditRow {
  readonly time: string;
  readonly tool: string;
  readonly via: string;
  readonly ended: string;
  readonly duration: string;
  readonly why: string;
}

/** The user's settings or environment don't turn the log on. */
export const logIsOff =
  'The log is off, unless a project turns it on: TOOLGEN_AUDIT=1, or "audit": true in the user\'s settings, does so for all calls.';

export function auditRow(line: AuditLine): AuditRow {
  return {
    time: printable(line.time),
    tool: printable(line.tool),
    via: printable(line.via),
    ended: printable(ended(line)),
    duration: duration(line),
    why: printable(why(line)),
  };
}

function ended({ outcome, exit, status, signal }: AuditLine): string {
  const parts = [outcome, exit === undefined ? undefined : `exit ${exit}`, status, signal];
  return parts.filter((part) => part !== undefined).join(", ");
}

const duration = ({ durationMs }: AuditLine) => (durationMs === undefined ? "" : `${durationMs} ms`);

function why({ principal, decision, answer, level, rule, repairs = [], arguments: args }: AuditLine): string {
  const by = principal === undefined ? [] : [`for ${principal}`];
  const decided = decision === undefined ? [] : [`${decision}${answer === undefined ? "" : ` (${answer})`}, ${level}, by ${rule}`];
  const repaired = repairs.length === 0 ? [] : [`repairs: ${repairs.join(" ")}`];
  return [...by, ...decided, ...repaired, ...(args === undefined ? [] : [JSON.stringify(args)])].join("; ");
}
