import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { globList } from "../../library/files/glob-list.js";
import { plainNames } from "../../library/search/file-filter.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { callToolWarm, libraryProject } from "./cases.js";

// Globs as models write them where a relative one is asked for. Lists with commas are in the tables too, beside what others make of them.

let project: string;
let workspace: string;
let link: string;

beforeAll(() => {
  project = libraryProject();
  workspace = join(temporaryFolder(), "a [work] {space}");
  for (const path of ["src/a.ts", "src/deep/b.ts", "src/c.md", "lib/src/d.ts", "e.ts"]) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), "needle\n");
  }
  link = join(temporaryFolder(), "link");
  symlinkSync(workspace, link);
});

const foundBy = async (tool: string, params: object, path?: string): Promise<readonly string[]> => {
  const { text, error } = await callToolWarm(project, tool, params, { workspace, ...(path !== undefined && { path }) });
  return [...(error ?? text ?? "").matchAll(/[\w{}/]+\.(?:ts|md)(?= \(|$)/gm)].map(([name]) => name.replace("{{workspace}}/", "")).sort();
};

const search = (include_pattern: string, more: object = {}, path?: string) =>
  foundBy("grep_search", { pattern: "needle", include_pattern, names_only: true, ...more }, path);
const readMany = async (include: string, more: object = {}) => {
  const { text, error } = await callToolWarm(project, "read_many_files", { include: [include], ...more }, { workspace });
  return [...(error ?? text ?? "").matchAll(/^--- \{\{workspace\}\}\/(.*) ---$/gm)].map(([, name]) => name);
};

it("finds what an absolute glob means, by any name of the folder", async () => {
  for (const top of [workspace, link]) {
    expect(await search(`${top}/src/*.ts`)).toEqual(["src/a.ts"]);
    expect(await search(`${top}/src/**/*.ts`, { dir_path: "src" })).toEqual(["a.ts", "deep/b.ts"]);
    expect(await search(`${top}/src/*.md,${top}/*.ts`)).toEqual(["e.ts", "src/c.md"]);
    expect(await search(top)).toHaveLength(5);
    expect(await search(`${top}/src/deep`)).toEqual(["src/deep/b.ts"]);
    expect(await foundBy("glob", { pattern: `${top}/**/{a,b}.ts` })).toEqual(["src/a.ts", "src/deep/b.ts"]);
    expect(await foundBy("glob", { pattern: `${top}/src/a.ts` })).toEqual(["src/a.ts"]);
    expect(await readMany(`${top}/src/*.ts`)).toEqual(["src/a.ts"]);
    expect(await readMany(`${top}/src`)).toEqual(["src/a.ts", "src/c.md", "src/deep/b.ts"]);
    expect(await readMany(`${top}/src/`, { recursive: false })).toEqual(["src/a.ts", "src/c.md"]);
    expect(await readMany(top, { exclude: [`${top}/src/deep`, `${top}/lib/**`, `${top}/*.ts`] })).toEqual(["src/a.ts", "src/c.md"]);
    expect(await foundBy("list_directory", { dir_path: "src", ignore: [`${top}/src/*.md`] })).toEqual(["a.ts"]);
  }
});

it("takes a slash at the beginning for the folder itself where something is there by that name, as ignore files have it", async () => {
  expect(await search("/src/*.ts")).toEqual(["src/a.ts"]);
  expect(await search("/*.ts")).toEqual(["e.ts"]);
  expect(await foundBy("glob", { pattern: "/src/**" })).toEqual(["src/a.ts", "src/c.md", "src/deep/b.ts"]);
  expect(await readMany("/src/*", { exclude: ["/src/*.md", "/nowhere/**", "../**"] })).toEqual(["src/a.ts"]);
});

it("takes the name of a folder for all below it", async () => {
  for (const glob of ["src", "src/", "./src", "/src"]) expect(await search(glob), glob).toEqual(["src/a.ts", "src/c.md", "src/deep/b.ts"]);
  expect(await readMany("src, *.ts", { recursive: false })).toEqual(["e.ts", "src/a.ts", "src/c.md"]);
  expect(await search("*", { dir_path: "src/c.md" })).toEqual(["c.md"]);
});

it("says of a glob that leads out what to write", async () => {
  const out = async (tool: string, params: object) => (await callToolWarm(project, tool, params, { workspace })).error;
  for (const glob of ["/nowhere/*.ts", "../*.ts", `${workspace}/../*.ts`, `${dirname(workspace)}/other/*.ts`]) {
    const said = `The glob '${glob.replace(workspace, "{{workspace}}")}' leads out of {{workspace}}: write one that counts from that folder, or give another folder.`;
    expect(await out("grep_search", { pattern: "x", include_pattern: glob })).toBe(said);
    expect(await out("glob", { pattern: glob })).toBe(said);
    expect(await out("read_many_files", { include: [glob] })).toBe(said);
  }
});

it("says nothing of a place that can't be looked at", async () => {
  symlinkSync("loop", join(workspace, "loop"));
  for (const place of ["loop", "x".repeat(300), `src/${"y".repeat(300)}`]) {
    const found = (tool: string, params: object) => callToolWarm(project, tool, params, { workspace });
    expect((await found("glob", { pattern: `${place}/*.ts` })).text, place).toMatch(
      /^No files found matching pattern .* Files in folders further below /,
    );
    expect((await found("search_file_content", { pattern: "needle", include_pattern: `${place}/*.ts` })).text, place).toMatch(
      /^No matches found .*"\)\.$/,
    );
    expect(await found("read_many_files", { include: [`${place}/*.ts`] }), place).toEqual({
      text: "No files matching the criteria were found or all were skipped.",
    });
  }
});

it("takes out what stands behind !, with all below it where that is a folder", async () => {
  for (const out of ["!src", "!src/", "!src/**"]) expect(await foundBy("glob", { pattern: `**/*.ts,${out},!lib` }), out).toEqual(["e.ts"]);
  expect(await search("*.ts,!src")).toEqual(["e.ts"]);
  expect(await search("*.ts,!./src,!deep")).toEqual(["e.ts", "lib/src/d.ts"]);
  expect(await search(`*.ts,!${workspace}/src/deep`)).toEqual(["e.ts", "lib/src/d.ts", "src/a.ts"]);
  expect(await search("!*.ts")).toEqual(["src/c.md"]);
  expect(await foundBy("glob", { pattern: "!*.ts" })).toEqual(["src/c.md"]);
  expect(await readMany("!*.ts")).toEqual(["src/c.md"]);
  const include = ["src", "!deep"];
  expect((await callToolWarm(project, "read_many_files", { include }, { workspace })).text).not.toContain("b.ts");
});

it("leaves in what stands behind ! among what is left out", async () => {
  const listed = (...ignore: readonly string[]) => foundBy("list_directory", { dir_path: "src", ignore });
  for (const ignore of [["*.*,!a.ts"], ["*.*", "!a.ts"], ["!a.ts"]]) expect(await listed(...ignore)).toEqual(["a.ts"]);
  for (const exclude of [["**,!src/deep"], ["**/*", "!deep"], ["!b.ts"]])
    expect(await readMany("**", { exclude })).toEqual(["src/deep/b.ts"]);
});

it("leaves out nothing by a glob that names the folder that is listed", async () => {
  const listed = (...ignore: readonly string[]) => foundBy("list_directory", { dir_path: "src", ignore });
  for (const glob of ["./", ".", `${workspace}/src`, `${workspace}/src/`]) expect(await listed(glob), glob).toEqual(["a.ts", "c.md"]);
});

const where = (name: string) => spawnSync("which", [name], { encoding: "utf8" }).stdout.trim();

it.each(["rg", "git", "grep"])("finds the same of lists with commas with %s", async (name) => {
  const program = where(name);
  if (program === "") return;
  const path = temporaryFolder();
  symlinkSync(program, join(path, name));
  writeFileSync(join(workspace, "f,g h.ts"), "needle\n");
  const found = (glob: string) => search(glob, {}, path);
  expect(await found("*.md,e.*")).toEqual(["e.ts", "src/c.md"]);
  expect(await found("src/*.ts, lib/**/{d,e}.ts")).toEqual(["lib/src/d.ts", "src/a.ts"]);
  expect(await found("*.ts,!src/**,!h.ts")).toHaveLength(3);
  expect(await found("f,g *.ts")).toEqual(["h.ts"]);
});

it.each([".git/x", "plain"])("searches a folder that looks like a bare repository, beside %s, without ripgrep", async (beside) => {
  const outer = temporaryFolder();
  const bare = join(outer, "looks-bare");
  for (const path of [join(outer, beside), join(bare, "HEAD"), join(bare, "objects/a"), join(bare, "refs/a"), join(bare, "e.ts")]) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, path.endsWith("HEAD") ? "ref: refs/heads/main\n" : "needle\n");
  }
  if (beside !== "plain") expect(spawnSync("git", ["init", "-q", outer]).status).toBe(0);
  const path = temporaryFolder();
  for (const name of ["git", "grep"]) symlinkSync(where(name), join(path, name));
  const { text, error } = await callToolWarm(project, "grep_search", { pattern: "needle" }, { workspace: bare, path });
  expect(error).toBeUndefined();
  expect(text).toContain("e.ts");
});

it("reads lists, and takes no comma in brackets or behind a backslash for one", () => {
  const wanted = (glob: string) => globList(glob).wanted;
  expect(wanted("*.ts,  *.tsx ,")).toEqual(["*.ts,  *.tsx ,", "*.ts", "*.tsx"]);
  for (const glob of ["{a,b}.ts", "[a,b]", "@(a,b)", "a\\,b", "a[,b", "!(a).ts", ",", "", "a\\"])
    expect(wanted(glob), glob).toEqual([glob]);
  expect(globList("/a/*,/b/*")).toEqual({ wanted: ["/a/*", "/b/*"], unwanted: [] });
  expect(globList("a,!b")).toEqual({ wanted: ["a"], unwanted: ["b"] });
  expect(globList("!a,!b")).toEqual({ wanted: ["**"], unwanted: ["a", "b"] });
  expect(globList("!a.ts")).toEqual({ wanted: ["**"], unwanted: ["a.ts"] });
  expect(globList("a,!(b)")).toEqual({ wanted: ["a,!(b)", "a", "!(b)"], unwanted: [] });
  expect(globList(["a", "!b"])).toEqual({ wanted: ["a"], unwanted: ["b"] });
  expect(globList([])).toEqual({ wanted: [], unwanted: [] });
});

it("chooses files by names that hold for all that a list means", () => {
  expect(plainNames("*.ts, lib/*.{js,jsx}", workspace)).toEqual(["*.js", "*.jsx", "*.ts"]);
  expect(plainNames("a,b.ts", workspace)).toEqual(["a?b.ts", "a", "b.ts"]);
  for (const glob of ["src", "*.ts,src", `${workspace}/src`, "[ab].ts", "**", "*.ts,@(a|b)"])
    expect(plainNames(glob, workspace), glob).toEqual([]);
});
