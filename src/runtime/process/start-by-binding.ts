import { nodeBinding } from "./node-binding.js";
import type { WaitedProgram, WaitedResult } from "./start-and-wait.js";

/** The part of Node that `spawnSync` of `node:child_process` calls. */
export interface SpawnSyncBinding {
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
