import { realpathSync, statSync } from "node:fs";
import { followAudit } from "../../call/audit-log.js";
import { ownStatistics, readStatistics, statisticsFile } from "../../call/repair-statistics.js";
import { auditFile, auditRules } from "../../call/user-settings.late.js";
import type { Model } from "../../compiler/model.js";
import type { AuditLine } from "../../contract/call.js";
import { printable } from "../../contract/display-text.js";
import { auditRow, logIsOff } from "../describe/audit-row.js";
import { countingIsOff, repairSections, repairSummary, repairsByTool, type ToolRepairs } from "../describe/repairs-by-tool.js";
import type { CallLog, LoggedCall, PageMessage, RepairStatistics, RepairsOfTool } from "./page-messages.js";

/** The pages that see the activity. */
interface ActivityPages {
  push(change: PageMessage): void;
  isWatched(): boolean;
}

interface ActivityWatch {
  /** Returns what a page that has just been opened shows. */
  whole(): readonly PageMessage[];
  /** Must be called when the tools are others. */
  update(): void;
  stop(): void;
}

/** Files are looked at this often, because they may be anywhere, and may not exist yet. */
const everyMs = 300;

/** Watches the audit log and the repair statistics, to which any program of this user may add, while pages are open. */
export function watchActivity(project: WatchedProject, { push, isWatched }: ActivityPages): ActivityWatch {
  const log = openCallLog(project);
  const hasCounted = whenChanged(() => countedFile(project.env));
  const repairs = (): PageMessage => ({ kind: "repairs", statistics: repairStatistics(project.env, project.model()) });
  const look = () => {
    const calls = log.next();
    if (calls !== undefined) push({ kind: "calls", log: calls });
    if (hasCounted()) push(repairs());
  };
  const timer = setInterval(() => {
    if (isWatched()) look();
  }, everyMs);
  return {
    whole: () => {
      look();
      return [{ kind: "calls", log: log.whole() }, repairs()];
    },
    update: () => {
      if (isWatched()) push(repairs());
    },
    stop: () => clearInterval(timer),
  };
}

/** Returns a function that returns true if a file is another one than the last time. */
function whenChanged(file: () => string | undefined): () => boolean {
  let last = "";
  return () => {
    const now = markOf(file());
    const hasChanged = now !== last;
    last = now;
    return hasChanged;
  };
}

function markOf(path: string | undefined): string {
  try {
    const stats = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
    return `${path} ${stats?.ino} ${stats?.size} ${stats?.mtimeMs}`;
  } catch (error) {
    return `${path} ${(error as NodeJS.ErrnoException).code}`;
  }
}

/** The project whose calls are watched, as it is now. */
interface WatchedProject {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True if the project turns the audit log on. */
  audits(): boolean;
  model(): Model;
}

/** A page that is opened gets the newest calls, and no more. */
const mostCalls = 500;

/** The calls of a project in the audit log, which any program may add to. */
interface LiveCallLog {
  /** Everything that is known, for a page that has just been opened. */
  whole(): CallLog;
  /** The calls since the last time, or what else has changed; `undefined` if nothing has. */
  next(): CallLog | undefined;
}

/** Opens the log of a project, on or off. Each `next` reads what was added, and the settings that name the file. */
function openCallLog({ root, env, audits }: WatchedProject): LiveCallLog {
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

/** A tool shows its most frequent mistakes. `toolgen repairs` has all. */
const mostLines = 40;

/** Returns the statistics about a project's tools as they are now. The file is that of all projects of the user. */
function repairStatistics(env: Readonly<Record<string, string | undefined>>, model: Model): RepairStatistics {
  const destination = statisticsFile(env);
  if (destination.kind === "unusable")
    return { notes: [`TOOLGEN_REPAIRS is '${printable(env.TOOLGEN_REPAIRS ?? "")}', which turns counting neither on nor off.`], tools: [] };
  const file = destination.kind === "file" ? destination.path : ownStatistics(env);
  const notes = destination.kind === "file" ? [] : [countingIsOff];
  if (file === undefined) return { notes: ["There is no HOME to store statistics in."], tools: [] };
  try {
    const tools = repairsByTool(readStatistics(file), model).filter(({ spec }) => spec !== undefined);
    return { notes, tools: tools.map(shown) };
  } catch (error) {
    return { notes: [...notes, `The statistics can't be read (${(error as NodeJS.ErrnoException).code}).`], tools: [] };
  }
}

function shown(tool: ToolRepairs): RepairsOfTool {
  const sections = repairSections(tool).map(({ title, lines }) => ({
    title: printable(title),
    lines: lines.slice(0, mostLines).map(printable),
  }));
  return { tool: printable(tool.tool), summary: repairSummary(tool), sections };
}

/** The file that changes when more is counted; `undefined` if there can't be one. */
function countedFile(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const destination = statisticsFile(env);
  return destination.kind === "file" ? destination.path : ownStatistics(env);
}
