// Runs each call of standard input, a line of JSON, in a shell of its own and as a served call, and prints both outcomes.
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { runProgramAsync } from "../../../../node_modules/.cache/toolgen-modules/runtime/process/run-program-async.js";

const never = new AbortController().signal;

async function outcome(call, isServed) {
  const { stdout, stderr, ...rest } = await runProgramAsync(call, { timeoutMs: 600_000, signal: never, isServed });
  return { ...rest, stdout: stdout?.toString("latin1"), stderr: stderr?.toString("latin1") };
}

/** The shells that have been started for this process and are no programs yet. */
function waitingShells() {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
  return children.filter((pid) => commandLine(pid).includes("read -r _line"));
}

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1");
  } catch {
    return "";
  }
}

const started = { program: "true", args: [], cwd: "/", env: { PATH: process.env.PATH } };
await outcome(started, true);
for await (const line of createInterface({ input: process.stdin })) {
  const { mask, ...call } = JSON.parse(line);
  const alone = await outcome(call, false);
  while (waitingShells().length === 0) await delay(1);
  const before = waitingShells();
  if (mask !== undefined) process.umask(mask);
  const served = await outcome(call, true);
  const after = waitingShells();
  console.log(JSON.stringify({ alone, served, hasWaited: before.some((pid) => !after.includes(pid)) }));
}
process.exitCode = readdirSync("/proc/self/fd").length > 60 ? 1 : 0;
