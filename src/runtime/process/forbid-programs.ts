import { nodeBinding } from "./node-binding.js";
import type { SpawnSyncBinding } from "./start-by-binding.js";
import type { ProcessBinding } from "./start-detached.js";

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
