import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

let starts = 0;
let counts = false;

/** The number of processes that this process has started since `countStarts`, without those that they started. */
export const startedProcesses = (): number => starts;

/** Counts the processes that this process starts from now on, whichever module starts them. */
export function countStarts(): void {
  if (counts) return;
  counts = true;
  const { prototype } = childProcess.ChildProcess as unknown as { readonly prototype: Record<string, (...args: unknown[]) => unknown> };
  replace(prototype, "spawn");
  const module = childProcess as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ["spawnSync", "execFileSync", "execSync"]) replace(module, name);
  syncBuiltinESMExports();
}

function replace(owner: Record<string, (...args: unknown[]) => unknown>, name: string): void {
  const original = owner[name];
  if (original === undefined) throw new Error(`node:child_process has no '${name}'`);
  owner[name] = function (this: unknown, ...args: unknown[]) {
    starts += 1;
    return original.apply(this, args);
  };
}
