import { chmodSync, constants, cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

const prefix = "test-";

/**
 * A fresh folder, by its real path. It is removed after the file of tests that asked for it. It has the name that the
 * server of a project in it gets.
 */
export function temporaryFolder(purpose = "project"): string {
  const above = realpathSync(mkdtempSync(join(tmpdir(), `${prefix}${purpose}-`)));
  // For tests with another user.
  chmodSync(above, 0o755);
  const folder = join(above, "toolgen");
  mkdirSync(folder);
  return folder;
}

/** A fresh folder that holds what another does. */
export function temporaryCopy(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE });
  return copy;
}

const { uid, username } = userInfo();
/** Folders that outlive a call by design: full outputs, which are kept for a day, locks, and what a shell session remembers. */
const lasting = [`toolgen-${uid}`, `toolgen-${username}-locks`, `toolgen-${username}-shell`];

/** A process removes its own when it ends. That of the tests lasts longer than a file, and so do the threads of `warm-host.mjs`. */
const ofRunning = /^toolgen-handlers-/;
const mostRunning = 4;

/**
 * Empties the folder for temporary files after a file of tests, and returns the names of what toolgen shouldn't have
 * left there. What other programs leave is only removed.
 */
export function removeTemporaryFolders(folder: string): readonly string[] {
  const names = readdirSync(folder).sort();
  const running = names.filter((name) => ofRunning.test(name));
  const removed = names.filter((name) => running.length > mostRunning || !running.includes(name));
  for (const name of removed) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  return removed.filter((name) => name.startsWith("toolgen-") && !lasting.includes(name));
}
