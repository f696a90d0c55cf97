import type { PreparedCall } from "../../contract/call.js";
import type { Confinement } from "../../contract/confinement.js";
import type { NotStarted, RunOutcome } from "../../contract/run-outcome.js";
import { resolveLinks } from "../../paths/resolve-links.js";
import { resolveProgram } from "../resolve-program.js";
import { runProgram } from "../run-program.js";
import { notFound } from "../spawn-error.late.js";
import { bubblewrapOptions, findBubblewrap } from "./bubblewrap.js";
import { createWritableTargets } from "./create-writable-targets.js";
import { sandboxPaths } from "./sandbox-paths.js";
import { lackingBubblewrap, lackingSeatbelt, noSandboxHere, sandboxAdvice, sandboxUnavailable } from "./sandbox-unavailable.js";
import { seatbelt, seatbeltOptions } from "./seatbelt.js";

/** A call in its sandbox. */
export interface Confined {
  /** Why it can't be run. It is never run without its sandbox. */
  readonly problem: NotStarted | undefined;
  readonly call: PreparedCall;
  /** The outcome, which distinguishes a failed sandbox from a failed program. */
  readonly interpret: (outcome: RunOutcome) => RunOutcome;
  readonly undo: () => void;
}

/**
 * Puts a call into its sandbox: bubblewrap on Linux, sandbox-exec on macOS. Afterwards the paths that it may write
 * exist, or there is a problem.
 */
export function applySandbox(call: PreparedCall, sandbox: Confinement): Confined {
  const query = { program: call.program, cwd: call.cwd, path: call.env.PATH };
  const found = resolveProgram(query);
  if (found === undefined) return refused(call, notFound(query));
  const wrapper = findWrapper(call, sandbox);
  if (typeof wrapper === "object") return refused(call, unavailable(sandboxUnavailable(wrapper.problem)));
  const before = createWritableTargets(sandbox);
  if (before.problem !== undefined) return refused(call, unstartable(before.problem));

  const walked = resolveLinks(found);
  const program = { real: walked.ok ? walked.real : found, path: found };
  const paths = sandboxPaths(sandbox, call.temporary === undefined ? [] : [call.temporary.path]);
  const { rules } = sandbox;
  const mac = process.platform === "darwin";
  const options = mac
    ? seatbeltOptions({ rules, paths, program })
    : [...bubblewrapOptions({ rules, paths, program, cwd: call.cwd, home: call.env.HOME }), "--"];
  const own = mac ? call.temporary?.path : "/tmp";
  const env = own === undefined || call.env.TMPDIR === undefined ? call.env : { ...call.env, TMPDIR: own };
  const wrapped = (words: readonly string[]): PreparedCall => ({ ...call, program: wrapper, args: [...options, ...words], env });
  // bubblewrap resolves a name the same way, and programs show their own name in messages.
  const word = mac || call.env.PATH === undefined || !/^[A-Za-z0-9_]/.test(call.program) ? found : call.program;
  return {
    problem: undefined,
    call: wrapped([word, ...call.args]),
    interpret: (outcome) =>
      mac ? outcome : explainStartFailure(outcome, { ...wrapped(["/bin/sh", "-c", ":"]), stdin: undefined }, call.program),
    undo: before.undo,
  };
}

/** The program that makes sandboxes here, or why there is none. */
export function findWrapper(
  { env }: Pick<PreparedCall, "env">,
  { workspace }: Pick<Confinement, "workspace">,
): string | { readonly problem: string } {
  switch (process.platform) {
    case "linux":
      return findBubblewrap(env.PATH, workspace) ?? { problem: lackingBubblewrap };
    case "darwin":
      return resolveProgram({ program: seatbelt, cwd: "/", path: undefined }) ?? { problem: lackingSeatbelt };
    default:
      return { problem: noSandboxHere };
  }
}

/**
 * bubblewrap's own messages begin with its name, and its exit code is 1. A program may print the same, so running
 * nothing in the same sandbox decides whether the sandbox worked.
 */
function explainStartFailure(outcome: RunOutcome, nothing: PreparedCall, program: string): RunOutcome {
  if (outcome.kind !== "exited" || outcome.code !== 1 || outcome.stdout.length > 0) return outcome;
  const stderr = outcome.stderr.toString();
  if (!stderr.startsWith("bwrap: ")) return outcome;
  const again = runProgram(nothing, { timeoutMs: 10_000 });
  if (again.kind === "exited" && again.code === 0) {
    return stderr.startsWith("bwrap: execvp ")
      ? unavailable(`${program} can't be started in its sandbox (${stderr.slice(7).trim()}): its \`read\` doesn't include what it needs.`)
      : outcome;
  }
  return unavailable(sandboxUnavailable(sandboxAdvice(stderr)));
}

const unavailable = (message: string): NotStarted => ({ kind: "unavailable", message });
const unstartable = (message: string): NotStarted => ({ kind: "unstartable", message });

const refused = (call: PreparedCall, problem: NotStarted): Confined => ({ problem, call, interpret: (outcome) => outcome, undo: () => {} });
