import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { git } from "../kit/git.js";

/** A repository with a trap in it. `trap` is a program that leaves its mark outside; it prints what it reads, as filters do. */
export interface Trapped {
  readonly folder: string;
  readonly trap: string;
}

/** A way in which a repository can name a program that Git starts, and the plain Git command that does so. */
export interface Trap {
  readonly name: string;
  readonly arm: (repository: Trapped) => void;
  /** Arguments of Git, or a command line where Git needs a terminal. */
  readonly springs: readonly string[] | string;
}

const config = ({ folder }: Trapped, settings: Readonly<Record<string, string>>) => {
  for (const [key, value] of Object.entries(settings)) git(folder, "config", key, value);
};
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

export const traps: readonly Trap[] = [
  {
    name: "filter.clean, by .gitattributes",
    arm: (at) => [config(at, { "filter.x.clean": at.trap }), write(at, ".gitattributes", filterAll())],
    springs: ["diff"],
  },
  {
    name: "filter.process",
    arm: (at) => [config(at, { "filter.x.process": at.trap }), write(at, ".gitattributes", filterAll())],
    springs: ["diff"],
  },
  {
    name: "filter.clean that is required",
    arm: (at) => [config(at, { "filter.x.clean": at.trap, "filter.x.required": "true" }), write(at, ".gitattributes", filterAll())],
    springs: ["diff"],
  },
  {
    name: "filter.smudge",
    arm: (at) => [config(at, { "filter.x.smudge": at.trap }), write(at, ".git/info/attributes", filterAll())],
    springs: ["checkout", "--", "src/a.js"],
  },
  {
    name: "a filter by .git/info/attributes",
    arm: (at) => [config(at, { "filter.x.clean": at.trap }), write(at, ".git/info/attributes", filterAll())],
    springs: ["diff"],
  },
  {
    name: "a filter by core.attributesFile",
    arm: (at) => [
      config(at, { "filter.x.clean": at.trap, "core.attributesFile": join(at.folder, ".git/attr") }),
      write(at, ".git/attr", filterAll()),
    ],
    springs: ["diff"],
  },
  {
    name: "a filter in an included file",
    arm: (at) => [
      config(at, { "include.path": "more" }),
      write(at, ".git/more", filterOf(at.trap)),
      write(at, ".gitattributes", filterAll()),
    ],
    springs: ["diff"],
  },
  {
    name: "a filter in a file that is included for this branch",
    arm: (at) => [
      config(at, { "includeIf.onbranch:main.path": "more" }),
      write(at, ".git/more", filterOf(at.trap)),
      write(at, ".gitattributes", filterAll()),
    ],
    springs: ["diff"],
  },
  {
    name: "a filter in an included file of the working tree, which any tool may write",
    arm: (at) => [
      config(at, { "include.path": "../.gitconfig" }),
      write(at, ".gitconfig", filterOf(at.trap)),
      write(at, ".gitattributes", filterAll()),
    ],
    springs: ["diff"],
  },
  {
    name: "a filter in config.worktree",
    arm: (at) => [
      config(at, { "extensions.worktreeConfig": "true" }),
      write(at, ".git/config.worktree", filterOf(at.trap)),
      write(at, ".gitattributes", filterAll()),
    ],
    springs: ["diff"],
  },
  {
    name: "a filter whose name has an equals sign",
    arm: (at) => [config(at, { "filter.a=b.clean": at.trap }), write(at, ".gitattributes", filterAll("a=b"))],
    springs: ["diff"],
  },
  {
    name: "a filter whose name has dots, quotes and capitals",
    arm: (at) => [config(at, { "filter.X.'y'.process.clean": at.trap }), write(at, ".gitattributes", filterAll("X.'y'.process"))],
    springs: ["diff"],
  },
  {
    name: "a filter whose value looks like the user's own",
    arm: (at) => [config(at, { "filter.x.clean": `${at.trap} #\nglobal\tfilter.x.clean` }), write(at, ".gitattributes", filterAll())],
    springs: ["diff"],
  },
  { name: "core.fsmonitor", arm: (at) => config(at, { "core.fsmonitor": at.trap }), springs: ["status"] },
  {
    name: "a hook",
    arm: (at) => write(at, ".git/hooks/post-index-change", `#!/bin/sh\nexec '${at.trap}'\n`),
    springs: ["update-index", "--force-write-index"],
  },
  {
    name: "core.hooksPath",
    arm: (at) => [config(at, { "core.hooksPath": ".git/own" }), write(at, ".git/own/post-index-change", `#!/bin/sh\nexec '${at.trap}'\n`)],
    springs: ["update-index", "--force-write-index"],
  },
  { name: "core.pager", arm: (at) => config(at, { "core.pager": at.trap }), springs: "git log" },
  { name: "pager.COMMAND", arm: (at) => config(at, { "pager.status": at.trap }), springs: "git status" },
  { name: "diff.external", arm: (at) => config(at, { "diff.external": at.trap }), springs: ["diff"] },
  {
    name: "diff.NAME.command",
    arm: (at) => [config(at, { "diff.x.command": at.trap }), write(at, ".gitattributes", "* diff=x\n")],
    springs: ["diff"],
  },
  {
    name: "diff.NAME.textconv",
    arm: (at) => [config(at, { "diff.x.textconv": at.trap }), write(at, ".gitattributes", "* diff=x\n")],
    springs: ["log", "--patch"],
  },
  {
    name: "diff.NAME.textconv of a file as it was",
    arm: (at) => [config(at, { "diff.x.textconv": at.trap }), write(at, ".gitattributes", "* diff=x\n")],
    springs: ["show", "--textconv", "v1:src/a.js"],
  },
  {
    name: "gpg.program",
    arm: (at) => [config(at, { "gpg.program": at.trap, "log.showSignature": "true" }), sign(at, ["PGP SIGNATURE", "PGP SIGNATURE"])],
    springs: ["log"],
  },
  {
    name: "gpg.ssh.program",
    arm: (at) => [
      config(at, { "gpg.ssh.program": at.trap, "gpg.ssh.allowedSignersFile": "/dev/null", "log.showSignature": "true" }),
      sign(at, ["SSH SIGNATURE", "SSH SIGNATURE"]),
    ],
    springs: ["show"],
  },
  {
    name: "gpg.x509.program",
    arm: (at) => [config(at, { "gpg.x509.program": at.trap, "log.showSignature": "true" }), sign(at, ["SIGNED MESSAGE", "SIGNED MESSAGE"])],
    springs: ["log"],
  },
  {
    name: "a promised object by ext::",
    arm: (at) => fetchFrom(at, { "remote.origin.url": `ext::${at.trap}`, "protocol.ext.allow": "always" }),
    springs: ["log", "--patch"],
  },
  {
    name: "a promised object by remote.NAME.uploadpack",
    arm: (at) => fetchFrom(at, { "remote.origin.url": `file://${at.folder}`, "remote.origin.uploadpack": at.trap }),
    springs: ["show", "v1:src/a.js"],
  },
  {
    name: "a promised object by core.sshCommand",
    arm: (at) => fetchFrom(at, { "remote.origin.url": "ssh://host.invalid/x", "core.sshCommand": at.trap }),
    springs: ["show", "v1:src/a.js"],
  },
  {
    name: "a promised object by core.gitProxy",
    arm: (at) => fetchFrom(at, { "remote.origin.url": "git://host.invalid/x", "core.gitProxy": at.trap }),
    springs: ["log", "--patch"],
  },
  {
    name: "a submodule's own fsmonitor",
    arm: (at) => git(submodule(at), "config", "core.fsmonitor", at.trap),
    springs: ["status"],
  },
  {
    name: "a submodule's own filter",
    arm: (at) => {
      const inner = submodule(at);
      git(inner, "config", "filter.x.clean", at.trap);
      writeFileSync(join(inner, ".gitattributes"), filterAll());
    },
    springs: ["status"],
  },
  {
    name: "a submodule's own textconv, by diff.submodule",
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
    arm: (at) => [
      config(at, { "core.alternateRefsCommand": at.trap }),
      write(at, ".git/objects/info/alternates", `${join(at.folder, ".git/other/objects")}\n`),
      git(at.folder, "init", "--quiet", "--bare", ".git/other"),
    ],
    springs: ["log", "--alternate-refs"],
  },
  {
    name: "merge.NAME.driver, by log.diffMerges",
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
