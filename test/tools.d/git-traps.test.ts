import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { safeGitOptions, safeGitVariables } from "../../library/search/safe-git.js";
import { loadCompiledTool } from "../../src/cli/project/load-compiled-tool.js";
import type { Compilation } from "../../src/compile.js";
import { git, makeRepository } from "../kit/git.js";
import { callTool } from "../kit/printed.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { callIn, compileOwnTools } from "./compiled.js";
import { type Trap, type Trapped, traps } from "./git-traps.js";

const projectDir = fileURLToPath(new URL("../..", import.meta.url));
let compilation: Compilation;
beforeAll(async () => {
  compilation = await compileOwnTools();
});

/** Plain Git's configuration is the repository's alone. */
const alone = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", TERM: "xterm" };

const calls: readonly (readonly [string, object])[] = [
  ["search_text", { pattern: "needle" }],
  ["grep_search", { pattern: "needle" }],
  ["list_files", {}],
  ["git_status", {}],
  ["git_status", { untracked: "all" }],
  ["git_log", { detail: "patch", changed: "needle" }],
  ["git_log", { detail: "files" }],
  ["git_diff", {}],
  ["git_diff", { detail: "stat" }],
  ["git_diff", { staged: true }],
  ["git_diff", { base: "v1" }],
  ["git_show", {}],
  ["git_show", { revision: "v1:src/a.js" }],
  ["git_blame", { path: "src/a.js" }],
];

/** A repository with a trap, and whether it was sprung. */
function trapped({ arm }: Pick<Trap, "arm">): Trapped & { readonly isSprung: () => boolean } {
  const [folder, outside] = [temporaryFolder(), temporaryFolder()];
  const [trap, mark] = [join(outside, "trap"), join(outside, "sprung")];
  writeFileSync(trap, `#!/bin/sh\n: >'${mark}'\n`, { mode: 0o755 });
  makeRepository(folder);
  arm({ folder, trap });
  return { folder, trap, isSprung: () => existsSync(mark) };
}

/** `grep_search` takes Git only where there is no ripgrep. */
function pathWithoutRipgrep(): string {
  const bin = temporaryFolder();
  for (const name of ["git", "sh", "cat", "sleep"]) {
    const found = execFileSync("sh", ["-c", 'command -v "$1"', "sh", name], { encoding: "utf8" }).trim();
    symlinkSync(found, join(bin, name));
  }
  return bin;
}

/** Runs plain Git, in a terminal if it needs one. It may fail: the trap isn't a working filter, pager or signer. */
function runPlainGit({ folder }: Trapped, springs: Trap["springs"]) {
  const [program, args] = typeof springs === "string" ? ["script", ["-qec", springs, "/dev/null"]] : ["git", springs];
  const { GIT_PAGER: _pager, ...env } = process.env;
  spawnSync(program, args, { cwd: folder, env: { ...env, ...alone }, stdio: ["ignore", "pipe", "pipe"], timeout: 60_000 });
}

it.each(traps)("starts nothing because of $name", (trap) => {
  const repository = trapped(trap);
  const env = { ...process.env, PATH: pathWithoutRipgrep() };
  for (const [tool, params] of calls) {
    const loaded = loadCompiledTool(compilation.files, tool, projectDir);
    const { stdout } = callTool(loaded, params, { workspace: repository.folder, projectDir, env });
    if (tool === "grep_search") expect(stdout).toContain("needle");
    expect(repository.isSprung(), `${tool} ${JSON.stringify(params)}`).toBe(false);
  }
  runPlainGit(repository, trap.springs);
  expect(repository.isSprung(), "plain Git walks into the trap").toBe(true);
});

it("shows nothing of a working tree that the configuration puts elsewhere", () => {
  const secret = temporaryFolder();
  writeFileSync(join(secret, "secret.txt"), "s3cret\n");
  for (const worktree of [secret, "/", "../.."]) {
    const { folder } = trapped({ arm: (at) => git(at.folder, "config", "core.worktree", worktree) });
    for (const [tool, params] of calls.filter(([name]) => !name.startsWith("search") && !name.startsWith("grep"))) {
      const { stdout, stderr, exitCode } = callIn(folder, compilation, tool, params);
      expect({ exitCode, stdout }, `${tool} with ${worktree}`).toEqual({ exitCode: 1, stdout: "" });
      expect(stderr).toMatch(/core\.worktree, which leads away from the folder that holds \.git/);
    }
  }
  // A submodule's leads back to where it is.
  const { folder } = trapped({
    arm: (at) => {
      git(at.folder, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", at.folder, "inner");
    },
  });
  expect(git(join(folder, "inner"), "config", "core.worktree")).toBe("../../../inner\n");
  expect(callIn(join(folder, "inner"), compilation, "git_status", {})).toMatchObject({ exitCode: 0, stdout: "## main...origin/main\n" });
});

it("refuses a repository by whose configuration the user's own Git LFS would start a program", () => {
  for (const key of ["lfs.extension.x.clean", "lfs.customtransfer.x.path"]) {
    const { folder } = trapped({ arm: (at) => git(at.folder, "config", key, at.trap) });
    expect(callIn(folder, compilation, "git_status", {})).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(key) });
  }
});

it("runs the filters of the user's own configuration, also where the repository defines the same", () => {
  const home = temporaryFolder();
  writeFileSync(join(home, ".gitconfig"), '[filter "x"]\n\tclean = sed s/4/3/\n');
  const { folder, isSprung } = trapped({
    arm: (at) => {
      git(at.folder, "config", "filter.x.clean", at.trap);
      writeFileSync(join(at.folder, ".git/info/attributes"), "* filter=x\n");
    },
  });
  const [tool, root] = [loadCompiledTool(compilation.files, "git_diff", projectDir), projectDir];
  const { stdout, exitCode } = callTool(tool, {}, { workspace: folder, projectDir: root, env: { ...process.env, HOME: home } });
  // After the user's filter, there is no change.
  expect({ stdout, exitCode }).toEqual({ stdout: "(no output)\n", exitCode: 0 });
  expect(isSprung()).toBe(false);
});

it("has the same switches in the library's own use of Git", () => {
  const script = readFileSync(new URL("../../tools.d/git/safe-git", import.meta.url), "utf8");
  expect(/fixed='([^']*)'/.exec(script)?.[1]?.split("\n")).toEqual(safeGitOptions);
  const exported = Object.entries(safeGitVariables).map((variable) => variable.join("="));
  expect(/export (GIT_.*)/.exec(script)?.[1]?.split(" ")).toEqual(exported);
});
