import { runProgramAsync } from "../../runtime/process/run-program-async.js";

/** A folder in a repository, and the environment of Git. */
export interface Git {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export type GitOutput = { readonly ok: true; readonly stdout: Buffer } | { readonly ok: false; readonly reason: string };

/** The reason if Git says none, as for a revision that it doesn't find. */
export const unknownRevision = "Git doesn't know it";

const timeoutMs = 60_000;
const mostBytes = 256 * 1024 * 1024;

/**
 * Runs a command of Git that only reads objects. A folder that merely looks like a repository isn't used as one
 * (docs/security.md), and missing objects aren't fetched, because that could start a program of the configuration.
 */
export async function runGit({ folder, environment, signal }: Git, args: readonly string[], stdin?: string): Promise<GitOutput> {
  const env = Object.fromEntries(Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  const call = {
    program: "git",
    args: ["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", "--no-pager", ...args],
    cwd: folder,
    stdin,
    env: { ...env, LC_ALL: "C", GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0" },
  };
  const outcome = await runProgramAsync(call, { timeoutMs, signal, mostBytes });
  if (outcome.kind === "exited" && outcome.code === 0) return { ok: true, stdout: outcome.stdout };
  if (outcome.kind === "exited") return { ok: false, reason: lastLine(outcome.stderr.toString("utf8")) };
  return { ok: false, reason: "message" in outcome ? outcome.message : `git ended early (${outcome.kind})` };
}

/** `fatal: not a git repository` as a clause. */
function lastLine(text: string): string {
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  return line.replace(/^(?:fatal|error): /, "").replace(/\.$/, "") || unknownRevision;
}
