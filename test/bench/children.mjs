import { spawn } from "node:child_process";

/** The groups of processes that this bench started and that have not ended. */
const running = new Set();

/** On Node 20 this variable alone costs more than an empty program, and companies set it: it would hide every difference. */
export const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/** Starts a program that leads a group of its own, which ends with this bench. */
export function start(program, args, options = {}) {
  const child = spawn(program, args, { env, detached: true, ...options });
  running.add(child);
  child.once("close", () => running.delete(child));
  child.once("error", () => running.delete(child));
  return child;
}

/** Runs a program to its end; throws with what it printed if it fails or takes longer than `seconds`. */
export async function run(program, args, { seconds = 600, ...options } = {}) {
  const child = start(program, args, { stdio: ["ignore", "pipe", "pipe"], ...options });
  const timer = setTimeout(() => endGroup(child), seconds * 1000);
  try {
    const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), exit(child)]);
    if (status !== 0)
      throw new Error(`${program} ${args.join(" ").slice(0, 300)} ended with ${status}:\n${(stderr || stdout).slice(-2000)}`);
    return { stdout, stderr };
  } finally {
    clearTimeout(timer);
  }
}

/** Resolves to the exit code, or the name of the signal that ended the program. */
export function exit(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (status, signal) => resolve(status ?? signal));
  });
}

export function endGroup(child) {
  if (!running.has(child) || child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It has just ended by itself.
  }
}

/** Calls `clean` and ends what still runs whenever this program ends, also by a signal. */
export function endAllOnExit(clean) {
  process.once("exit", () => {
    for (const child of running) endGroup(child);
    clean();
  });
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ])
    process.once(signal, () => process.exit(code));
}

async function text(stream) {
  let all = "";
  for await (const chunk of stream.setEncoding("utf8")) all += chunk;
  return all;
}
