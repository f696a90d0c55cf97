import { startGuarded } from "../../../dist/runtime/process/start-guarded.js";

const { PATH = "/usr/bin:/bin" } = process.env;

/** The same as `echo`, started as our server starts programs: in a group of its own, which announces itself to the guard before it begins and is ended with it. */
export async function echo() {
  const started = await startGuarded({ program: "/bin/echo", args: ["done"], cwd: process.cwd(), env: { PATH } }, "ignore");
  if (started.kind !== "started") throw new Error(started.message);
  const { child, group } = started;
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stderr.resume();
  child.once("exit", () => group.kill());
  return new Promise((resolve) => child.once("close", () => resolve(Buffer.concat(chunks).toString())));
}
