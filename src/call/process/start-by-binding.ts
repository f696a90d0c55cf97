import { type FollowedProgram, followProcess, notStarted, type WaitedResult } from "./follow-program.js";

/** The parts of Node that `spawn` of `node:child_process` calls. */
interface ProcessBinding {
  readonly Process: { new (): ProcessHandle; readonly prototype: ProcessHandle };
  /** Node 24.21 has it, and takes positional arguments since. */
  readonly constants?: { readonly kProcessFlagDetached: number };
}

interface ProcessHandle {
  readonly pid: number;
  onexit: (status: number, signal: NodeJS.Signals | "") => void;
  /** Returns the negative number of the system's error, or 0. It aborts this process if it is called in another way. */
  spawn(...values: unknown[]): number;
  kill(signal: number): number;
  close(): void;
  unref(): void;
}

interface StartOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly envPairs: readonly string[];
  readonly stdio: readonly object[];
}

/** Starts a program as the leader of a new group. */
function spawnDetached(
  { Process, constants }: ProcessBinding,
  options: StartOptions,
): { readonly child: ProcessHandle; readonly error: number } {
  const child = new Process();
  const { file, args, cwd, envPairs, stdio } = options;
  const error =
    constants === undefined
      ? child.spawn({ ...options, detached: true })
      : child.spawn(file, args, cwd, envPairs, stdio, constants.kProcessFlagDetached, undefined, undefined);
  return { child, error };
}

const isProcessBinding = (binding: Partial<ProcessBinding> | undefined): binding is ProcessBinding =>
  typeof binding?.Process === "function" && (binding.constants === undefined || binding.constants.kProcessFlagDetached !== undefined);

interface PipeBinding {
  readonly Pipe: new (type: number) => PipeHandle;
  readonly constants: { readonly SOCKET: number };
}

interface PipeHandle {
  /** `streamBaseState` has the number of bytes and their offset; at the end or an error, a negative number. */
  onread: (bytes: ArrayBuffer) => void;
  readStart(): number;
  /** Returns the negative number of the system's error, or 0. */
  writeBuffer(request: object, bytes: Buffer): number;
  close(): void;
}

interface StreamBinding {
  readonly WriteWrap: new () => { oncomplete?: () => void };
  readonly streamBaseState: Int32Array;
  readonly kReadBytesOrError: number;
  readonly kArrayBufferOffset: number;
  readonly kLastWriteWasAsync: number;
}

/**
 * Starts a program and follows it without loading `node:child_process` and the modules for sockets and streams that it
 * needs: they cost half of what a call adds to an empty Node program. Returns `undefined`, and starts nothing, where
 * Node doesn't give its bindings (`nodeBinding`), or would refuse the texts.
 */
export function startByBinding(program: FollowedProgram): Promise<WaitedResult> | undefined {
  const { file, args, env, cwd, input } = program;
  const words = [file, ...args];
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // The binding would cut a text at its NUL.
  if ([cwd, ...words, ...pairs].some((text) => text.includes("\0"))) return undefined;
  const processes = nodeBinding<ProcessBinding>("process_wrap");
  const { Pipe, constants } = nodeBinding<PipeBinding>("pipe_wrap") ?? {};
  const streams = nodeBinding<StreamBinding>("stream_wrap");
  if (!isProcessBinding(processes) || !Pipe || !constants || !isStreamBinding(streams)) return undefined;
  const [stdin, stdout, stderr] = [0, 1, 2].map(() => new Pipe(constants.SOCKET)) as [PipeHandle, PipeHandle, PipeHandle];
  const pipe = (handle: PipeHandle) => ({ type: "pipe", handle });
  const stdio = [input === undefined ? { type: "ignore" } : pipe(stdin), pipe(stdout), pipe(stderr)];
  const { child, error } = spawnDetached(processes, { file, args: words, envPairs: pairs, cwd, stdio });
  if (error !== 0) return Promise.resolve({ ...notStarted, code: process.getBuiltinModule("node:util").getSystemErrorName(error) });
  return new Promise((resolve) => {
    const close = () => {
      for (const handle of [stdin, stdout, stderr, child]) handle.close();
    };
    // SIGKILL
    const { read, closed, exited } = followProcess(program, { pid: child.pid, kill: () => child.kill(9), close }, resolve);
    child.onexit = (status, signal) => exited(signal ? null : status, signal || null);
    [stdout, stderr].forEach((handle, i) => {
      handle.onread = (bytes) => {
        const length = streams.streamBaseState[streams.kReadBytesOrError] ?? 0;
        if (length > 0) read(i as 0 | 1, Buffer.from(bytes, streams.streamBaseState[streams.kArrayBufferOffset], length));
        else if (length < 0) closed();
      };
      handle.readStart();
    });
    if (input !== undefined) writeAndClose(stdin, input, streams);
  });
}

const isStreamBinding = (streams: Partial<StreamBinding> | undefined): streams is StreamBinding =>
  streams?.WriteWrap !== undefined &&
  streams.streamBaseState !== undefined &&
  streams.kReadBytesOrError !== undefined &&
  streams.kArrayBufferOffset !== undefined &&
  streams.kLastWriteWasAsync !== undefined;

/** Writes an input. A program may end before it has read it; that isn't an error. */
function writeAndClose(stdin: PipeHandle, input: Buffer, { WriteWrap, streamBaseState, kLastWriteWasAsync }: StreamBinding): void {
  const request = new WriteWrap();
  request.oncomplete = () => stdin.close();
  const failed = input.length === 0 ? 0 : stdin.writeBuffer(request, input);
  if (input.length === 0 || failed !== 0 || streamBaseState[kLastWriteWasAsync] === 0) stdin.close();
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
export function startDetached({ file, args, descriptor }: DetachedProgram): number | undefined {
  const processes = nodeBinding<ProcessBinding>("process_wrap");
  if (!isProcessBinding(processes)) return startByModule({ file, args, descriptor });
  const ignored = { type: "ignore" };
  const stdio = [ignored, ignored, ignored, { type: "fd", fd: descriptor }];
  const { child, error } = spawnDetached(processes, { file, args: [file, ...args], cwd: "/", envPairs: [], stdio });
  if (error !== 0) return undefined;
  child.onexit = () => {};
  child.unref();
  return child.pid;
}

function startByModule({ file, args, descriptor }: DetachedProgram): number | undefined {
  const { spawn } = process.getBuiltinModule("node:child_process");
  const child = spawn(file, args, { detached: true, cwd: "/", env: {}, stdio: ["ignore", "ignore", "ignore", descriptor] });
  child.on("error", () => {}).unref();
  return child.pid;
}

/** The part of Node that `spawnSync` of `node:child_process` calls. */
interface SpawnSyncBinding {
  spawn(): never;
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

/**
 * The last minor versions of Node with which this was tried, by major version. An older one takes the same values, and
 * none of them prints a warning. A later one may take others and abort this process, as 24.21 would have.
 */
const known: Readonly<Record<string, number>> = { 20: 20, 22: 23, 24: 21 };

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
  const [major = "", minor] = process.versions.node.split(".");
  return Number(minor) <= (known[major] ?? -1) && !NODE_OPTIONS && !NODE_PENDING_DEPRECATION && process.execArgv.length === 0;
}
