import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, rmSync } from "node:fs";

/** Both ends of a pipe for other processes, which Node can't create itself. The pipe has no name after it is opened. */
export function openPipe(path: string): { readonly reading: number; readonly writing: number } {
  const made = spawnSync("/bin/sh", ["-c", 'command -p mkfifo -m 600 "$1"', "sh", path], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr?.trim() || "a pipe can't be made");
  // Opened for reading and writing, so that no other open blocks.
  const both = openSync(path, constants.O_RDWR | constants.O_NOFOLLOW);
  try {
    return { reading: openSync(path, constants.O_RDONLY), writing: openSync(path, constants.O_WRONLY) };
  } finally {
    closeSync(both);
    rmSync(path, { force: true });
  }
}
