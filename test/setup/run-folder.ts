import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes the folder for temporary files of this run, before any test, and removes it after all: vitest's global setup. */
export function setup(): () => void {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgen-tests-")));
  // Some tests run programs as another user, who must reach what is in it.
  chmodSync(folder, 0o755);
  process.env.TOOLGEN_TEST_FOLDER = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
