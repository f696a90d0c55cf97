import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/** Real folders, files and links to judge paths by. `base` holds a workspace, which is also the project, a data root and an outside. */
export function makeFolders(): { readonly base: string; readonly workspace: string } {
  const base = temporaryFolder("paths");
  const workspace = join(base, "work");
  for (const dir of [
    "work/src/deep",
    "work/.git/hooks",
    "work/generated/bin",
    "work/tools.d",
    "work/vendor/lib/.git",
    "work/my dir",
    "data/sub",
    "outside/dir",
    "work-evil",
  ]) {
    mkdirSync(join(base, dir), { recursive: true });
  }
  for (const file of [
    "work/src/a.ts",
    "work/.git/config",
    "work/tools.d/a.yaml",
    "work/toolgen.yaml",
    "work/grüße.txt",
    "data/d.csv",
    "outside/secret",
    "work-evil/x",
  ]) {
    writeFileSync(join(base, file), "x");
  }
  const links: Readonly<Record<string, string>> = {
    "work/out-dir": "../outside/dir",
    "work/out-file": "../outside/secret",
    "work/out-absolute": join(base, "outside"),
    "work/dangling-in": "src/new.ts",
    "work/dangling-out": "../outside/new",
    "work/dangling-git": ".git/hooks/pre-commit",
    "work/loop-a": "loop-b",
    "work/loop-b": "loop-a",
    "work/loop-self": "loop-self/x",
    "work/chain": "chain-2",
    "work/chain-2": "out-dir",
    "work/in-link": "src",
    "work/up": "..",
    "work/root-link": "/",
    "work/deep-link": "src/deep",
    "work/git-link": ".git",
    "work/generated-link": "generated",
    "work/spec-link.txt": "tools.d/a.yaml",
    "work/config-link": "toolgen.yaml",
    "work/back-in": "../outside/in-again",
    "outside/in-again": "../work/src",
    "work/proc-cwd": "/proc/self/cwd",
    "work-link": "work",
  };
  for (const [at, target] of Object.entries(links)) symlinkSync(target, join(base, at));
  return { base, workspace };
}
