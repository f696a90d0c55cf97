import { UsageError } from "../usage-error.js";
import { type Git, gitLine, runGit, unknownRevision } from "./run-git.js";

/** The commit that a project is compared with. */
export interface DiffBase {
  /** The revision as the user wrote it. */
  readonly revision: string;
  readonly commit: string;
  /** True if the commit isn't the revision itself, but its merge base with HEAD. */
  readonly isMergeBase: boolean;
  /** True if the clone has too few commits to find the merge base, so that the revision itself is compared. */
  readonly isUncertain: boolean;
}

/**
 * Finds the commit for a revision. A branch that went on since this one began is compared from where they parted, as in
 * a pull request: `main` and `main...HEAD` mean the merge base, `main..HEAD` means the revision itself.
 */
export async function findBase(git: Git, revision: string): Promise<DiffBase> {
  const [, from = "", dots, to = ""] = /^(.*?)(\.{2,3})(.*)$/.exec(revision) ?? [revision, revision];
  const commit = await commitOf(git, from || "HEAD");
  const head = await gitLine(git, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"]);
  if (to !== "" && (await commitOf(git, to)) !== head)
    throw new UsageError(
      `'${to}' isn't checked out: the present files are compared with a revision.`,
      `Check it out, or name '${from}' alone.`,
    );
  const named = { revision: from || "HEAD", commit, isMergeBase: false, isUncertain: false };
  if (dots === ".." || head === undefined || head === commit) return named;
  const mergeBase = await gitLine(git, ["merge-base", commit, "HEAD"]);
  if (mergeBase !== undefined) return { ...named, commit: mergeBase, isMergeBase: mergeBase !== commit };
  // The checkout of a pull request's merge: its commit names the base, which a shallow clone may not follow.
  const merge = (await gitLine(git, ["cat-file", "commit", "HEAD"])) ?? "";
  return { ...named, isUncertain: !merge.split("\n").includes(`parent ${commit}`) && (await isShallow(git)) };
}

async function commitOf(git: Git, revision: string): Promise<string> {
  const found = await runGit(git, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  if (found.ok) return found.stdout.toString("utf8").trim();
  throw await explainMissing(git, revision, found);
}

const isShallow = async (git: Git) => (await gitLine(git, ["rev-parse", "--is-shallow-repository"])) === "true";

/** Explains why a revision isn't there by the kind of clone, and names the command that helps. */
async function explainMissing(
  git: Git,
  revision: string,
  { reason, stderr }: { readonly reason: string; readonly stderr: string },
): Promise<UsageError> {
  const owned = /safe\.directory (.+)$/m.exec(stderr)?.[1];
  if (owned !== undefined)
    return new UsageError(
      "Git doesn't read this repository, because another user owns it.",
      `If you trust it, run: git config --global --add safe.directory ${owned}`,
    );
  if (/not a git repository/i.test(stderr))
    return new UsageError(`There is no Git repository here, so there is no revision '${revision}' to compare with.`, "Run it in one.");
  if (reason !== unknownRevision) return new UsageError(`Can't read the revision '${revision}': ${reason}.`);
  if (revision === "HEAD") return new UsageError("The repository has no commit to compare with.", "Commit the project first.");
  return new UsageError(`There is no revision '${revision}' here: ${reason}.`, await remedy(git, revision));
}

async function remedy(git: Git, revision: string): Promise<string> {
  const remote = (await gitLine(git, ["remote"]))?.split("\n")[0];
  const tracked = remote === undefined ? undefined : `${remote}/${revision}`;
  if (tracked !== undefined && (await gitLine(git, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${tracked}^{commit}`])))
    return `This clone has it as '${tracked}'.`;
  if (await isShallow(git))
    return `This clone is shallow. Run 'git fetch --unshallow ${remote ?? "origin"}', or check out with 'fetch-depth: 0' in CI.`;
  const outer = await gitLine(git, ["rev-parse", "--show-superproject-working-tree"]);
  if (outer !== undefined) return `This project is in a submodule of ${outer}. Name a revision of the submodule.`;
  if (tracked !== undefined)
    return `Name a branch, a tag or a commit that this clone has, or run 'git fetch ${remote} ${revision}' and name FETCH_HEAD.`;
  return "Name a branch, a tag or a commit that this clone has.";
}
