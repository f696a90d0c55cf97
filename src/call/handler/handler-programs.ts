import type { ChildProcess, SpawnOptions } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Knows which programs a handler has started. */
export interface HandlerPrograms {
  /** A call begins. */
  readonly begin: () => void;
  /**
   * Returns true if a program may still run that the call has started, or if it could write into the next call's
   * output.
   */
  readonly any: () => boolean;
}

type ChildProcesses = typeof import("node:child_process");
const ids: ReadonlySet<unknown> = new Set(["child_process", "node:child_process"]);
const loaded = "NativeModule child_process";

/** Observes the programs that are started from now on. Handlers that start none don't load `node:child_process`. */
export function observePrograms(): HandlerPrograms {
  let firstPid: number | undefined;
  let isStarted = false;
  let isShared = false;
  const onStart = (options: SpawnOptions | undefined) => {
    if (!isStarted) firstPid = lastPid();
    isStarted = true;
    isShared ||= options?.detached === true || sharesOutput(options?.stdio);
  };
  const isObserved = observeModule(onStart);
  return {
    begin: () => {
      firstPid = undefined;
      isStarted = false;
      isShared = false;
    },
    any: () => {
      // It was loaded in a way that can't be observed.
      if (!isObserved() && moduleLoadList().includes(loaded)) return true;
      return isStarted && (isShared || firstPid === undefined || groupHasOthers(firstPid));
    },
  };
}

const moduleLoadList = () => (process as typeof process & { readonly moduleLoadList: readonly string[] }).moduleLoadList;

/** Reports each start. The result says whether the module is loaded. */
function observeModule(onStart: (options: SpawnOptions | undefined) => void): () => boolean {
  let isObserved = false;
  const observe = (id: unknown, exports: unknown) => {
    if (!isObserved && ids.has(id)) {
      isObserved = true;
      observeStarts(exports as ChildProcesses, onStart);
    }
    return exports;
  };
  // Not in Node's types, but in Node since its first versions.
  const modules = process.getBuiltinModule("node:module") as unknown as { _load: (...values: unknown[]) => unknown };
  const load = modules._load;
  modules._load = (...values) => observe(values[0], Reflect.apply(load, modules, values));
  const builtin = process.getBuiltinModule.bind(process) as (id: string) => unknown;
  process.getBuiltinModule = ((id: string) => observe(id, builtin(id))) as typeof process.getBuiltinModule;
  return () => isObserved;
}

function observeStarts(exports: ChildProcesses, onStart: (options: SpawnOptions | undefined) => void): void {
  const { prototype } = exports.ChildProcess as unknown as { prototype: ChildProcess & { spawn: (options: SpawnOptions) => unknown } };
  const { spawn } = prototype;
  prototype.spawn = function observed(this: ChildProcess, options: SpawnOptions) {
    onStart(options);
    return Reflect.apply(spawn, this, [options]);
  };
  const { spawnSync, execSync, execFileSync } = exports;
  for (const [name, start] of Object.entries({ spawnSync, execSync, execFileSync }))
    Object.assign(exports, {
      [name]: (...values: unknown[]) => {
        onStart(values.find((value): value is SpawnOptions => typeof value === "object" && value !== null && !Array.isArray(value)));
        return Reflect.apply(start, exports, values);
      },
    });
}

/** A program with this process's own outputs may leave them to others, which aren't in its group. */
function sharesOutput(stdio: SpawnOptions["stdio"]): boolean {
  return (Array.isArray(stdio) ? stdio : [stdio]).some(
    (stream: unknown) =>
      stream === "inherit" ||
      stream === 1 ||
      stream === 2 ||
      (typeof stream === "object" && stream !== null && "fd" in stream && (stream.fd === 1 || stream.fd === 2)),
  );
}

/** The number of the process that the system started last; `undefined` on systems that don't tell. */
function lastPid(): number | undefined {
  try {
    return Number(readFileSync("/proc/loadavg", "latin1").trim().split(" ")[4]);
  } catch {
    return undefined;
  }
}

/** More processes than this aren't looked at one by one. */
const mostLookedAt = 2000;

/**
 * Returns true if a process that began after `first` is in this process's group. Linux numbers processes one after the
 * other, and starts again at the end.
 */
function groupHasOthers(first: number): boolean {
  const last = lastPid();
  const own = groupOf("self");
  if (last === undefined || own === undefined || last < first || last - first > mostLookedAt) return true;
  for (let pid = first + 1; pid <= last; pid++) {
    // A thread of this process has a number too.
    if (groupOf(pid) === own && !existsSync(`/proc/self/task/${pid}`)) return true;
  }
  return false;
}

/** A process's group; `undefined` for one that has ended. */
function groupOf(pid: number | "self"): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? undefined : group;
  } catch {
    return undefined;
  }
}
