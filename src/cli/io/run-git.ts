import { runExternal } from "./run-external.js";

/** A folder in a repository, and the environment of Git. */
export interface Git {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** The output of a command of Git, or why it failed: `reason` is its last line as a clause, `stderr` is all of it. */
export type GitOutput =
  | { readonly ok: true; readonly stdout: Buffer }
  | { readonly ok: false; readonly reason: string; readonly stderr: string };

/** The reason if Git says none, as for a revision that it doesn't find. */
export const unknownRevision = "Git doesn't know it";

const timeoutMs = 60_000;
const maxBytes = 256 * 1024 * 1024;

/**
 * Runs a command of Git that only reads objects. A folder that merely looks like a repository isn't used as one
 * (docs/security.md), and missing objects aren't fetched, because that could start a program of the configuration.
 */
export async function runGit({ folder, environment, signal }: Git, args: readonly string[], stdin?: string): Promise<GitOutput> {
  const result = await runExternal({
    program: "git",
    args: ["-c", "safe.bareRepository=explicit", "-c", "core.fsmonitor=false", "--no-pager", ...args],
    cwd: folder,
    stdin,
    env: { ...ownEnvironment(environment), LC_ALL: "C", GIT_NO_LAZY_FETCH: "1", GIT_OPTIONAL_LOCKS: "0" },
    signal,
    timeoutMs,
    maxBytes,
  });
  switch (result.kind) {
    case "exited": {
      if (result.code === 0) return { ok: true, stdout: result.stdout };
      const stderr = result.stderr.toString("utf8");
      return { ok: false, reason: lastLine(stderr), stderr };
    }
    case "ended":
      return { ok: false, reason: `git ended early (${result.reason})`, stderr: "" };
    case "notStarted":
      return { ok: false, reason: result.message.replace(/[.?]$/, ""), stderr: "" };
  }
}

/** The same for a command whose output is one line; `undefined` if it fails or prints nothing. */
export async function gitLine(git: Git, args: readonly string[]): Promise<string | undefined> {
  const found = await runGit(git, args);
  return (found.ok && found.stdout.toString("utf8").trim()) || undefined;
}

/**
 * The environment without the variables by which Git tells its hooks in which repository they run: the folder decides.
 * Settings in variables stay: they may be what makes Git trust the folder.
 */
function ownEnvironment(environment: Git["environment"]): Readonly<Record<string, string>> {
  const entries = Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return Object.fromEntries(entries.filter(([name]) => !repositoryVariables.has(name)));
}

/** From `git rev-parse --local-env-vars`, without the variables of settings (`GIT_CONFIG…`). */
const repositoryVariables: ReadonlySet<string> = new Set([
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_DIR",
  "GIT_GRAFT_FILE",
  "GIT_IMPLICIT_WORK_TREE",
  "GIT_INDEX_FILE",
  "GIT_INTERNAL_SUPER_PREFIX",
  "GIT_NAMESPACE",
  "GIT_NO_REPLACE_OBJECTS",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_QUARANTINE_PATH",
  "GIT_REPLACE_REF_BASE",
  "GIT_SHALLOW_FILE",
  "GIT_WORK_TREE",
]);

/** `fatal: not a git repository` as a clause. */
function lastLine(text: string): string {
  const line = text.trimEnd().split("\n").at(-1) ?? "";
  return line.replace(/^(?:fatal|error): /, "").replace(/\.$/, "") || unknownRevision;
}
