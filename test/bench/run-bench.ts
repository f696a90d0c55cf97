import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const bench = fileURLToPath(new URL("main.mjs", import.meta.url));

/** Runs the bench, as `npm run bench -- ARGS` does. */
export function runBench(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bench, ...args], { encoding: "utf8" });
  return { status, stdout, stderr };
}
