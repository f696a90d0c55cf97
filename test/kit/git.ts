import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execaSync } from "execa";

/** Who commits in test repositories, whatever the machine's own Git configuration says. */
const gitEnvironment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.org",
  GIT_AUTHOR_DATE: "2026-01-02T03:04:05Z",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.org",
  GIT_COMMITTER_DATE: "2026-01-02T03:04:05Z",
};

export function git(folder: string, ...args: readonly string[]): string {
  return execaSync("git", args, { cwd: folder, env: gitEnvironment, stdin: "ignore", stripFinalNewline: false }).stdout;
}

/** A repository with two commits, a tag, a change that is staged and one that is not. */
export function makeRepository(folder: string): void {
  mkdirSync(join(folder, "src"), { recursive: true });
  git(folder, "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(folder, ".gitignore"), "generated/\ntools.d/\nignored.txt\n");
  writeFileSync(join(folder, "ignored.txt"), "needle\n");
  writeFileSync(join(folder, "src", "a.js"), "export const a = 1;\nexport const needle = 2;\n");
  writeFileSync(join(folder, "größe.txt"), "a needle in a 草 stack\n");
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "--message", "Begin");
  git(folder, "tag", "v1");
  writeFileSync(join(folder, "src", "a.js"), "export const a = 1;\nexport const needle = 3;\n");
  git(folder, "commit", "--quiet", "--all", "--message", "Count one more");
  writeFileSync(join(folder, "staged.txt"), "staged\n");
  git(folder, "add", "staged.txt");
  writeFileSync(join(folder, "src", "a.js"), "export const a = 1;\nexport const needle = 4;\n");
}
