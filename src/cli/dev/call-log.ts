import { realpathSync } from "node:fs";
import { printable } from "../../diagnostics/printable.js";
import type { AuditLine } from "../../runtime/contract/audit-line.js";
import { auditFile, auditRules } from "../../runtime/telemetry/audit/audit-rules.late.js";
import { followAudit } from "../../runtime/telemetry/audit/follow-audit.js";
import { auditRow, logIsOff } from "../audit/audit-row.js";
import type { CallLog, LoggedCall } from "./page-messages.js";
import type { WatchedProject } from "./watched-project.js";

/** A page that is opened gets the newest calls, and no more. */
const mostCalls = 500;

/** The calls of a project in the audit log, which any program may add to. */
export interface LiveCallLog {
  /** Everything that is known, for a page that has just been opened. */
  whole(): CallLog;
  /** The calls since the last time, or what else has changed; `undefined` if nothing has. */
  next(): CallLog | undefined;
}

/** Opens the log of a project, on or off. Each `next` reads what was added, and the settings that name the file. */
export function openCallLog({ root, env, audits }: WatchedProject): LiveCallLog {
  const read = followAudit();
  const isHere = projectTest(root);
  let calls: readonly LoggedCall[] = [];
  let state: Pick<CallLog, "file" | "notes"> = { file: "", notes: [] };
  const next = (): CallLog | undefined => {
    const { file, notes, lines } = readNow(read, { env, isOnInProject: audits() });
    const known = new Map(calls.map((call) => [call.id, call]));
    const found = lines.filter(isHere).flatMap(loggedCall).slice(-mostCalls);
    const added = found.filter((call) => known.get(call.id)?.ended !== call.ended).reverse();
    const isSame = file === state.file && notes.join() === state.notes.join();
    state = { file, notes };
    const gone = new Set(added.map(({ id }) => id));
    calls = [...added, ...calls.filter(({ id }) => !gone.has(id))].toSorted(newestFirst).slice(0, mostCalls);
    return isSame && added.length === 0 ? undefined : { file, notes, calls: added };
  };
  return { next, whole: () => ({ ...state, calls }) };
}

const newestFirst = (one: LoggedCall, other: LoggedCall) => (one.time < other.time ? 1 : one.time > other.time ? -1 : 0);

interface LogNow extends Pick<CallLog, "file" | "notes"> {
  readonly lines: readonly AuditLine[];
}

function readNow(
  read: (file: string) => readonly AuditLine[],
  { env, isOnInProject }: { readonly env: WatchedProject["env"]; readonly isOnInProject: boolean },
): LogNow {
  const rules = auditRules(isOnInProject, env);
  const file = auditFile(env);
  if (rules.kind === "unusable" || file === undefined) {
    const problem = rules.kind === "unusable" ? rules.problem : "there is no HOME to keep it in";
    return { file: "", notes: [printable(`There is no audit log: ${problem}.`)], lines: [] };
  }
  const notes = rules.kind === "on" ? [] : [logIsOff];
  try {
    return { file: printable(file), notes, lines: read(file) };
  } catch (error) {
    return {
      file: printable(file),
      notes: [...notes, `The audit log can't be read (${(error as NodeJS.ErrnoException).code}).`],
      lines: [],
    };
  }
}

/** Another program's line may have other values than those of the type. */
function loggedCall(line: AuditLine): readonly LoggedCall[] {
  try {
    return [{ id: line.id, isDone: line.outcome === "done", ...auditRow(line) }];
  } catch {
    return [];
  }
}

/** Programs write the project's folder as they have reached it, which may be by a link. */
function projectTest(root: string): (line: AuditLine) => boolean {
  const folders = new Map<string, boolean>();
  const own = resolved(root);
  return ({ project }) => {
    if (project === undefined) return false;
    const isOwn = folders.get(project) ?? resolved(project) === own;
    folders.set(project, isOwn);
    return isOwn;
  };
}

function resolved(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
