import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

export interface Pages {
  readonly url: string;
  readonly stop: () => void;
}

/** Serves the pages of `pages/` in a process of their own, for calls block this one. */
export async function servePages(): Promise<Pages> {
  const server = spawn(process.execPath, [fileURLToPath(new URL("pages/server.mjs", import.meta.url))], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [printed] = await once(server.stdout, "data");
  return { url: `http://127.0.0.1:${String(printed).trim()}`, stop: () => server.stdin.end() };
}
