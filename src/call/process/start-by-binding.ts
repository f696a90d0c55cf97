import type { SpawnSyncOptions } from "node:child_process";

/** A program that runs to its end, with three streams: an input or none, and both outputs. */
export interface WaitedProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input: Buffer | undefined;
  readonly maxBuffer: number;
  readonly timeout: number;
}

export interface WaitedResult {
  readonly pid: number;
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  /** The name of the system's error, such as `ENOENT`. */
  readonly code: string | undefined;
}

/** The leader of a new group runs to its end, as by `spawnSync` of `node:child_process`, which this loads. */
export function startAndWait({ file, args, env, cwd, input, maxBuffer, timeout }: WaitedProgram): WaitedResult {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const options: Options = {
    detached: true,
    encoding: "buffer",
    cwd,
    env: { ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
    ...(input === undefined ? {} : { input }),
    maxBuffer,
    timeout,
    killSignal: "SIGKILL",
  };
  const { pid, status, signal, stdout, stderr, error } = spawnSync(file, args, options);
  return { pid, status, signal, stdout, stderr, code: (error as NodeJS.ErrnoException | undefined)?.code };
}

/** `detached`, which Node's types leave out of `spawnSync`, makes the child the leader of a new group. */
type Options = SpawnSyncOptions & { readonly detached: true; readonly encoding: "buffer" };

/** The part of Node that `spawnSync` of `node:child_process` calls. */
interface SpawnSyncBinding {
  spawn(options: object): {
    readonly pid: number;
    readonly status: number | null;
    readonly signal: NodeJS.Signals | null;
    readonly output: readonly (Buffer | null)[] | null;
    /** The negative number of the system's error. */
    readonly error?: number;
  };
}

/**
 * Does as `startAndWait`, without loading `node:child_process` and the modules for sockets and streams that it needs:
 * they cost half of what a call adds to an empty Node program. Returns `undefined`, and starts nothing, where Node
 * doesn't give its binding (`nodeBinding`), or would refuse the texts.
 */
export function startByBinding(program: WaitedProgram): WaitedResult | undefined {
  const { file, args, env, cwd, input, maxBuffer, timeout } = program;
  const words = [file, ...args];
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // The binding would cut a text at its NUL.
  if ([cwd, ...words, ...pairs].some((text) => text.includes("\0"))) return undefined;
  const binding = nodeBinding<SpawnSyncBinding>("spawn_sync");
  if (typeof binding?.spawn !== "function") return undefined;
  const output = { type: "pipe", readable: false, writable: true };
  const {
    pid,
    status,
    signal,
    error,
    output: streams,
  } = binding.spawn({
    file,
    args: words,
    envPairs: pairs,
    cwd,
    detached: true,
    maxBuffer,
    timeout,
    // SIGKILL
    killSignal: 9,
    stdio: [input === undefined ? { type: "ignore" } : { type: "pipe", readable: true, writable: false, input }, output, { ...output }],
  });
  const code = error === undefined ? undefined : process.getBuiltinModule("node:util").getSystemErrorName(error);
  return { pid, status, signal, stdout: streams?.[1] ?? Buffer.alloc(0), stderr: streams?.[2] ?? Buffer.alloc(0), code };
}

interface ProcessHandle {
  readonly pid: number;
  onexit: () => void;
  /** Returns the negative number of the system's error, or 0. */
  spawn(options: object): number;
  unref(): void;
}

/** The part of Node that `spawn` of `node:child_process` calls. */
interface ProcessBinding {
  readonly Process: { new (): ProcessHandle; readonly prototype: ProcessHandle };
}

interface DetachedProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** The descriptor of this process that is file descriptor 3 of the program. It has no other files. */
  readonly descriptor: number;
}

/**
 * Starts a program in a session of its own, in `/` and without an environment, and doesn't wait for its end. Returns
 * its process ID; `undefined` if it can't be started. Loads `node:child_process` only where `nodeBinding` gives
 * nothing.
 */
export function startDetached(program: DetachedProgram): number | undefined {
  const { Process } = nodeBinding<ProcessBinding>("process_wrap") ?? {};
  return typeof Process === "function" ? startByHandle(new Process(), program) : spawnDetached(program);
}

function startByHandle(child: ProcessHandle, { file, args, descriptor }: DetachedProgram): number | undefined {
  child.onexit = () => {};
  const ignored = { type: "ignore" };
  const stdio = [ignored, ignored, ignored, { type: "fd", fd: descriptor }];
  if (child.spawn({ file, args: [file, ...args], cwd: "/", detached: true, envPairs: [], stdio }) !== 0) return undefined;
  child.unref();
  return child.pid;
}

function spawnDetached({ file, args, descriptor }: DetachedProgram): number | undefined {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(file, args, { detached: true, cwd: "/", env: {}, stdio: ["ignore", "ignore", "ignore", descriptor] });
  child.on("error", () => {}).unref();
  return child.pid;
}

/** From now on, this process can't start a program: Node throws an error with this message instead. */
export function forbidPrograms(message: string): void {
  const refuse = (): never => {
    throw new Error(message);
  };
  const { Process } = nodeBinding<ProcessBinding>("process_wrap") ?? {};
  const synchronous = nodeBinding<SpawnSyncBinding>("spawn_sync");
  // All functions of `node:child_process` call these two.
  if (typeof Process === "function" && typeof synchronous?.spawn === "function") {
    Process.prototype.spawn = refuse;
    synchronous.spawn = refuse;
    return;
  }
  const childProcess = process.getBuiltinModule("node:child_process");
  Object.assign(childProcess.ChildProcess.prototype, { spawn: refuse });
  Object.assign(childProcess, { spawnSync: refuse, execSync: refuse, execFileSync: refuse });
}

/** Versions of Node in which the bindings that are used here are known, and in which they print no warning. */
const known = /^v2[024]\./;

/**
 * Returns a part of Node that `node:child_process` calls, so that a call needn't load that module. Returns `undefined`
 * where Node is another version, has options that could change its modules or print a warning, or doesn't give the
 * part, as under its permission model: contributing/decisions/calls-without-child-process.md.
 */
function nodeBinding<Binding extends object>(name: string): Partial<Binding> | undefined {
  if (!isUsual()) return undefined;
  try {
    return (process as unknown as { binding(name: string): Partial<Binding> }).binding(name);
  } catch {
    return undefined;
  }
}

function isUsual(): boolean {
  const { NODE_OPTIONS, NODE_PENDING_DEPRECATION } = process.env;
  return known.test(process.version) && !NODE_OPTIONS && !NODE_PENDING_DEPRECATION && process.execArgv.length === 0;
}
