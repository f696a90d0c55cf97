import { spawnSync } from "node:child_process";

/** Returns true if a program can be started that prints its version with `-v`. */
export const isInstalled = (program: string): boolean => spawnSync(program, ["-v"]).error === undefined;
