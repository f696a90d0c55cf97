import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { excludedIn, ignoreRules } from "../../library/files/ignore-rules.js";
import { git } from "../kit/git.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

const files: Readonly<Record<string, string>> = {
  ".gitignore": "*.log\nbuild/\n/only-here.ts\n",
  "a.log": "",
  "only-here.ts": "",
  "build/a.ts": "",
  "sub/.gitignore": "!kept.log\nown.ts\n",
  "sub/kept.log": "",
  "sub/own.ts": "",
  "sub/only-here.ts": "",
  "sub/deep/own.ts": "",
  "sub/deep/b.log": "",
  "sub/build/c.ts": "",
  "..odd/d.log": "",
};
let top: string;

beforeAll(() => {
  top = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  git(top, "init", "--quiet");
});

const rules = { git: true, gemini: true };
const paths = Object.keys(files).filter((path) => !path.startsWith("..") && !/(?:^|\/)build\//.test(path));

it("excludes what Git does, by folders and by single paths", () => {
  const { stdout } = spawnSync("git", ["check-ignore", "--stdin"], { cwd: top, input: paths.join("\n"), encoding: "utf8" });
  const theirs = stdout.trim().split("\n").sort();
  expect(theirs).toContain("sub/deep/own.ts");
  const [single, byFolder] = [ignoreRules(top, rules), excludedIn(top, rules)];
  expect(paths.filter((path) => single(join(top, path), false)).sort()).toEqual(theirs);
  const name = (path: string) => path.slice(path.lastIndexOf("/") + 1);
  expect(paths.filter((path) => byFolder(dirname(join(top, path)))(name(path), false)).sort()).toEqual(theirs);
  expect(byFolder(join(top, "sub"))("build", true)).toBe(true);
});

it("looks for no ignore file in a folder whose names are known", () => {
  const byFolder = excludedIn(top, rules);
  expect(byFolder(join(top, "sub"), false)("own.ts", false)).toBe(false);
  expect(excludedIn(top, rules)(join(top, "sub"), true)("own.ts", false)).toBe(true);
});

it("excludes nothing outside, not the top itself, and always Git's folder", () => {
  const single = ignoreRules(top, rules);
  expect(single(top, true)).toBe(false);
  expect(single(join(dirname(top), "a.log"), false)).toBe(false);
  for (const path of [".git", ".git/config", "sub/.git", "sub/.git/config"]) expect(single(join(top, path), false), path).toBe(true);
  rmSync(join(top, ".gitignore"));
  rmSync(join(top, "sub/.gitignore"));
  const plain = ignoreRules(top, rules);
  for (const path of [".git", ".git/config", "sub/.git/config"]) expect(plain(join(top, path), false), path).toBe(true);
  for (const path of ["a.log", ".gitignore", "sub/.github"]) expect(plain(join(top, path), false), path).toBe(false);
});
