import { printedTo } from "./shell-log.js";
import { mostHours, type Shell, type ShellEnd } from "./start-shell.js";

/** A command that its shell, or the shell alone, has come to the end of. */
export function answerOf(shell: Shell, end: ShellEnd): string {
  const failed = end.code === null || end.code === 0 ? [] : [`Exit Code: ${end.code}`];
  const ended = end.kind === "exited" && end.signal !== null ? [`Signal: ${end.signal}`] : [];
  const left = end.kind === "left" ? [`Background PIDs: ${end.jobs.join(", ")}`, `Process Group PGID: ${shell.pid}`, runsOn(shell)] : [];
  return [`Output: ${printedTo(shell.log) || "(empty)"}`, ...failed, ...ended, ...left].join("\n");
}

/** A command that was ended. */
export function answerOfEnded(shell: Shell, why: string): string {
  const printed = printedTo(shell.log);
  return `The command was ended: ${why}. ${printed === "" ? "It had printed nothing." : `Until then it had printed:\n${printed}`}`;
}

/** A command that goes on running. */
export function answerOfRunning(shell: Shell): string {
  return `Command is running in background. PID: ${shell.pid}. Initial output:\n${printedTo(shell.log)}\n\n${runsOn(shell)}`;
}

/** What to do with what runs on. */
const runsOn = ({ pid, log }: Shell) =>
  `[What it prints goes to ${log}: read that with tail. To end it: kill -- -${pid}. After ${mostHours} hours it is ended.]`;
