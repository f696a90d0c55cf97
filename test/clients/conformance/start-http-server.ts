import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";

/** Starts a project's server over HTTP until the test is finished, by default with sessions. Returns its address. */
export async function startHttpServer(server: string, project: string, more: readonly string[] = ["--sessions"]): Promise<string> {
  const child = spawn(process.execPath, [server, "--http", "127.0.0.1:0", ...more], {
    cwd: project,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill());
  const [printed] = await once(child.stderr, "data");
  child.stderr.resume();
  return /listens on ([^\s"]+)/.exec(String(printed))?.[1] ?? "";
}
