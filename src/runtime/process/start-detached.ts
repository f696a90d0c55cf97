import { nodeBinding } from "./node-binding.js";

interface ProcessHandle {
  readonly pid: number;
  onexit: () => void;
  /** Returns the negative number of the system's error, or 0. */
  spawn(options: object): number;
  unref(): void;
}

/** The part of Node that `spawn` of `node:child_process` calls. */
export interface ProcessBinding {
  readonly Process: { new (): ProcessHandle; readonly prototype: ProcessHandle };
}

export interface DetachedProgram {
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
