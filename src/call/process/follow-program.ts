import type { SpawnSyncOptions } from "node:child_process";
import { longestTimer } from "../../contract/time-limit.js";

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

/** A program that is waited for while other code of this process may run. */
export interface FollowedProgram extends WaitedProgram {
  /**
   * Called when the program has ended. Returns for how many milliseconds its outputs may stay open: a child that left
   * the program's group may hold them as long as it lives.
   */
  readonly onExit: (pid: number) => number;
}

/** The result of a program that could not be started, without the reason. */
export const notStarted = { pid: 0, status: null, signal: null, stdout: Buffer.alloc(0), stderr: Buffer.alloc(0) } as const;

interface FollowedProcess {
  readonly pid: number;
  /** KILL now. */
  readonly kill: () => void;
  /** Stops reading the outputs. */
  readonly close: () => void;
}

/** Events of a process and its streams. `stream`: standard output is 0, standard error 1. */
interface ProcessEvents {
  readonly read: (stream: 0 | 1, chunk: Buffer) => void;
  /** One of the two outputs ended. */
  readonly closed: () => void;
  readonly exited: (status: number | null, signal: NodeJS.Signals | null) => void;
}

/** Collects the outputs of a process within limits. Resolves when it has ended and its outputs are closed. */
export function followProcess(
  { maxBuffer, timeout, onExit }: FollowedProgram,
  { pid, kill, close }: FollowedProcess,
  resolve: (result: WaitedResult) => void,
): ProcessEvents {
  const outputs = [0, 1].map(() => ({ chunks: [] as Buffer[], size: 0 }));
  let open = outputs.length;
  let code: string | undefined;
  let end: Pick<WaitedResult, "status" | "signal"> | undefined;
  let grace: NodeJS.Timeout | undefined;
  const endBecause = (reason: string) => {
    code ??= reason;
    kill();
  };
  const limit = setTimeout(endBecause, Math.min(timeout, longestTimer), "ETIMEDOUT");
  const finish = () => {
    clearTimeout(grace);
    close();
    const [stdout, stderr] = outputs.map(({ chunks }) => Buffer.concat(chunks)) as [Buffer, Buffer];
    resolve({ pid, status: null, signal: null, ...end, stdout, stderr, code });
  };
  return {
    read: (stream, chunk) => {
      const output = outputs[stream];
      if (output === undefined || output.size > maxBuffer) return;
      output.chunks.push(chunk);
      output.size += chunk.length;
      if (output.size > maxBuffer) endBecause("ENOBUFS");
    },
    closed: () => {
      open--;
      if (open === 0 && end !== undefined) finish();
    },
    exited: (status, signal) => {
      clearTimeout(limit);
      end = { status, signal };
      const graceMs = onExit(pid);
      // A busy process may not have read what is there: it does so before `setImmediate` calls back.
      if (open > 0) grace = setTimeout(setImmediate, graceMs, finish);
      else finish();
    },
  };
}

/** Starts a program by `node:child_process`, which this loads, and follows it. */
export function startAndFollow(program: FollowedProgram): Promise<WaitedResult> {
  const { file, args, env, cwd, input } = program;
  const { spawn } = process.getBuiltinModule("node:child_process");
  return new Promise((resolve) => {
    const fail = ({ code }: NodeJS.ErrnoException) => resolve({ ...notStarted, code });
    try {
      const child = spawn(file, args, {
        detached: true,
        cwd,
        env: { ...env },
        stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      });
      const { pid, stdin, stdout, stderr } = child;
      child.on("error", fail);
      if (pid === undefined) return;
      const close = () => {
        for (const stream of [stdin, stdout, stderr]) stream?.destroy();
      };
      const { read, closed, exited } = followProcess(program, { pid, kill: () => child.kill("SIGKILL"), close }, resolve);
      for (const [i, stream] of [stdout, stderr].entries())
        stream?.on("data", (chunk: Buffer) => read(i as 0 | 1, chunk)).once("end", closed);
      // A program may end before it has read its input; that isn't an error.
      stdin?.on("error", () => {}).end(input);
      child.once("exit", exited);
    } catch (error) {
      // Node reports some errors of the system like this, and texts that no process can have.
      if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
      fail(error as NodeJS.ErrnoException);
    }
  });
}
