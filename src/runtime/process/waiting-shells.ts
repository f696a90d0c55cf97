import { inheritedState } from "./inherited-state.js";
import { isWaiting, referenceShell, startWaitingShell, type WaitingShell } from "./waiting-shell.js";

const most = 2;
/** The time after a call took a shell. Then this process probably waits for the call's program. */
const restMs = 10;
const idleMs = 600_000;

/** In the order of their starts. */
const shells = new Set<WaitingShell>();
/** They inherited this from this process. */
let inherited: string | undefined;
let refill: NodeJS.Timeout | undefined;
let idle: NodeJS.Timeout | undefined;

/** Returns a shell that waits for a program, if there is one. Others are started a little later, for later calls. */
export function takeWaitingShell(): WaitingShell | undefined {
  if (shells.size > 0 && inheritedState() !== inherited) void endWaitingShells();
  refill ??= setTimeout(addShell, restMs).unref();
  idle?.refresh();
  for (const shell of shells) {
    remove(shell);
    if (isWaiting(shell)) {
      referenceShell(shell, true);
      return shell;
    }
    shell.group.kill();
  }
  return undefined;
}

/** Ends all of them. Resolves when they are gone. */
export async function endWaitingShells(): Promise<void> {
  clearTimeout(refill);
  clearTimeout(idle);
  refill = undefined;
  idle = undefined;
  await Promise.all([...shells].map(end));
}

function addShell(): void {
  refill = undefined;
  if (shells.size >= most) return;
  const state = inheritedState();
  if (state === undefined) return;
  if (shells.size > 0 && state !== inherited) void endWaitingShells();
  const shell = startWaitingShell();
  if (shell === undefined) return;
  inherited = state;
  if (shells.size === 0) process.on("exit", killAll);
  shells.add(shell);
  shell.child.once("exit", () => {
    if (remove(shell)) shell.group.kill();
  });
  refill = setTimeout(addShell, restMs).unref();
  idle ??= setTimeout(endWaitingShells, idleMs).unref();
}

function remove(shell: WaitingShell): boolean {
  const isRemoved = shells.delete(shell);
  if (shells.size === 0) process.off("exit", killAll);
  return isRemoved;
}

function end(shell: WaitingShell): Promise<void> {
  remove(shell);
  // Something waits for its end, so this process must not end before.
  referenceShell(shell, true);
  return new Promise((resolve) => {
    shell.child.once("exit", () => resolve());
    shell.group.kill();
  });
}

/** Without this, the guard would wait for their ends. */
function killAll(): void {
  for (const shell of shells) shell.group.kill();
}
