import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/** The content of every file outside of the roots, and a part of one's name. No result may hold it. */
export const canary = "CANARY-7f3a9c";

/** The content of every file inside. */
export const inside = "inside";

export interface HostileWorld {
  readonly base: string;
  /** The workspace, which is the project too, and another root; the same is in both. */
  readonly roots: { readonly workspace: string; readonly data: string };
}

const folders = ["src/deep", ".git/hooks", "generated/bin", "tools.d", "vendor/lib/.git", "my dir", "-dir", "deep", "%2e%2e"];
const files = [
  ...[
    "in.txt",
    "src/a.ts",
    "src/deep/b.ts",
    ".git/config",
    "vendor/lib/.git/config",
    "generated/bin/call",
    "tools.d/a.yaml",
    "tools.d/lib.sh",
  ],
  ...[
    "toolgen.yaml",
    "gr\u00fc\u00dfe.txt",
    "-rf",
    "-dir/x",
    "--help",
    " ",
    "a\nb",
    "~",
    "file:",
    "C:",
    "..a",
    "...",
    "%2e%2e/x",
    "host:path",
  ],
  ...[
    "nul",
    "con",
    "a b",
    "$(x)",
    "*",
    "\\\\server\\share",
    "..\\..\\outside\\secret",
    "@file",
    "\u202egnp.txt",
    "\u2024\u2024",
    "e\u0301",
  ],
];

/** Links in a root, each by what it says; `BASE` and `ROOT` stand for the folders. */
const links: Readonly<Record<string, string>> = {
  "out-dir": "../outside/dir",
  "out-file": "../outside/secret",
  "out-absolute": "BASE/outside",
  "out-dotted": "./src/../../outside",
  "out-deep/link": "../../outside/dir",
  "out-brother": "../ROOTNAME-evil",
  "dangling-in": "src/new.ts",
  "dangling-out": "../outside/new",
  "dangling-out-dir": "../outside/no/such/folder",
  "dangling-git": ".git/hooks/pre-commit",
  "loop-a": "loop-b",
  "loop-b": "loop-a",
  "loop-self": "loop-self/x",
  "loop-in": "src/../loop-in",
  chain: "chain-2",
  "chain-2": "chain-3",
  "chain-3": "out-dir",
  "chain-in": "chain-in-2",
  "chain-in-2": "in-link",
  "in-link": "src",
  "in-file": "in.txt",
  "in-absolute": "ROOT/src",
  up: "..",
  "up-up": "../..",
  here: ".",
  "root-link": "/",
  "etc-link": "/etc",
  "tmp-link": "/tmp",
  "deep-link": "src/deep",
  "git-link": ".git",
  "hook-link": ".git/hooks",
  "generated-link": "generated",
  "spec-link.txt": "tools.d/a.yaml",
  "specs-link": "tools.d",
  "config-link": "toolgen.yaml",
  "back-in": "../outside/in-again-ROOTNAME",
  "proc-cwd": "/proc/self/cwd",
  "proc-root": "/proc/self/root",
  "proc-fd": "/proc/self/fd/0",
  "dev-fd": "/dev/fd",
  "dev-stdin": "/dev/stdin",
  "link with space": "../outside",
  "link\nline": "../outside/secret",
  "-link": "../outside/dir",
  "\u202elink": "../outside/secret",
};

/** A fresh world. Everything that a call may neither read nor write has the canary in it. */
export function hostileWorld(): HostileWorld {
  const base = temporaryFolder("hostile");
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), `${text}\n`);
  };
  const outside = ["secret", "dir/secret", "dir/in.txt", "dir/deep/secret", "in.txt", "a.ts", `${canary}.txt`, `dir/${canary}.txt`];
  for (const path of outside) put(`outside/${path}`, canary);
  put(".git/config", canary);
  put("in.txt", canary);
  for (const root of ["work", "data"]) {
    put(`${root}-evil/secret`, canary);
    for (const folder of folders) mkdirSync(join(base, root, folder), { recursive: true });
    for (const path of files) put(`${root}/${path}`, inside);
    for (const [name, says] of Object.entries(links)) {
      mkdirSync(dirname(join(base, root, name)), { recursive: true });
      symlinkSync(says.replace("BASE", base).replace("ROOTNAME", root).replace("ROOT", join(base, root)), join(base, root, name));
    }
    symlinkSync(`../${root}/src`, join(base, `outside/in-again-${root}`));
    symlinkSync(root, join(base, `${root}-link`));
  }
  return { base, roots: { workspace: join(base, "work"), data: join(base, "data") } };
}

/** Everything in a world that no call may change, by path: what is beside the roots, and in them what tools leave alone. */
export function untouchable({ base }: HostileWorld): Readonly<Record<string, string>> {
  const kept = [
    "work/.git",
    "work/vendor/lib/.git",
    "work/generated",
    "work/tools.d",
    "work/toolgen.yaml",
    "data/.git",
    "data/vendor/lib/.git",
  ];
  const beside = readdirSync(base).filter((name) => name !== "work" && name !== "data");
  return Object.fromEntries([...beside, ...kept].flatMap((path) => entriesOf(base, path)));
}

function entriesOf(base: string, path: string): readonly (readonly [string, string])[] {
  const place = join(base, path);
  const stats = lstatSync(place);
  if (stats.isSymbolicLink()) return [[path, `-> ${readlinkSync(place)}`]];
  if (!stats.isDirectory()) return [[path, readFileSync(place, "utf8")]];
  return [[path, "folder"], ...readdirSync(place).flatMap((name) => entriesOf(base, join(path, name)))];
}
