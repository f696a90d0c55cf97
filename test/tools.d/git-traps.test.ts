import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { safeGitOptions, safeGitVariables } from "../../library/search/safe-git.js";
import { loadCompiledTool } from "../../src/cli/project/load-compiled-tool.js";
import type { Compilation } from "../../src/compiler/compile.js";
import { git, makeRepository } from "../kit/git.js";
import { callTool } from "../kit/printed.js";
import { sampled } from "../kit/repeat.js";
import { temporaryCopy, temporaryFolder } from "../kit/temporary-folder.js";
import { callIn, compileOwnTools } from "./compiled.js";

/** A repository with a trap in it. `trap` is a program that leaves its mark outside; it prints what it reads, as filters do. */
interface Trapped {
  readonly folder: string;
  readonly trap: string;
}

/** A way in which a repository can name a program that Git starts, and the plain Git command that does so. */
interface Trap {
  readonly name: string;
  /** The defence against it: a switch, a variable, or what safe-git does about filters. */
  readonly avoidedBy: string;
  readonly arm: (repository: Trapped) => void;
  /** Arguments of Git, or a command line where Git needs a terminal. */
  readonly springs: readonly string[] | string;
}

/** Adds to a repository's configuration. Git itself would start a program for each setting. */
function config({ folder }: Trapped, settings: Readonly<Record<string, string>>) {
  const lines = Object.entries(settings).map(([key, value]) => {
    const [section = "", name = ""] = [key.slice(0, key.indexOf(".")), key.slice(key.lastIndexOf(".") + 1)];
    const within = key.slice(section.length + 1, -name.length - 1);
    return `[${section}${within === "" ? "" : ` "${within}"`}]\n\t${name} = "${escaped(value)}"\n`;
  });
  appendFileSync(join(folder, ".git/config"), lines.join(""));
}
const escaped = (value: string) => value.replaceAll(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t");

const write = ({ folder }: Trapped, path: string, text: string) => {
  mkdirSync(join(folder, path, ".."), { recursive: true });
  writeFileSync(join(folder, path), text, { mode: 0o755 });
};
const filterAll = (name = "x") => `* filter=${name}\n`;
const filterOf = (trap: string) => `[filter "x"]\n\tclean = '${trap}'\n`;

/** Takes away an object that a change needs, as a partial clone does, and says where it could be fetched. */
function fetchFrom(repository: Trapped, settings: Readonly<Record<string, string>>) {
  const { folder } = repository;
  const blob = git(folder, "rev-parse", "v1:src/a.js").trim();
  const file = join(folder, ".git/objects", blob.slice(0, 2), blob.slice(2));
  if (!existsSync(file)) throw new Error("the object is packed");
  rmSync(file);
  const promised = { "core.repositoryFormatVersion": "1", "extensions.partialClone": "origin", "remote.origin.promisor": "true" };
  config(repository, { ...promised, ...settings });
}

/** Gives the last commit a signature that a reader of the log verifies. */
function sign({ folder }: Trapped, [first, last]: readonly [string, string]) {
  const commit = git(folder, "cat-file", "commit", "HEAD").replace(
    "\n\n",
    `\ngpgsig -----BEGIN ${first}-----\n \n AAAA\n -----END ${last}-----\n\n`,
  );
  const draft = join(folder, ".git/commit");
  writeFileSync(draft, commit);
  git(folder, "update-ref", "HEAD", git(folder, "hash-object", "-t", "commit", "-w", draft).trim());
}

/** A repository within, as a submodule, with a file of it changed. */
function submodule({ folder }: Trapped): string {
  const inner = join(folder, "inner");
  mkdirSync(inner);
  git(inner, "init", "--quiet", "--initial-branch=main");
  writeFileSync(join(inner, "b.txt"), "one\n");
  git(inner, "add", ".");
  git(inner, "commit", "--quiet", "--message", "Inner");
  write({ folder, trap: "" }, ".gitmodules", '[submodule "inner"]\n\tpath = inner\n\turl = ./inner\n');
  git(folder, "add", ".gitmodules", "inner");
  git(folder, "commit", "--quiet", "--message", "Outer", "--", ".gitmodules", "inner");
  writeFileSync(join(inner, "b.txt"), "two\n");
  return inner;
}

const traps: readonly Trap[] = [
  {
    name: "filter.clean, by .gitattributes",
    avoidedBy: "safe-git, for filters",
    arm: (at) => [config(at, { "filter.x.clean": at.trap }), write(at, ".gitattributes", filterAll())],
    springs: ["diff"],
  },
  {
    name: "filter.process",
    avoidedBy: "safe-git, for filters",
    arm: (at) => [config(at, { "filter.x.process": at.trap }), write(at, ".gitattributes", filterAll())],
    springs: ["diff"],
  },
  {
    name: "filter.clean that is required",
    avoidedBy: "safe-git, for filters",
    arm: (at) => [config(at, { "filter.x.clean": at.trap, "filter.x.required": "true" }), write(at, ".gitattributes", filterAll())],
    springs: ["diff"],
  },
  {
    name: "filter.smudge",
    avoidedBy: "safe-git, for filters",
    arm: (at) => [config(at, { "filter.x.smudge": at.trap }), write(at, ".git/info/attributes", filterAll())],
    springs: ["checkout", "--", "src/a.js"],
  },
  {
    name: "a filter by .git/info/attributes",
    avoidedBy: "safe-git, for filters",
    arm: (at) => [config(at, { "filter.x.clean": at.trap }), write(at, ".git/info/attributes", filterAll())],
    springs: ["diff"],
  },
  {
    name: "a filter by core.attributesFile",
    avoidedBy: "safe-git, for filters",
    arm: (at) => [
      config(at, { "filter.x.clean": at.trap, "core.attributesFile": join(at.folder, ".git/attr") }),
      write(at, ".git/attr", filterAll()),
    ],
    springs: ["diff"],
  },
  {
    name: "a filter in an included file",
    avoidedBy: "safe-git, for included files",
    arm: (at) => [
      config(at, { "include.path": "more" }),
      write(at, ".git/more", filterOf(at.trap)),
      write(at, ".gitattributes", filterAll()),
    ],
    springs: ["diff"],
  },
  {
    name: "a filter in a file that is included for this branch",
    avoidedBy: "safe-git, for included files",
    arm: (at) => [
      config(at, { "includeIf.onbranch:main.path": "more" }),
      write(at, ".git/more", filterOf(at.trap)),
      write(at, ".gitattributes", filterAll()),
    ],
    springs: ["diff"],
  },
  {
    name: "a filter in an included file of the working tree, which any tool may write",
    avoidedBy: "safe-git, for included files",
    arm: (at) => [
      config(at, { "include.path": "../.gitconfig" }),
      write(at, ".gitconfig", filterOf(at.trap)),
      write(at, ".gitattributes", filterAll()),
    ],
    springs: ["diff"],
  },
  {
    name: "a filter in config.worktree",
    avoidedBy: "safe-git, for included files",
    arm: (at) => [
      config(at, { "extensions.worktreeConfig": "true" }),
      write(at, ".git/config.worktree", filterOf(at.trap)),
      write(at, ".gitattributes", filterAll()),
    ],
    springs: ["diff"],
  },
  {
    name: "a filter whose name has an equals sign",
    avoidedBy: "safe-git, for odd names and values",
    arm: (at) => [config(at, { "filter.a=b.clean": at.trap }), write(at, ".gitattributes", filterAll("a=b"))],
    springs: ["diff"],
  },
  {
    name: "a filter whose name has dots, quotes and capitals",
    avoidedBy: "safe-git, for odd names and values",
    arm: (at) => [config(at, { "filter.X.'y'.process.clean": at.trap }), write(at, ".gitattributes", filterAll("X.'y'.process"))],
    springs: ["diff"],
  },
  {
    name: "a filter whose value looks like the user's own",
    avoidedBy: "safe-git, for odd names and values",
    arm: (at) => [config(at, { "filter.x.clean": `${at.trap} #\nglobal\tfilter.x.clean` }), write(at, ".gitattributes", filterAll())],
    springs: ["diff"],
  },
  {
    name: "core.fsmonitor",
    avoidedBy: "core.fsmonitor=false",
    arm: (at) => config(at, { "core.fsmonitor": at.trap }),
    springs: ["status"],
  },
  {
    name: "a hook",
    avoidedBy: "core.hooksPath",
    arm: (at) => write(at, ".git/hooks/post-index-change", `#!/bin/sh\nexec '${at.trap}'\n`),
    springs: ["update-index", "--force-write-index"],
  },
  {
    name: "core.hooksPath",
    avoidedBy: "core.hooksPath",
    arm: (at) => [config(at, { "core.hooksPath": ".git/own" }), write(at, ".git/own/post-index-change", `#!/bin/sh\nexec '${at.trap}'\n`)],
    springs: ["update-index", "--force-write-index"],
  },
  { name: "core.pager", avoidedBy: "--no-pager", arm: (at) => config(at, { "core.pager": at.trap }), springs: "git log" },
  { name: "pager.COMMAND", avoidedBy: "--no-pager", arm: (at) => config(at, { "pager.status": at.trap }), springs: "git status" },
  { name: "diff.external", avoidedBy: "--no-ext-diff", arm: (at) => config(at, { "diff.external": at.trap }), springs: ["diff"] },
  {
    name: "diff.NAME.command",
    avoidedBy: "--no-ext-diff",
    arm: (at) => [config(at, { "diff.x.command": at.trap }), write(at, ".gitattributes", "* diff=x\n")],
    springs: ["diff"],
  },
  {
    name: "diff.NAME.textconv",
    avoidedBy: "--no-textconv",
    arm: (at) => [config(at, { "diff.x.textconv": at.trap }), write(at, ".gitattributes", "* diff=x\n")],
    springs: ["log", "--patch"],
  },
  {
    name: "diff.NAME.textconv of a file as it was",
    avoidedBy: "--no-textconv",
    arm: (at) => [config(at, { "diff.x.textconv": at.trap }), write(at, ".gitattributes", "* diff=x\n")],
    springs: ["show", "--textconv", "v1:src/a.js"],
  },
  {
    name: "gpg.program",
    avoidedBy: "log.showSignature=false",
    arm: (at) => [config(at, { "gpg.program": at.trap, "log.showSignature": "true" }), sign(at, ["PGP SIGNATURE", "PGP SIGNATURE"])],
    springs: ["log"],
  },
  {
    name: "gpg.ssh.program",
    avoidedBy: "log.showSignature=false",
    arm: (at) => [
      config(at, { "gpg.ssh.program": at.trap, "gpg.ssh.allowedSignersFile": "/dev/null", "log.showSignature": "true" }),
      sign(at, ["SSH SIGNATURE", "SSH SIGNATURE"]),
    ],
    springs: ["show"],
  },
  {
    name: "gpg.x509.program",
    avoidedBy: "log.showSignature=false",
    arm: (at) => [config(at, { "gpg.x509.program": at.trap, "log.showSignature": "true" }), sign(at, ["SIGNED MESSAGE", "SIGNED MESSAGE"])],
    springs: ["log"],
  },
  {
    name: "a promised object by ext::",
    avoidedBy: "GIT_ALLOW_PROTOCOL",
    arm: (at) => fetchFrom(at, { "remote.origin.url": `ext::${at.trap}`, "protocol.ext.allow": "always" }),
    springs: ["log", "--patch"],
  },
  {
    name: "a promised object by remote.NAME.uploadpack",
    avoidedBy: "GIT_ALLOW_PROTOCOL",
    arm: (at) => fetchFrom(at, { "remote.origin.url": `file://${at.folder}`, "remote.origin.uploadpack": at.trap }),
    springs: ["show", "v1:src/a.js"],
  },
  {
    name: "a promised object by core.sshCommand",
    avoidedBy: "GIT_ALLOW_PROTOCOL",
    arm: (at) => fetchFrom(at, { "remote.origin.url": "ssh://host.invalid/x", "core.sshCommand": at.trap }),
    springs: ["show", "v1:src/a.js"],
  },
  {
    name: "a promised object by core.gitProxy",
    avoidedBy: "GIT_ALLOW_PROTOCOL",
    arm: (at) => fetchFrom(at, { "remote.origin.url": "git://host.invalid/x", "core.gitProxy": at.trap }),
    springs: ["log", "--patch"],
  },
  {
    name: "a submodule's own fsmonitor",
    avoidedBy: "--ignore-submodules",
    arm: (at) => git(submodule(at), "config", "core.fsmonitor", at.trap),
    springs: ["status"],
  },
  {
    name: "a submodule's own filter",
    avoidedBy: "--ignore-submodules",
    arm: (at) => {
      const inner = submodule(at);
      git(inner, "config", "filter.x.clean", at.trap);
      writeFileSync(join(inner, ".gitattributes"), filterAll());
    },
    springs: ["status"],
  },
  {
    name: "a submodule's own textconv, by diff.submodule",
    avoidedBy: "--ignore-submodules",
    arm: (at) => {
      const inner = submodule(at);
      git(inner, "config", "diff.x.textconv", at.trap);
      writeFileSync(join(inner, ".gitattributes"), "* diff=x\n");
      config(at, { "diff.submodule": "diff", "diff.ignoreSubmodules": "none" });
    },
    springs: ["diff"],
  },
  {
    name: "core.alternateRefsCommand",
    avoidedBy: "no command that lists alternate references",
    arm: (at) => [
      config(at, { "core.alternateRefsCommand": at.trap }),
      write(at, ".git/objects/info/alternates", `${join(at.folder, ".git/other/objects")}\n`),
      git(at.folder, "init", "--quiet", "--bare", ".git/other"),
    ],
    springs: ["log", "--alternate-refs"],
  },
  {
    name: "merge.NAME.driver, by log.diffMerges",
    avoidedBy: "no command that merges",
    arm: (at) => {
      const { folder } = at;
      git(folder, "stash", "--quiet");
      git(folder, "checkout", "--quiet", "-b", "side", "v1");
      write(at, "src/a.js", "side\n");
      git(folder, "commit", "--quiet", "--all", "--message", "Side");
      git(folder, "checkout", "--quiet", "main");
      git(folder, "merge", "--quiet", "--strategy=ours", "side");
      write(at, ".gitattributes", "* merge=x\n");
      config(at, { "merge.x.driver": at.trap, "log.diffMerges": "remerge" });
    },
    springs: ["log", "--patch", "-m"],
  },
];

const projectDir = fileURLToPath(new URL("../..", import.meta.url));
let compilation: Compilation;
/** The repository that each one with a trap is a copy of. */
let harmless: string;
let withoutRipgrep: string;
beforeAll(async () => {
  compilation = await compileOwnTools();
  harmless = temporaryFolder();
  makeRepository(harmless);
  withoutRipgrep = pathWithoutRipgrep();
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
  const [folder, outside] = [temporaryCopy(harmless), temporaryFolder()];
  const [trap, mark] = [join(outside, "trap"), join(outside, "sprung")];
  writeFileSync(trap, `#!/bin/sh\n: >'${mark}'\n`, { mode: 0o755 });
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

it.each(sampled(traps, { usual: 10, kind: ({ avoidedBy }) => avoidedBy }))("starts nothing because of $name", (trap) => {
  const repository = trapped(trap);
  const env = { ...process.env, PATH: withoutRipgrep };
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
