import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { missing } from "../../kit/needs.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

/** A real program, a call of the tool that its help becomes, and a part of what it prints. */
interface RealProgram {
  readonly words: readonly string[];
  /** Arguments of a call in the folder of `files`; without it, the tool is built and its example checked. */
  readonly call?: { readonly args: Readonly<Record<string, unknown>>; readonly prints: RegExp };
}

/** The files of the project in which the programs are called. */
const files = {
  "a.txt": "one\ntwo\nthree\n",
  "b.txt": "one\n2\nthree\n",
  "data.json": '{"b": 1, "a": [2]}\n',
  "folder/c.txt": "needle\n",
  "code.py": "import os\n",
};

const called = (line: string, args: Readonly<Record<string, unknown>>, prints: RegExp): RealProgram => ({
  words: line.split(" "),
  call: { args, prints },
});
const built = (line: string): RealProgram => ({ words: line.split(" ") });

/** Programs of Debian. Their option parsers: getopt, argp, clap, cobra, click, argparse, optparse and programs' own. */
const programs: readonly RealProgram[] = [
  called("git log", { quiet: true }, /first commit/),
  called("git diff", { stat: true, path: ["a.txt"] }, /a\.txt \|/),
  called("git status", { short: true }, /M a\.txt/),
  called("git grep", { pattern: "needle", files_with_matches: true }, /folder\/c\.txt/),
  called("git show", { object: ["HEAD"] }, /first commit/),
  called("rg", { pattern: "t(wo|hree)", line_number: true, path: ["b.txt"], sort: "path" }, /3:three/),
  called("grep", { patterns: "tw.", line_number: true, file: ["a.txt"] }, /2:two/),
  called("find", { path: ["."], name: "c.txt" }, /\.\/folder\/c\.txt/),
  called("sort", { reverse: true, file: ["a.txt"] }, /two\nthree\none/),
  called("ls", { file: ["folder"] }, /c\.txt/),
  called("du", { summarize: true, file: ["folder"] }, /\d+\s+folder/),
  called("df", { portability: true, file: ["."] }, /Filesystem/),
  called("wc", { lines: true, file: ["a.txt"] }, /^3 a\.txt/m),
  called("head", { lines: "1", file: ["a.txt"] }, /^one$/m),
  called("tail", { lines: "1", file: ["a.txt"] }, /^three$/m),
  called("cut", { characters: "1", file: ["a.txt"] }, /^o\nt\nt$/m),
  called("stat", { format: "%s", file: ["a.txt"] }, /^14$/m),
  called("sed", { quiet: true, script_only_if_no_other_script: "2p", input_file: ["a.txt"] }, /^two$/m),
  called("tar", { create: true, to_stdout: true, f: "-", file: ["a.txt"] }, /a\.txt/),
  called("gzip", { list: true, file: ["a.txt.gz"] }, /a\.txt/),
  called("xz", { list: true, file: ["a.txt.xz"] }, /a\.txt/),
  called("curl", { silent: true, url: "http://127.0.0.1:PORT/" }, /served/),
  called("jq", { c: true, jq_filter: ".a", file: ["data.json"] }, /\[2\]/),
  called("python3 -m json.tool", { sort_keys: true, compact: true, infile: "data.json" }, /\{"a":\[2\],"b":1\}/),
  called("fdfind", { pattern: "^c", type: ["f"] }, /folder\/c\.txt/),
  called("batcat", { plain: true, color: "never", file: ["a.txt"] }, /two/),
  called("flake8", { select: "F", file: ["code.py"] }, /F401/),
  called("file", { brief: true, file: ["data.json"] }, /JSON/),
  called("rsync", { list_only: true, src: ["folder/"] }, /c\.txt/),
  called("openssl dgst", { r: true, file: ["a.txt"] }, /[0-9a-f]{64}/),
  called("unzip", { l: true, arguments: ["a.zip"] }, /a\.txt/),
  // 161 MB on Debian, so CI doesn't install it.
  called("ffmpeg", { formats: true }, /matroska/),
  built("gh pr list"),
  built("gh issue create"),
  built("hyperfine"),
  built("flask run"),
  built("flask routes"),
  built("kubectl get"),
  built("docker ps"),
  built("pip list"),
  built("redis-cli"),
  built("haproxy"),
  built("wget"),
  built("zip"),
  built("ssh-keygen"),
  built("make"),
];

const server = spawn(process.execPath, [
  "-e",
  'require("http").createServer((_, answer) => answer.end("served")).listen(0, "127.0.0.1", function () { console.log(this.address().port); })',
]);
const port = once(server.stdout, "data").then(([text]) => String(text).trim());
afterAll(() => {
  server.kill();
});

/** A machine without some of the programs checks the others, and its run names what is missing. */
const present = programs.filter(({ words: [name = ""] }) => !missing(name));

/** A project in a Git repository with one commit and a change. */
function project(): string {
  const folder = projectOf({ ...files, "toolgen.yaml": "version: 1\n" });
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: folder, stdio: "pipe" });
  git("init", "-q");
  git("add", ...Object.keys(files));
  git("commit", "-q", "-m", "first commit");
  appendFileSync(join(folder, "a.txt"), "");
  execFileSync("gzip", ["-k", "a.txt"], { cwd: folder });
  if (present.some(({ words }) => words[0] === "xz")) execFileSync("xz", ["-k", "a.txt"], { cwd: folder });
  if (present.some(({ words }) => words[0] === "zip")) execFileSync("zip", ["-q", "a.zip", "a.txt"], { cwd: folder });
  return folder;
}

it("makes specs of real programs, which build, whose examples pass, and which run", async () => {
  const folder = project();
  const failures = present.flatMap(({ words }) => {
    const { status, stdout, stderr } = toolgen(folder, ["import", "cli", "--all", "--", ...words]);
    return status === 0 ? [] : [`${words.join(" ")}: ${status} ${stdout} ${stderr}`];
  });
  expect(failures).toEqual([]);
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0 });
  expect(toolgen(folder, ["test"]).stdout).toContain(`${present.length} passed, 0 failed`);
  appendFileSync(join(folder, "a.txt"), "four\n");
  const at = await port;
  const wrong = present.flatMap(({ words, call }) => {
    if (call === undefined) return [];
    if (!call.prints.source.includes("four")) execFileSync("git", ["checkout", "-q", "a.txt"], { cwd: folder });
    if (/diff|status/.test(words.join(" "))) appendFileSync(join(folder, "a.txt"), "four\n");
    const tool = words.join("_").replaceAll(/[^a-z0-9]+/g, "_");
    const { status, stdout, stderr } = toolgen(folder, ["call", tool, JSON.stringify(call.args).replace("PORT", at)]);
    return call.prints.test(stdout) ? [] : [`${tool}: ${status} ${stdout} ${stderr}`];
  });
  expect(wrong).toEqual([]);
  expect(readFileSync(join(folder, "folder/c.txt"), "utf8")).toBe("needle\n");
});

it("imports all of them again without a change", () => {
  const folder = project();
  const some = present.slice(0, 8);
  for (const { words } of some) toolgen(folder, ["import", "cli", "--all", "--", ...words]);
  for (const { words } of some)
    expect(toolgen(folder, ["import", "cli", "--", ...words])).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("= 1 spec unchanged"),
    });
});
