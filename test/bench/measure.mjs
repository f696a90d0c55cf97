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

/**
 * Bash's `time` has the kernel's own account of all processes in the loop, those that they started and waited for included; Node has no
 * call that tells a child's.
 */
const timedLoop = `TIMEFORMAT="%R %U %S"; count=$1 input=$2; shift 2
time for ((i = 0; i < count; i++)); do "$@" < "$input" > /dev/null || exit; done`;

/**
 * Runs a case once: `prepare`, then `batch` processes one after the other. Resolves to milliseconds a process.
 * A case is `{ name, program, args, cwd, input, batch, prepare, more }`; all but the first two may be missing. `more` are
 * variables of its environment.
 */
export async function timeOnce({ program, args = [], cwd, input = "/dev/null", batch = 1, prepare, more }) {
  await prepare?.();
  const words = ["-c", timedLoop, "time", String(batch), input, program, ...args];
  const { stderr } = await run("bash", words, { cwd, env: { ...env, ...more } });
  return timesOf(stderr, batch);
}

/** The last line that `time` printed, in milliseconds a process. */
export function timesOf(stderr, batch = 1) {
  const [wall, user, system] = (stderr.trim().split("\n").at(-1) ?? "").split(" ").map((seconds) => Number(seconds) * 1000);
  const times = { wall: wall / batch, cpu: (user + system) / batch };
  if (!Number.isFinite(times.wall + times.cpu)) throw new Error(`No times could be read from: ${stderr.slice(-500)}`);
  return times;
}

/**
 * Runs all cases in turn, `rounds` times but none that begins after `deadline`, the first excepted: what disturbs the machine for a
 * while disturbs all of them alike. Resolves to each case's name, number of runs and medians.
 */
export async function interleave(cases, { rounds, deadline, onRun, time = timeOnce }) {
  const samples = new Map(cases.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds && (round === 0 || performance.now() < deadline); round++) {
    for (const each of cases) {
      if ((each.rounds ?? rounds) <= round) continue;
      onRun?.(`${each.name}, round ${round + 1} of ${rounds}`);
      samples.get(each.name).push(await time(each));
    }
  }
  return new Map([...samples].map(([name, runs]) => [name, { runs: runs.length, ...medians(runs) }]));
}

/** The same items in a random order. */
export function shuffled(items) {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** The deadline of the next of `left` that share the time until `deadline`. */
export function shareOf(deadline, left) {
  const now = performance.now();
  return now + (deadline - now) / left;
}

/** The median of every number that the samples have. */
function medians(samples) {
  return Object.fromEntries(
    Object.keys(samples[0] ?? {}).map((key) => [
      key,
      quantile(
        samples.map((sample) => sample[key]),
        0.5,
      ),
    ]),
  );
}

/** A quantile of the known values; undefined if there are none. */
export function quantile(values, share) {
  const sorted = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  const position = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return below === undefined ? undefined : below + (above - below) * (position % 1);
}

/** A target that is met by what isn't smaller, to two digits. */
export const atLeast = (what, limit, measured, unit = "×") => ({
  ...atMost(what, limit, measured, unit),
  least: true,
  met: Number(measured.toFixed(2)) >= limit,
});

/** A target that is met by what isn't larger, to two digits. The limits are those of the project's performance contract. */
export const atMost = (what, limit, measured, unit = "×") => ({ what, limit, measured, unit, met: Number(measured.toFixed(2)) <= limit });
