import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

const prefix = "test-";

/** A fresh folder, by its real path. It is removed after the file of tests that asked for it. */
export function temporaryFolder(purpose: string): string {
  return realpathSync(mkdtempSync(join(tmpdir(), `${prefix}${purpose}-`)));
}

const { uid, username } = userInfo();
/** Folders that outlive a call by design: full outputs, which are kept for a day, locks, and what a shell session remembers. */
const lasting = [`toolgen-${uid}`, `toolgen-${username}-locks`, `toolgen-${username}-shell`];

/** A process removes it when it ends. The thread of `warm-toolgen.ts` lasts as long as the process of the tests. */
const ofWarmThread = /^toolgen-handlers-/;

/** Empties the folder for temporary files after a file of tests, and returns the names of what programs shouldn't have left there. */
export function removeTemporaryFolders(folder: string): readonly string[] {
  const names = readdirSync(folder).sort();
  const warm = names.filter((name) => ofWarmThread.test(name));
  const removed = names.filter((name) => warm.length > 1 || !warm.includes(name));
  for (const name of removed) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 });
  return removed.filter((name) => !name.startsWith(prefix) && !lasting.includes(name));
}
