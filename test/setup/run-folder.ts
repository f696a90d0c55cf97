import { fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hostSocket } from "../kit/warm-toolgen.js";

/**
 * Makes the folder for temporary files of this run, before any test, and removes it after all: vitest's global setup.
 * The process that runs commands lasts as long. Each project of vitest.config.ts calls it.
 */
export async function setup(): Promise<(() => void) | undefined> {
  if (process.env.TOOLGEN_TEST_FOLDER !== undefined) return undefined;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolgen-tests-")));
  // Some tests run programs as another user, who must reach what is in it.
  chmodSync(folder, 0o755);
  process.env.TOOLGEN_TEST_FOLDER = folder;
  const host = fork(fileURLToPath(new URL("../kit/warm-host.mjs", import.meta.url)), [hostSocket(folder)], { execArgv: [] });
  await once(host, "message");
  process.env.TOOLGEN_TEST_HOST = String(host.pid);
  return () => {
    host.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
    delete process.env.TOOLGEN_TEST_FOLDER;
  };
}
