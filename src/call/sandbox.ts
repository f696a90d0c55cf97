import type { Confinement, PreparedCall } from "../contract/call.js";
import type { NotStarted, RunOutcome } from "../contract/call-result.js";
import { resolveProgram } from "./build-command.js";
import { resolveLinks } from "./paths.js";
import { createWritableTargets, sandboxPaths } from "./process/sandbox-paths.js";
import { bubblewrapOptions, findBubblewrap, seatbelt, seatbeltOptions } from "./process/sandbox-program.js";
import { runProgram } from "./run-program.js";
import { notFound } from "./start-problem.late.js";

/** A call in its sandbox. */
interface Confined {
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
function findWrapper(
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

/**
 * Returns why no program can be sandboxed here, by trying it; `undefined` if it works. `cwd` is any folder, `env` a
 * program's whole environment.
 */
export function sandboxProblem({ cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> }): string | undefined {
  const wrapper = findWrapper({ env }, { workspace: cwd });
  if (typeof wrapper === "object") return wrapper.problem;
  const nothing = { program: "/bin/sh", args: ["-c", ":"], cwd, stdin: undefined, env, params: {}, summary: undefined };
  const { problem, call, undo } = applySandbox(nothing, {
    rules: { write: "none", read: "workspace", network: false, specDir: false, specs: [] },
    workspace: cwd,
    specDir: cwd,
    projectDir: cwd,
    project: { roots: {}, output: "generated", specPatterns: [] },
    paths: [],
  });
  const outcome = problem ?? runProgram(call, { timeoutMs: 10_000 });
  undo();
  if (outcome.kind === "exited") return outcome.code === 0 ? undefined : sandboxAdvice(outcome.stderr.toString());
  return "message" in outcome ? outcome.message : `${wrapper} can't be used: it exited early.`;
}

/** Returns the model's message. The model can only tell the user. */
const sandboxUnavailable = (reason: string) => `This tool runs in a sandbox, and never without one. ${reason}`;

const lackingBubblewrap = `bubblewrap isn't installed: install it with the system's package manager (\`apt install bubblewrap\`, \`dnf install bubblewrap\`, \`apk add bubblewrap\`).`;

const lackingSeatbelt = "/usr/bin/sandbox-exec is missing, which is part of macOS.";

const noSandboxHere = "toolgen supports no sandbox on this system.";

/** Returns advice about a sandbox that can't be made, by bubblewrap's message. */
export function sandboxAdvice(stderr: string): string {
  const line =
    stderr
      .split("\n")[0]
      ?.replace(/^bwrap: /, "")
      .trim()
      .replace(/\.$/, "") ?? "";
  const forbidden = /namespace|uid map|gid map|Operation not permitted|Permission denied|RTM_NEWADDR|loopback/i.test(line);
  const advice = forbidden
    ? " This system doesn't let users make namespaces. Allow it (`sysctl kernel.unprivileged_userns_clone=1`, `user.max_user_namespaces` above 0, on Ubuntu an AppArmor profile for bwrap; in a container, a seccomp profile that allows it), or install bubblewrap with its setuid bit."
    : "";
  return `It can't be made here: ${line}.${advice}`;
}
