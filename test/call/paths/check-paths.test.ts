import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { checkPaths } from "../../../src/call/paths/check-paths.js";
import type { PathRule } from "../../../src/contract/definition.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { definition } from "../repair/tool-with-rules.js";
import { inSentences, sentencesOf } from "../sentences.js";
import { makeFolders } from "./project-folders.js";

const { base, workspace } = makeFolders();

const project = { roots: { data: "../data", gone: "../gone" }, output: "generated", specPatterns: ["^tools\\.d/.*\\.ya?ml$"] };

function check(params: JsonObject, rule: Partial<PathRule> = {}, cwd = workspace) {
  const whole: PathRule = { target: ["path"], access: "read", root: "workspace", type: "any", mustExist: false, ...rule };
  return checkPaths(definition({ paths: [whole], project }), params, { workspace, projectDir: workspace, cwd });
}

/** The path that the program gets, or the problem. `BASE` stands for the folder that holds everything. */
function passed(path: string, rule: Partial<PathRule> = {}, cwd?: string): unknown {
  const result = check({ path: path.replaceAll("BASE", base) }, rule, cwd);
  const text = result.ok ? result.params.path : sentencesOf(result).join("\n");
  return typeof text === "string" ? text.replaceAll(base, "BASE") : text;
}

const read: Partial<PathRule> = {};
const write: Partial<PathRule> = { access: "write" };
const writeAny: Partial<PathRule> = { access: "readWrite", root: "any" };
const long = "n".repeat(255);

const hostile: readonly (readonly [path: string, rule: Partial<PathRule>, says: string])[] = [
  // Empty and impossible.
  ["", read, "is empty"],
  ["a\0b", read, "contains a character that no path can contain"],
  ["\0", read, "contains a character that no path can contain"],
  ["a\ud800", read, "contains a character that no path can contain"],
  ["a/".repeat(2048), read, "is too long for a path"],
  [`${"../".repeat(100_000)}etc/passwd`, read, "is too long for a path"],
  [`${long}n`, read, "too long for a path"],

  // Out by letters.
  ["..", read, 'leads to "BASE", outside its root `workspace` (BASE/work)'],
  ["../", read, "outside its root"],
  ["../outside/secret", read, "outside its root"],
  ["./../outside/secret", read, "outside its root"],
  ["src/../../outside/secret", read, "outside its root"],
  ["src//..///..//outside", read, "outside its root"],
  ["missing/../../outside/secret", read, "outside its root"],
  ["missing/deeper/../../../outside", read, "outside its root"],
  ["src/a.ts/../../../outside", read, "outside its root"],
  ["../work-evil/x", read, "outside its root"],
  ["../work-evil", write, "outside its root"],
  ["BASE/work-evil/x", read, "outside its root"],
  ["BASE/work/../outside", read, "outside its root"],
  ["BASE/outside/secret", read, "outside its root"],
  ["/", read, "outside its root"],
  ["//", read, "outside its root"],
  ["/etc/passwd", read, "outside its root"],
  ["//etc//passwd", read, "outside its root"],
  ["/..", read, "outside its root"],
  [`${"../".repeat(60)}etc/passwd`, read, "outside its root"],
  ["/dev/null", write, "outside its root"],

  // Out by links.
  ["out-dir", read, 'leads to "BASE/outside/dir", outside its root'],
  ["out-dir/", read, "outside its root"],
  ["out-dir/.", read, "outside its root"],
  ["out-dir/new", write, "outside its root"],
  ["out-file", read, "outside its root"],
  ["out-absolute/secret", read, "outside its root"],
  ["BASE/work/out-dir/x", read, "outside its root"],
  ["dangling-out", write, 'leads to "BASE/outside/new", outside its root'],
  ["chain", read, "outside its root"],
  ["chain/../secret", read, "outside its root"],
  ["out-dir/../../work/src/a.ts/../../../outside", read, "outside its root"],
  ["up", read, "outside its root"],
  ["up/outside/secret", read, "outside its root"],
  ["root-link", read, "outside its root"],
  ["root-link/etc/passwd", read, "outside its root"],
  ["deep-link/../../..", read, "outside its root"],
  // In order for a program that follows links first, out for one that takes `..` by its letters.
  ["deep-link/../../outside", read, "outside its root"],
  ["deep-link/../../../work/../outside", read, "outside its root"],
  // And the other way round.
  ["out-dir/../src/a.ts", read, "outside its root"],

  // Loops.
  ["loop-a", read, "loop of symbolic links"],
  ["loop-b/x/y", write, "loop of symbolic links"],
  ["loop-self", read, "loop of symbolic links"],

  // By way of /proc.
  ["/proc/self/root/etc/passwd", read, "/proc"],
  ["/proc/self/cwd", read, "/proc"],
  ["proc-cwd/src/a.ts", read, "/proc"],
  ["/proc/self/cwd/x", writeAny, "leads through a link of /proc"],
  ["/proc/self/fd/1", writeAny, "leads through a link of /proc"],
  ["/dev/stdout", writeAny, "leads through a link of /proc"],
  ["proc-cwd/x", writeAny, "leads through a link of /proc"],

  // Written: .git.
  [".git", write, "in a .git folder"],
  [".git/", write, "in a .git folder"],
  [".git/config", write, "in a .git folder"],
  [".git/hooks/new", write, "in a .git folder"],
  [".GIT/config", write, "in a .git folder"],
  [".Git", write, "in a .git folder"],
  [".g\u200cit/config", write, "in a .git folder"],
  [".git./config", write, "in a .git folder"],
  ["git~1/config", write, "in a .git folder"],
  ["vendor/lib/.git/config", write, "in a .git folder"],
  ["new/.git/config", write, "in a .git folder"],
  ["src/../.git/config", write, "in a .git folder"],
  ["git-link", write, "in a .git folder"],
  ["git-link/config", write, "in a .git folder"],
  ["dangling-git", write, "in a .git folder"],
  ["BASE/work/.git/config", writeAny, "in a .git folder"],
  ["BASE/elsewhere/.git/config", writeAny, "in a .git folder"],
  ["BASE/work-link/.git/config", writeAny, "in a .git folder"],

  // Written: what the compiler made, and what it reads.
  ["generated", write, "in the folder of generated files"],
  ["generated/bin/call", write, "in the folder of generated files"],
  ["generated/new", write, "in the folder of generated files"],
  ["Generated/bin/call", write, "in the folder of generated files"],
  ["generated-link/bin/call", write, "in the folder of generated files"],
  ["BASE/work-link/generated/x", writeAny, "in the folder of generated files"],
  ["tools.d/a.yaml", write, "a tool spec"],
  ["tools.d/new/b.yml", write, "a tool spec"],
  ["TOOLS.D/A.YAML", write, "a tool spec"],
  ["src/../tools.d/a.yaml", write, "a tool spec"],
  ["spec-link.txt", write, "a tool spec"],
  ["BASE/work/tools.d/a.yaml", writeAny, "a tool spec"],
  ["BASE/work-link/tools.d/new.yaml", writeAny, "a tool spec"],
  ["toolgen.yaml", write, "the project's toolgen.yaml"],
  ["./toolgen.yaml", write, "the project's toolgen.yaml"],
  ["TOOLGEN.yaml", write, "the project's toolgen.yaml"],
  ["config-link", write, "the project's toolgen.yaml"],
  [".toolgen", write, "in the folder that records what builds"],
  [".Toolgen/cache/tools/a", write, "in the folder that records what builds"],
  ["BASE/work-link/.toolgen/cache/stamp", writeAny, "in the folder that records what builds"],
  ["BASE/work-link/toolgen.yaml", writeAny, "the project's toolgen.yaml"],

  // Not what is wanted.
  ["missing", { mustExist: true }, "doesn't exist"],
  ["dangling-in", { mustExist: true }, "doesn't exist"],
  ["src/a.ts/x", { mustExist: true }, '"BASE/work/src/a.ts" is a file, not a folder'],
  ["src/a.ts/x/y", write, '"BASE/work/src/a.ts" is a file, not a folder'],
  ["src/A.ts", { mustExist: true }, 'doesn\'t exist. Did you mean "a.ts"?'],

  // The names of other places, in the notations of shells, browsers, Windows and readers.
  ["~root", read, 'a home folder, which only a shell expands. Give a path relative to the workspace or an absolute one, or "./~root" for'],
  ["~/x", write, "begins with a home folder"],
  ["file:///etc/passwd", read, "is a URL"],
  ["\\\\server\\share", write, "is a path of Windows"],
  ["src", { type: "file" }, "is a directory, but a file is expected"],
  ["in-link", { type: "file" }, "is a directory, but a file is expected"],
  ["src/a.ts", { type: "directory" }, "is not a directory"],
  ["/dev/null", { type: "file", root: "any" }, "is not a regular file"],
  ["x", { root: "data", mustExist: true }, "doesn't exist"],
  ["../work/src/a.ts", { root: "data" }, "outside its root `data` (BASE/data)"],
  ["BASE/work/src/a.ts", { root: "data" }, "outside its root `data`"],
];

const anywhere = hostile.filter(([, , says]) => process.platform === "linux" || !says.includes("/proc"));

it.each(anywhere)("refuses %j", (path, rule, says) => {
  expect(passed(path, rule)).toContain("`path`: ");
  expect(passed(path, rule)).toContain(says);
});

const notations: readonly ((name: string) => string)[] = [
  (name) => `~/${name}`,
  (name) => `~user/${name}`,
  (name) => `$HOME/${name}`,
  (name) => `\${PWD}/${name}`,
  (name) => `%USERPROFILE%\\${name}`,
  (name) => `C:\\${name}`,
  (name) => `d:/${name}`,
  (name) => `\\\\server\\${name}`,
  (name) => `https://example.com/${name}`,
  (name) => `file:///${name}`,
  (name) => `file:/${name}`,
  (name) => `<path>/${name}`,
  (name) => `src/<${name}>`,
  (name) => `src\\${name}`,
  (name) => `[${name}](${name})`,
  (name) => `\`${name}\``,
  (name) => `"${name}"`,
];

it("refuses a path in a notation that names another place, and takes it with a folder before it or if the file is there", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(?:\.txt)?$/);
  fc.assert(
    fc.property(fc.constantFrom(...notations), name, fc.constantFrom(read, write), (notation, rest, rule) => {
      expect(passed(notation(rest), rule)).toMatch(/which only a shell expands|Windows|URL|Markdown|quotes|placeholder|backslashes/);
    }),
  );
  for (const literal of ["./~/x", "./$HOME/x", "a~/x", "$x.ts", "[id]/page.tsx", "it's", "a<b", "my\\ file"])
    expect(passed(literal, write)).not.toContain("`path`");
});

const harmless: readonly (readonly [path: string, rule: Partial<PathRule>, gets: string])[] = [
  [".", read, "."],
  ["./", read, "./"],
  ["src/a.ts", read, "src/a.ts"],
  ["./src//a.ts", read, "./src//a.ts"],
  ["BASE/work", read, "BASE/work"],
  ["BASE/work/src/", read, "BASE/work/src/"],
  ["missing/deeper", read, "missing/deeper"],
  ["dangling-in", write, "dangling-in"],
  // Without the links and `..` on the way: a program that changes one of them afterwards changes nothing.
  ["in-link/a.ts", read, "src/a.ts"],
  ["in-link/deep/new", write, "src/deep/new"],
  ["back-in/a.ts", read, "src/a.ts"],
  ["BASE/work/in-link/a.ts", read, "BASE/work/src/a.ts"],
  ["BASE/work-link/src/a.ts", read, "BASE/work/src/a.ts"],
  ["src/../src/a.ts", read, "src/a.ts"],
  ["in-link/../src/a.ts", read, "src/a.ts"],
  ["src/..", read, "."],
  ["deep-link/..", read, "src"],
  ["missing/../-x", read, "./-x"],
  // The last name stays, where it isn't followed by a step into it.
  ["in-link", read, "in-link"],
  ["in-link/", read, "src/"],
  ["in-link/.", read, "src/."],
  ["deep-link//", read, "src/deep/"],
  ["..a", read, "..a"],
  ["...", read, "..."],
  ["grüße.txt", read, "grüße.txt"],
  ["übung", read, "übung"],
  ["日本語/ファイル", read, "日本語/ファイル"],
  ["my dir/new file", write, "my dir/new file"],
  [long, read, long],
  [".git/config", read, ".git/config"],
  [".gitignore", write, ".gitignore"],
  [".github/x", write, ".github/x"],
  ["generated/bin", read, "generated/bin"],
  ["generated2/x", write, "generated2/x"],
  ["tools.d/a.yaml", read, "tools.d/a.yaml"],
  ["tools.d/readme.md", write, "tools.d/readme.md"],
  ["src/toolgen.yaml", write, "src/toolgen.yaml"],
  ["src/.toolgen/x", write, "src/.toolgen/x"],
  [".toolgen-notes", write, ".toolgen-notes"],
  ["/etc/hostname", { root: "any" }, "/etc/hostname"],
  ["../outside/secret", { root: "any" }, "../outside/secret"],
  ["BASE/outside/new", writeAny, "BASE/outside/new"],
  ["/dev/stdin", { root: "any" }, "/dev/stdin"],
  // What could be taken for something else begins with `./`.
  ["-rf", read, "./-rf"],
  ["-", read, "./-"],
  ["--help", write, "./--help"],
  ["@file", read, "./@file"],
  ["+x", read, "./+x"],
  [" a", read, "./ a"],
  ["\n", read, "./\n"],
  ["$(x)", read, "./$(x)"],
  ["host:path", read, "./host:path"],
  ["src/a:b", read, "./src/a:b"],
  ["😀", read, "./😀"],
  // A root that the program doesn't run in.
  ["d.csv", { root: "data", mustExist: true, type: "file" }, "BASE/data/d.csv"],
  ["-x", { root: "data" }, "BASE/data/-x"],
  ["BASE/data/sub", { root: "data" }, "BASE/data/sub"],
];

it.each(harmless)("passes %j on", (path, rule, gets) => {
  expect(passed(path, rule)).toBe(gets);
});

it("makes a path absolute where the program runs elsewhere than in its root", () => {
  expect(passed("src/a.ts", read, join(workspace, "src"))).toBe("BASE/work/src/a.ts");
  expect(passed("-x:y", read, join(workspace, "src"))).toBe("BASE/work/-x:y");
  expect(passed("x", { root: "any" }, join(workspace, "src"))).toBe("BASE/work/x");
  expect(passed("d.csv", { root: "data" }, join(base, "data"))).toBe("d.csv");
});

it("takes two ways to one folder for one folder", () => {
  expect(passed("src/a.ts", read, join(base, "work-link"))).toBe("src/a.ts");
});

it("leaves a root that links lead to, and what is beside every root, as they came", () => {
  const workspaceLink = join(base, "work-link");
  const rule: PathRule = { target: ["path"], access: "read", root: "workspace", type: "any", mustExist: false };
  const through = (path: string) =>
    checkPaths(
      definition({ paths: [rule], project }),
      { path },
      { workspace: workspaceLink, projectDir: workspaceLink, cwd: workspaceLink },
    );
  expect(through(`${workspaceLink}/src/a.ts`)).toEqual({ ok: true, params: { path: `${workspaceLink}/src/a.ts` } });
  expect(through("in-link/a.ts")).toEqual({ ok: true, params: { path: "src/a.ts" } });
  expect(passed("in-link/../x", { root: "any" })).toBe("in-link/../x");
});

it("judges every element of an array, and names it", () => {
  const result = check({ path: ["src/a.ts", "../x", "-y", ""] });
  expect(result.ok ? [] : sentencesOf(result).map((problem) => problem.split(":")[0])).toEqual(["`path[1]`", "`path[3]`"]);
  expect(check({ path: ["src/a.ts", "-y"] })).toEqual({ ok: true, params: { path: ["src/a.ts", "./-y"] } });
});

it("judges nested parameters, and leaves all else as it is", () => {
  const target = ["edits", "[]", "path"];
  const given = { edits: [{ path: "-a", text: "-b" }, { text: "../c" }, { path: null }], other: "../d" };
  expect(check(given, { target })).toEqual({
    ok: true,
    params: { edits: [{ path: "./-a", text: "-b" }, { text: "../c" }, { path: null }], other: "../d" },
  });
  expect(given.edits[0]?.path).toBe("-a");
  const refused = check({ edits: [{ path: "a" }, { path: "../x" }] }, { target });
  expect(refused.ok ? "" : sentencesOf(refused)[0]).toMatch(/^`edits\[1\]\.path`: "\.\.\/x" leads to /);
});

it("refuses a value that is not a text, whatever its schema accepts", () => {
  expect(inSentences(check({ path: 5 }))).toEqual({
    ok: false,
    code: "invalidArguments",
    problems: ["`path`: 5 is not a path: give a string."],
  });
  expect(check({ path: { a: "b" } }).ok).toBe(false);
});

it("passes over parameters that are absent", () => {
  expect(check({ other: 1 })).toEqual({ ok: true, params: { other: 1 } });
});

it("judges by a root that doesn't exist yet by its letters", () => {
  expect(passed("x", { root: "gone" })).toBe("BASE/gone/x");
  expect(passed("../x", { root: "gone" })).toContain("outside its root");
});

/** Where the system itself finds a path, if it does: as written, and with `..` taken by its letters. */
function realPlaces(path: string): readonly string[] {
  const written = path.startsWith("/") ? path : `${workspace}/${path}`;
  return [written, resolve(written)].flatMap((place) => {
    try {
      return [realpathSync.native(place)];
    } catch {
      return [];
    }
  });
}

it("never lets a path of hostile pieces out of its root", () => {
  const piece = fc.constantFrom(
    "..",
    ".",
    "",
    "src",
    "a.ts",
    "out-dir",
    "up",
    "deep-link",
    "back-in",
    "chain",
    "missing",
    ".git",
    "in-link",
    "root-link",
    "work",
  );
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 8 }), fc.boolean(), (pieces, absolute) => {
      const path = (absolute ? `${workspace}/` : "") + pieces.join("/");
      const result = check({ path });
      if (!result.ok) return;
      for (const place of realPlaces(path)) expect(place === workspace || place.startsWith(`${workspace}/`)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
