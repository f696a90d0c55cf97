import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import type { Compilation } from "../../src/compiler/compile.js";
import { git, makeRepository } from "../kit/git.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { callIn, compileOwnTools } from "./compiled.js";

let compilation: Compilation;
let repository: string;

beforeAll(async () => {
  compilation = await compileOwnTools();
  repository = temporaryFolder();
  makeRepository(repository);
});

const call = (tool: string, params: object, folder = repository) => callIn(folder, compilation, tool, params);
const lines = (tool: string, params: object, folder = repository) => {
  const { stdout, stderr, exitCode } = call(tool, params, folder);
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return stdout.trimEnd().split("\n");
};

it("searches text, without what is ignored, and shows names as they are", () => {
  expect(lines("search_text", { pattern: "needle" })).toEqual([
    "größe.txt:1:a needle in a 草 stack",
    "src/a.js:2:export const needle = 4;",
  ]);
  expect(lines("search_text", { pattern: "NEEDLE", ignoreCase: true, filesOnly: true, path: "src" })).toEqual(["src/a.js"]);
  expect(lines("search_text", { pattern: "needle", path: "größe.txt" })).toEqual(["größe.txt:1:a needle in a 草 stack"]);
});

it("tells a search without matches from a bad expression", () => {
  expect(call("search_text", { pattern: "nothing like this" })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^No matches\./),
  });
  expect(call("search_text", { pattern: "a(" })).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("regular expression") });
  expect(lines("search_text", { pattern: "a = 1;", literal: true })).toEqual(["src/a.js:1:export const a = 1;"]);
});

it("searches a folder that is not a repository, also for text that looks like an option", () => {
  const plain = temporaryFolder();
  mkdirSync(join(plain, "[x]"));
  writeFileSync(join(plain, "[x]", "a.txt"), "--help me\n");
  expect(lines("search_text", { pattern: "--help", path: "[x]" }, plain)).toEqual(["[x]/a.txt:1:--help me"]);
});

it("keeps search and listing inside the folder, whatever path and glob say", () => {
  const outside = temporaryFolder();
  symlinkSync(outside, join(repository, "link"));
  for (const params of [{ path: ".." }, { path: "link" }, { path: "/etc" }, { glob: "../*" }]) {
    expect(call("search_text", { pattern: "x", ...params }), JSON.stringify(params)).toMatchObject({ exitCode: 2, stdout: "" });
    expect(call("list_files", params), JSON.stringify(params)).toMatchObject({ exitCode: 2, stdout: "" });
  }
});

it("lists files by folder and by glob", () => {
  expect(lines("list_files", {})).toEqual(expect.arrayContaining([".gitignore", "größe.txt", "src/a.js", "staged.txt"]));
  expect(lines("list_files", {})).not.toContain("ignored.txt");
  expect(lines("list_files", { path: "src", glob: "*.js" })).toEqual(["src/a.js"]);
});

it("shows what a folder outside of any repository lacks", () => {
  const plain = temporaryFolder();
  for (const tool of ["list_files", "git_status", "git_log", "git_show"]) {
    expect(call(tool, {}, plain), tool).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/Git repository/) });
  }
});

it("shows the status of one path and of everything", () => {
  expect(lines("git_status", { path: "src" })).toEqual(["## main", " M src/a.js"]);
  expect(lines("git_status", {})).toEqual(expect.arrayContaining(["## main", " M src/a.js", "A  staged.txt"]));
});

it("finds commits by range, message, text and path", () => {
  expect(lines("git_log", { revision: "v1..main" })).toEqual([expect.stringContaining("Count one more")]);
  expect(lines("git_log", { grep: "BEGIN" })).toEqual([expect.stringContaining("Begin")]);
  expect(lines("git_log", { changed: "needle = 3" })).toEqual([expect.stringContaining("Count one more")]);
  expect(lines("git_log", { path: "größe.txt", detail: "files" })).toEqual(expect.arrayContaining(["A\tgröße.txt"]));
  expect(lines("git_log", { limit: 1, detail: "patch" })).toEqual(expect.arrayContaining(["-export const needle = 2;"]));
});

it("shows differences of the working tree, the index and revisions", () => {
  expect(lines("git_diff", {})).toEqual(expect.arrayContaining(["-export const needle = 3;", "+export const needle = 4;"]));
  expect(lines("git_diff", { staged: true, detail: "names" })).toEqual(["A\tstaged.txt"]);
  expect(lines("git_diff", { base: "v1", staged: false, paths: ["src"], detail: "names" })).toEqual(["M\tsrc/a.js"]);
  expect(call("git_diff", { base: "v1", staged: true })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/staged.*base|base.*staged/),
  });
});

it("shows a commit and a file as it was", () => {
  expect(lines("git_show", { detail: "message" })).toEqual(expect.arrayContaining(["    Count one more"]));
  expect(lines("git_show", { commit: "v1:src/a.js" })).toEqual(["export const a = 1;", "export const needle = 2;"]);
  expect(call("git_show", { revision: "nowhere" })).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("No such revision") });
});

it("blames lines of a file", () => {
  expect(lines("git_blame", { path: "src/a.js", startLine: 2 })).toEqual([
    expect.stringMatching(/^[0-9a-f]{8} \(Ada 2026-01-02 2\) export const needle = 3;$/),
  ]);
  expect(lines("git_blame", { path: "src/a.js", endLine: 1 })).toHaveLength(1);
});

it("checks JavaScript without running it", () => {
  writeFileSync(join(repository, "bad.mjs"), "const a = ;\n");
  writeFileSync(join(repository, "loud.js"), "require('node:fs').writeFileSync('ran', '');\n");
  expect(call("check_javascript", { path: "bad.mjs" })).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/can't be parsed[\s\S]*SyntaxError/),
  });
  expect(lines("check_javascript", { path: "loud.js" })).toEqual(["The syntax is correct."]);
  expect(existsSync(join(repository, "ran"))).toBe(false);
});

it("refuses options in place of revisions", () => {
  for (const tool of ["git_log", "git_show", "git_blame"]) {
    expect(call(tool, { revision: "--output=stolen", path: "src/a.js" }), tool).toMatchObject({ exitCode: 2, stdout: "" });
  }
  expect(call("git_diff", { base: "--no-index" })).toMatchObject({ exitCode: 2, stdout: "" });
  expect(existsSync(join(repository, "stolen"))).toBe(false);
});

it("starts nothing that a hostile repository's configuration names", () => {
  const hostile = temporaryFolder();
  makeRepository(hostile);
  const trap = join(hostile, ".git", "trap.sh");
  const sprung = join(hostile, ".git", "sprung");
  writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> '${sprung}'\ncat\n`, { mode: 0o755 });
  writeFileSync(join(hostile, ".git", "hooks", "post-index-change"), `#!/bin/sh\n'${trap}' hook\n`, { mode: 0o755 });
  writeFileSync(join(hostile, ".git", "info", "attributes"), "* diff=trap\n");
  const settings = {
    "core.fsmonitor": trap,
    "core.pager": trap,
    "pager.log": trap,
    "diff.external": trap,
    "diff.trap.command": trap,
    "diff.trap.textconv": trap,
    "gpg.program": trap,
    "log.showSignature": "true",
    "color.ui": "always",
    "blame.coloring": "repeatedLines",
  };
  for (const [key, value] of Object.entries(settings)) git(hostile, "config", key, value);
  const calls: readonly (readonly [string, object])[] = [
    ["search_text", { pattern: "needle" }],
    ["list_files", {}],
    ["git_status", {}],
    ["git_log", { detail: "patch", changed: "needle" }],
    ["git_diff", {}],
    ["git_diff", { staged: true }],
    ["git_diff", { base: "v1" }],
    ["git_show", {}],
    ["git_show", { revision: "v1:src/a.js" }],
    ["git_blame", { path: "src/a.js" }],
  ];
  for (const [tool, params] of calls) {
    const { stdout, exitCode } = call(tool, params, hostile);
    expect(exitCode, tool).toBe(0);
    expect(stdout, tool).not.toContain("\u001b");
    expect(existsSync(sprung), `${tool} ${JSON.stringify(params)} started a program`).toBe(false);
  }
  // The traps do work: without our options Git walks into them.
  git(hostile, "-c", "core.pager=cat", "diff");
  expect(existsSync(sprung)).toBe(true);
});

it("takes no folder for a repository because of plain files that a model can write", () => {
  const folder = temporaryFolder();
  const sprung = join(folder, "sprung");
  const trap = join(folder, "trap.sh");
  writeFileSync(trap, `#!/bin/sh\necho clean >> '${sprung}'\ncat\n`, { mode: 0o755 });
  for (const name of ["refs", "objects/info"]) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(
    join(folder, "config"),
    `[core]\n\trepositoryformatversion = 0\n\tworktree = ${folder}\n[filter "x"]\n\tclean = '${trap}'\n`,
  );
  writeFileSync(join(folder, "a.txt"), "needle\n");
  git(folder, "add", "a.txt");
  writeFileSync(join(folder, ".gitattributes"), "* filter=x\n");
  writeFileSync(join(folder, "a.txt"), "another needle\n");
  for (const tool of ["git_status", "git_diff", "git_log", "git_show"]) {
    expect(call(tool, {}, folder), tool).toMatchObject({ exitCode: 1, stdout: "" });
  }
  expect(call("git_blame", { path: "a.txt" }, folder)).toMatchObject({ exitCode: 1, stdout: "" });
  expect(call("list_files", {}, folder)).toMatchObject({ exitCode: 1, stdout: "" });
  expect(lines("search_text", { pattern: "needle", path: "a.txt" }, folder)).toEqual(["a.txt:1:another needle"]);
  expect(existsSync(sprung)).toBe(false);
  // The trap does work: without our option Git walks into it.
  git(folder, "diff");
  expect(existsSync(sprung)).toBe(true);
});
