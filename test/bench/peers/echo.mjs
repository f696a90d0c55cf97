import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";

/**
 * The program that every server here runs for a call. Resolves to its output. With `ECHO=none` no program is started, and with `ECHO=read`
 * a file is read.
 */
export const echo = () =>
  process.env.ECHO === "none"
    ? Promise.resolve("done")
    : process.env.ECHO === "read"
      ? readFile("done.txt", "utf8").then((text) => text.trim())
      : new Promise((resolve, reject) => {
          execFile("/bin/echo", ["done"], (error, stdout) => (error ? reject(error) : resolve(stdout)));
        });

const { PATH = "/usr/bin:/bin" } = process.env;

/**
 * The same, started as our server starts programs: in a group of its own, which announces itself to the guard before it
 * begins and is ended with it. What this needs is loaded for it alone, because a start costs more with more memory.
 */
export async function guardedEcho() {
  const { startGuarded } = await import("../../../node_modules/.cache/toolgen-modules/call/run-program.js");
  const started = await startGuarded({ program: "/bin/echo", args: ["done"], cwd: process.cwd(), env: { PATH } }, "ignore");
  if (started.kind !== "started") throw new Error(started.message);
  const { child, group } = started;
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stderr.resume();
  child.once("exit", () => group.kill());
  return new Promise((resolve) => child.once("close", () => resolve(Buffer.concat(chunks).toString())));
}
