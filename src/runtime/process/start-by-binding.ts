import type { WaitedProgram, WaitedResult } from "./start-and-wait.js";

/** The part of Node that `spawnSync` of `node:child_process` calls. */
interface Binding {
  spawn(options: object): {
    readonly pid: number;
    readonly status: number | null;
    readonly signal: NodeJS.Signals | null;
    readonly output: readonly (Buffer | null)[] | null;
    /** The negative number of the system's error. */
    readonly error?: number;
  };
}

/** Versions of Node in which this binding is known, and in which it prints no warning. */
const known = /^v2[024]\./;

/**
 * Does as `startAndWait`, without loading `node:child_process` and the modules for sockets and streams that it needs:
 * they cost half of what a call adds to an empty Node program. Returns `undefined`, and starts nothing, where Node is
 * another version, has options that could change its modules or print a warning, or would refuse the texts.
 */
export function startByBinding(program: WaitedProgram): WaitedResult | undefined {
  const { file, args, env, cwd, input, maxBuffer, timeout } = program;
  const words = [file, ...args];
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // The binding would cut a text at its NUL.
  if (!isUsual() || [cwd, ...words, ...pairs].some((text) => text.includes("\0"))) return undefined;
  const binding = spawnBinding();
  if (binding === undefined) return undefined;
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

function isUsual(): boolean {
  const { NODE_OPTIONS, NODE_PENDING_DEPRECATION } = process.env;
  return known.test(process.version) && !NODE_OPTIONS && !NODE_PENDING_DEPRECATION && process.execArgv.length === 0;
}

/** `undefined` where Node doesn't give it, as under its permission model. */
function spawnBinding(): Binding | undefined {
  try {
    const binding = (process as unknown as { binding(name: string): Partial<Binding> }).binding("spawn_sync");
    return typeof binding.spawn === "function" ? (binding as Binding) : undefined;
  } catch {
    return undefined;
  }
}
