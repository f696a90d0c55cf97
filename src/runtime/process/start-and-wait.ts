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
