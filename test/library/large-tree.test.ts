import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { git } from "../kit/git.js";
import { missing } from "../kit/needs.js";
import { repeat } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { callToolWarm, libraryProject } from "./cases.js";

// What is found in a tree of thousands of files, beside what `grep -rn`, `git grep` and `git ls-files` find there.

let project: string;
let plain: string;
let repository: string;

const searchers = ["rg", "git", "grep"].filter((name) => !missing(name));

/** A folder for PATH with one program that searches. */
function pathWith(name: string): string {
  const folder = temporaryFolder();
  symlinkSync(execFileSync("which", [name], { encoding: "utf8" }).trim(), join(folder, name));
  return folder;
}

/** Each has 50 files. */
const folders = repeat({ usual: 60, soak: 200 });

/** Files that programs might read, name or leave out each in its own way. */
const oddities: Readonly<Record<string, string | Buffer>> = {
  "binary.ts": "const needle\0\n",
  "-dash.ts": "x\nconst needle // 2\n",
  "co:lon:3:x.ts": "const needle // 3\n",
  "sp ace 'and' \"quote\".ts": "const needle // 4",
  "back\\slash [x].ts": "const needle // 5\n",
  ".hidden/.x.ts": "const needle // 6\n",
  "node_modules/m/i.js": "const needle // 7\n",
  "crlf.ts": "one\r\nconst needle // 8\r\ntwo\r\n",
  "latin.txt": Buffer.from("größe const needle // ü\nß\n", "latin1"),
  "long.txt": `${"x".repeat(300_000)}const needle${"y".repeat(300_000)}\nconst needle // 9\n`,
  "empty.txt": "",
  "cr.txt": "const needle // 10\rconst needle // 11\r",
  "controls.txt": "a\u000Bconst needle // 12\f\u001B[31mb\n",
  ".ignore": "crlf.ts\n",
};

function makeTree(): string {
  const folder = temporaryFolder();
  for (let i = 0; i < folders; i++) {
    const below = join(folder, `part-${i % 20}`, `größe ${i}`);
    mkdirSync(below, { recursive: true });
    for (let j = 0; j < 50; j++) {
      const hit = (i * 50 + j) % 41 === 0 ? "  const needle = '草'; // no: 12:3\n" : "";
      writeFileSync(
        join(below, `f${j}.${j % 5 === 0 ? "md" : "ts"}`),
        `export {};\n${"line\n".repeat(j % 7)}${hit}last${j % 3 === 0 ? "" : "\n"}`,
      );
    }
  }
  for (const [path, text] of Object.entries(oddities)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync("a.ts", join(folder, "link.ts"));
  symlinkSync("part-1", join(folder, "linked"));
  return folder;
}

beforeAll(() => {
  project = libraryProject();
  plain = makeTree();
  repository = makeTree();
  git(repository, "init", "--quiet");
  writeFileSync(join(repository, ".gitignore"), "*.md\n/part-1/\nnode_modules\n");
  writeFileSync(join(repository, "part-2", ".gitignore"), "!*.md\nf1?.ts\n/größe 22/\n");
  writeFileSync(join(repository, "part-4", "größe 4", ".gitignore"), "f*\n!f4.ts\n");
});

/** `path:line:text` of all that the tool shows. */
async function found(workspace: string, params: object, path?: string): Promise<readonly string[]> {
  const all = { total_max_matches: 5000, context: 0, ...params };
  const { text, error } = await callToolWarm(project, "grep_search", all, { workspace, ...(path !== undefined && { path }) });
  expect(error).toBeUndefined();
  return (text ?? "")
    .split("\n---\n")
    .slice(1)
    .flatMap((block) => {
      const [head = "", ...lines] = block.replace(/\n?---$/, "").split("\n");
      return lines.map((line) => `${head.replace("File: ", "")}:${line.replace(/^L(\d+): /, "$1:")}`);
    })
    .sort();
}

const lines = (text: string) => text.trimEnd().split("\n").sort();

/** `path:line:text` of the output of a program that puts a NUL behind paths. It doesn't care about the encoding of files. */
const printed = (bytes: Buffer) =>
  lines(bytes.toString("utf8"))
    .map((line) => comparable(line.replace(/^(?:\.\/)?([^\0]*)\0(\d+)[:\0]/, "$1:$2:")))
    .sort();

/** A line without the end of its line, and its beginning alone where it is one that the tool cuts. */
const comparable = (line: string) => line.replace(/\r$/, "").slice(0, 1000);

const searches = [
  { params: { pattern: "const needle", case_sensitive: true, fixed_strings: true }, options: ["-F", "-e", "const needle"] },
  { params: { pattern: "\\bNEEDLE\\W+\\d" }, options: ["-P", "-i", "-e", "\\bNEEDLE\\W+\\d"] },
];

for (const name of searchers) {
  it.skipIf(missing("grep"))(`finds with ${name} alone what \`grep -rn\` finds, without ignore files`, async () => {
    const path = pathWith(name);
    for (const { params, options } of searches) {
      const env = { ...process.env, LC_ALL: "C" };
      const theirs = printed(execFileSync("grep", ["-rnIZ", "--exclude-dir=.git", ...options, "."], { cwd: plain, env }));
      expect(theirs.length).toBeGreaterThan(6);
      expect((await found(plain, params, path)).map(comparable).sort()).toEqual(theirs);
    }
  });

  it.skipIf(missing("git"))(`finds with ${name} alone what \`git grep\` finds, with ignore files`, async () => {
    const path = pathWith(name);
    for (const { params, options } of searches) {
      const theirs = printed(execFileSync("git", ["grep", "--untracked", "-nIz", ...options], { cwd: repository }));
      expect(theirs.length).toBeGreaterThan(6);
      expect((await found(repository, params, path)).map(comparable).sort()).toEqual(theirs);
    }
  });
}

it("finds files that `git ls-files` lists", async () => {
  const theirs = lines(
    git(repository, "-c", "core.quotePath=false", "ls-files", "--others", "--exclude-standard", "--", ":(glob)**/f*4.ts"),
  );
  const { text } = await callToolWarm(project, "glob", { pattern: "**/f*4.ts" }, { workspace: repository });
  const ours = (text ?? "")
    .split("\n")
    .slice(1)
    .map((path) => path.replace("{{workspace}}/", ""));
  expect(text).toContain(`Found ${theirs.length} file(s)`);
  expect(
    ours
      .slice(0, 1000)
      .sort()
      .filter((path) => !theirs.includes(path) && !path.startsWith("[")),
  ).toEqual([]);
});

it("says that nothing searches where no program does", async () => {
  expect((await callToolWarm(project, "grep_search", { pattern: "x" }, { workspace: plain, path: temporaryFolder() })).error).toContain(
    "install ripgrep",
  );
});
