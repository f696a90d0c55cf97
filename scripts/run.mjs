import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** Prints a command, runs it with the terminal's own streams, and exits with its exit code if it fails. */
export function step(title, program, args, options = {}) {
  console.log(`\n> ${title}`);
  const { status, error, signal } = spawnSync(program, args, { cwd: root, stdio: "inherit", ...options });
  if (error) console.error(`${program} could not be started: ${error.message}`);
  if (status !== 0) process.exit(status ?? (signal === null ? 127 : 1));
}
