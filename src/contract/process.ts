import { readFileSync, readlinkSync, writeSync } from "node:fs";
import { hostname } from "node:os";

/** The facts that Linux reports about a process. */
interface ProcessStat {
  /** Its start time, counted from the boot, and the boot: a temporary folder can outlive a boot. */
  readonly start: string;
  /** Its process group, by the group's leader. */
  readonly group: number;
  /** It has ended, and hasn't been reaped yet. */
  readonly isZombie: boolean;
}

/** Reads `/proc/PID/stat` (proc_pid_stat(5)). `undefined` if there is no such process, and on other systems. */
export function processStat(pid: number): ProcessStat | undefined {
  try {
    const fields = statFields(pid);
    return { start: `${fields[19]}@${bootId()}`, group: Number(fields[2]), isZombie: fields[0] === "Z" || fields[0] === "X" };
  } catch {
    return undefined;
  }
}

/** Linux's flags of a process (`PF_EXITING`); 0 if they can't be read, or the system keeps none. */
export function processFlags(pid: number): number {
  try {
    return Number(statFields(pid)[6]) || 0;
  } catch {
    return 0;
  }
}

/** The fields behind the program's name, which is in parentheses and may contain anything: the state first, field 3. */
function statFields(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}

let boot: string | undefined;
function bootId(): string {
  boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  return boot;
}

/**
 * Returns true if a process has certainly ended: no process has its number, or another one has it now. Where the system
 * doesn't report start times, a process with the same number counts as the same.
 */
export function hasEnded({ pid, start }: { readonly pid: number; readonly start: string | undefined }): boolean {
  if (!isAlive(pid)) return true;
  const found = processStat(pid);
  return found !== undefined && start !== undefined && (found.isZombie || found.start !== start);
}

let space: string | undefined;
/**
 * Names the machine and container in which this process's number is valid. Processes of another one, which share a
 * folder with this one, can't be seen from here.
 */
export function processSpace(): string {
  space ??= `${hostname()} ${namespaceOf()}`;
  return space;
}

function namespaceOf(): string {
  try {
    // The numbers of namespaces are unique within a boot (namespaces(7)).
    return `${bootId()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return process.platform;
  }
}

/** Returns true if a process with this number exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/**
 * Returns the code of an error of Node, such as `ENOENT`. Jest runs modules in a realm of their own, in which these
 * aren't instances of `Error`.
 */
export function errorCode(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Returns true if `process.cwd()` failed because the folder was deleted. */
export const isLostFolder = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "syscall" in error && error.syscall === "uv_cwd";

/**
 * Returns all variables that are set. Programs of the project get all of them, as from Gemini CLI; the project's own
 * call program knows which ones a tool needs.
 */
export function wholeEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/**
 * Ends a program of an output (`generated/bin`) whose other files can't be loaded: they report all errors of their own,
 * so one is missing or damaged, or Node was told not to read it.
 */
export function endDamaged(output: string, error: unknown): void {
  const [reason] = String(error instanceof Error ? error.message : error).split("\n");
  writeSync(2, `${output} is incomplete or damaged. Run 'toolgen build' to regenerate it. (${reason})\n`);
  process.exitCode = 70;
}

/** Counts the turns that share what they find. */
let turn = 0;
let isShared = false;

const endTurn = () => {
  isShared = false;
};

/** Looks at files and folders. One object, because the bundles of programs must have one state. */
export const looks = {
  /**
   * Until this turn ends, looks at each thing once. A turn ends before the event loop's next `setImmediate` callbacks:
   * whatever was read from clients at once is in one turn. For servers: the calls of one turn came together, so nothing
   * can tell whether the system was asked again for each of them.
   */
  share: (): void => {
    if (isShared) return;
    isShared = true;
    turn++;
    setImmediate(endTurn);
  },

  /** Returns a function that finds the same as another one, but keeps for each name what it finds in a shared turn. */
  onceATurn: <Found>(look: (name: string) => Found): ((name: string) => Found) => {
    const found = new Map<string, Found>();
    let turnOfFound = 0;
    return (name) => {
      if (!isShared) return look(name);
      if (turnOfFound !== turn) found.clear();
      turnOfFound = turn;
      if (!found.has(name)) found.set(name, look(name));
      return found.get(name) as Found;
    };
  },
};
