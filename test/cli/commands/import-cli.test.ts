import { execFile, execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { findLocalCommand } from "../../../src/cli/import/local-command.js";
import { helpTimeoutMs, readProgramHelp } from "../../../src/cli/import/read-program-help.js";
import { projectOf } from "../../kit/project.js";
import { program, toolgen } from "../../kit/toolgen.js";

const help = `Usage: tidy [OPTION]... [FILE]...
Tidy each FILE.

Mandatory arguments to long options are mandatory for short options too.
  -w, --width=NUM    wrap lines at NUM columns
  -q, --quiet        print nothing
`;

/** A project, and a folder on PATH with programs that are scripts. */
function projectWith(programs: Readonly<Record<string, string>>) {
  const project = projectOf({ "toolgen.yaml": "version: 1\n" });
  const bin = join(project, "bin");
  mkdirSync(bin);
  const setProgram = (name: string, script: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  for (const [name, script] of Object.entries(programs)) setProgram(name, script);
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const run = (...args: readonly string[]) => toolgen(project, args, { env });
  return {
    project,
    setProgram,
    run,
    importing: (...args: readonly string[]) => run("import", "cli", ...args),
    read: (file: string) => readFileSync(join(project, file), "utf8"),
    write: (file: string, text: string) => writeFileSync(join(project, file), text),
  };
}

const printing = (text: string) => `cat <<'END'\n${text}END`;
/** A program with its help, which runs as it says. */
const tidy = (text = help) => `if [ "$1" = --help ]; then\n${printing(text)}\nelse echo "tidied: $*"; fi`;

it("writes a spec that builds, whose example passes, and that runs", () => {
  const { importing, read, run } = projectWith({ tidy: tidy() });
  const { status, stdout, stderr } = importing("tidy");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toBe("  + tools.d/tidy/tidy.yaml  tidy, tidy\n\nNext:\n  toolgen build\n  toolgen test\n");
  expect(read("tools.d/tidy/tidy.yaml")).toBe(`# yaml-language-server: $schema=../../.toolgen/spec.schema.json
# Imported from 'tidy --help'. The next import keeps your edits.
name: tidy
description: Tidy each FILE. Runs tidy.
# guessed: a help text doesn't say what a program changes. A program that only reads is 'read'
kind: other
toolsets: [ tidy ]
schema:
  properties:
    file: { type: array, items: { type: string } }
    width: { type: integer, description: Wrap lines at NUM columns }
    quiet: { type: boolean, description: Print nothing }
# guessed from the names and descriptions
paths: { file: readWrite }
command: [ tidy, "--width={{width}}", "{{#if quiet}}--quiet{{/if}}", --, "{{#each file}}{{this}}{{/each}}" ]
examples: [ { name: the command, params: { file: [ a.txt ] }, expect: { argv: [ tidy, --, a.txt ] } } ]
`);
  expect(run("build").status).toBe(0);
  expect(run("test").stdout).toContain("1 passed, 0 failed");
  expect(run("explain", "tidy").stdout).toContain("moderate");
  const called = run("call", "tidy", '{"width": 3, "quiet": true, "file": ["b c"]}');
  expect(called.stdout).toContain("tidied: --width=3 --quiet -- b c");
});

it("writes nothing in a dry run, and reports as JSON", () => {
  const { importing, project } = projectWith({ tidy: tidy(help.replace("print nothing", "print nothing\n      --exec=CMD     run it")) });
  expect(JSON.parse(importing("tidy", "--dry-run", "--json").stdout)).toEqual({
    dryRun: true,
    files: [{ path: "tools.d/tidy/tidy.yaml", tool: "tidy", command: "tidy", action: "create", conflicts: [] }],
    leftOut: [],
    notes: [{ command: "tidy", note: "Left out: --exec: its value seems to be a program or code, by its name." }],
  });
  expect(existsSync(join(project, "tools.d"))).toBe(false);
});

it("merges a later help into edited specs, and keeps other commands of the program", () => {
  const fleet = (more = "") =>
    `case "$1" in list) ${printing(`Usage: fleet list [OPTION]...\nList ships.\n\n  --all      all of them\n  --limit=N  how many\n${more}`)}\n;; *) ${printing("Usage: fleet sink [OPTION]...\nSink ships.\n\n  --all   all of them\n  --fast  soon\n")}\nesac`;
  const { importing, read, write, setProgram } = projectWith({ fleet: fleet() });
  expect(importing("fleet", "list").status).toBe(0);
  expect(importing("fleet", "sink").status).toBe(0);
  const file = "tools.d/fleet/fleet-list.yaml";
  write(
    file,
    read(file)
      .replace("kind: other", "kind: read # it only lists")
      .replace("description: List ships. Runs fleet list.", "description: Lists the ships."),
  );
  setProgram("fleet", fleet("  --state=NAME  which ones\n").replace("how many", "how many of them"));
  expect(importing("fleet", "list")).toMatchObject({ status: 0 });
  const merged = read(file);
  expect(merged).toContain("kind: read # it only lists");
  expect(merged).toContain("description: Lists the ships.");
  expect(merged).toContain("How many of them");
  expect(merged).toContain("--state={{state}}");
  expect(Object.keys(JSON.parse(read("tools.d/fleet/.import.json")).tools)).toEqual(["fleet list", "fleet sink"]);
});

it("asks to choose among many options, and remembers the choice", () => {
  const many = Array.from({ length: 60 }, (_, n) => `      --option-${n}=N  number ${n}\n`).join("");
  const { importing, read } = projectWith({ tidy: tidy(`Usage: tidy [OPTION]...\nTidy.\n\n${many}`) });
  expect(importing("tidy")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("has 60 options, more than a model can choose among"),
  });
  expect(importing("tidy", "--option", "option-7", "--option", "--option-9").status).toBe(0);
  const file = "tools.d/tidy/tidy.yaml";
  expect(read(file)).toContain('--option-7={{option_7}}", "--option-9={{option_9}}"');
  expect(importing("tidy")).toMatchObject({ status: 0, stdout: expect.stringContaining("= 1 spec unchanged") });
  expect(importing("tidy", "--option", "optoin-7")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("Did you mean '--option-7'?"),
  });
  expect(importing("tidy", "--all").status).toBe(0);
  expect(read(file)).toContain("--option-59");
});

it("runs the program with --help alone: without a shell, input, terminal, the project and its home", () => {
  const log = `printf '%s|' "$0" "$@" "$TERM" "$PAGER" "$HOME" "$PWD" > "$(dirname "$0")/log"; cat >> "$(dirname "$0")/log"; ls -A >> "$(dirname "$0")/log"`;
  const { importing, read, project } = projectWith({ tidy: `${log}\n${printing(help)}` });
  expect(importing("tidy").status).toBe(0);
  const [, ...args] = read("bin/log").split("|");
  expect(args.slice(0, 3)).toEqual(["--help", "dumb", "cat"]);
  expect(args[3]).toContain("toolgen-help-");
  expect(args[4]).toBe(args[3]);
  expect(args[4]).not.toContain(project);
  expect(args[5]).toBe("");
  expect(existsSync(args[3] ?? "")).toBe(false);
});

it("tries -h only if the program names it, and never runs a program without arguments", () => {
  const record = `echo "$#:$*" >> "$(dirname "$0")/log"`;
  const { importing, read, project } = projectWith({
    a: `${record}; if [ "$1" = -h ]; then ${printing(help.replaceAll("tidy", "a"))}\nelse echo "a: try a -h" >&2; exit 2; fi`,
    b: `${record}; echo "b: no such option" >&2; exit 2`,
    shutdown: `${record}; echo "try -h" >&2; exit 2`,
  });
  expect(importing("a").status).toBe(0);
  expect(read("bin/log")).toBe("1:--help\n1:-h\n");
  rmSync(join(project, "bin/log"));
  expect(importing("b")).toMatchObject({ status: 2, stderr: expect.stringContaining("printed no help") });
  expect(importing("shutdown").status).toBeLessThanOrEqual(2);
  expect(read("bin/log")).toBe("1:--help\n1:--help\n");
});

it("ends a program that doesn't stop, and one that prints without end", async () => {
  const { importing, project } = projectWith({ loud: "exec yes", slow: "exec sleep 600" });
  expect(importing("loud")).toMatchObject({ status: 2, stderr: expect.stringContaining("printed no help") });
  const environment = { PATH: `${join(project, "bin")}:${process.env.PATH}` };
  const { signal } = new AbortController();
  await expect(readProgramHelp({ words: ["slow"], environment, signal, timeoutMs: 100 })).rejects.toThrow("printed no help");
  expect(helpTimeoutMs).toBe(10_000);
});

it("names the commands of a program that has some", () => {
  const { importing, setProgram } = projectWith({
    fleet: printing("Usage: fleet <command> [options]\n\nCommands:\n  list   List ships\n  sink   Sink ships\n"),
  });
  expect(importing("fleet")).toMatchObject({ status: 2, stderr: expect.stringContaining("Commands: list, sink.") });
  setProgram(
    "fleet",
    printing(
      "usage: fleet [-h] [--db DB] {add,drop} ...\n\npositional arguments:\n  {add,drop}\n    add       Add one\n    drop      Drop one\n\noptions:\n  -h, --help  show this help message and exit\n",
    ),
  );
  expect(importing("fleet")).toMatchObject({ status: 2, stderr: expect.stringContaining("Commands: add, drop.") });
});

it("runs no command for a completion script whose description doesn't speak of a shell", () => {
  const text = `${help}\nCommands:\n  completion  Complete a text by the model\n`;
  const { importing, read } = projectWith({ tidy: `echo "$@" >> "$0.log"\n${printing(text)}` });
  importing("tidy");
  expect(read("bin/tidy.log")).not.toContain("completion");
});

it("asks for a completion script where the help names one, and reads installed ones without running them", () => {
  const fish = "complete -c tidy -s w -l width -r -d 'x'\ncomplete -c tidy -s q -l quiet -x -a 'loud silent'\n";
  const text = `${help.replace("=NUM", "")}\nCommands:\n  completion  Print a script for a shell\n`;
  const printer = `echo "$@" >> "$0.log"\nif [ "$1" = completion ]; then\n${printing(fish)}\nelse\n${printing(text)}\nfi`;
  const { project, importing, read, setProgram } = projectWith({ tidy: printer });
  expect(importing("tidy").status).toBe(0);
  const spec = read("tools.d/tidy/tidy.yaml");
  expect(spec).toContain("# Imported from 'tidy --help' and 'tidy completion fish'.");
  expect(spec).toContain("width: { type: string, description: Wrap lines at NUM columns }");
  expect(spec).toContain('quiet: { type: string, description: "Print nothing. Such as: loud, silent." }');
  expect(read("bin/tidy.log")).toBe("--help\ncompletion fish\n");
  // An installed script is enough, and a name that the help doesn't have is never tried.
  mkdirSync(join(project, "share", "bash-completion", "completions"), { recursive: true });
  const bash = "case $prev in\n  -w|--width)\n    COMPREPLY=( $(compgen -W 'wide narrow') )\n    ;;\nesac\n";
  writeFileSync(join(project, "share", "bash-completion", "completions", "fold2"), bash);
  setProgram("fold2", `echo "$@" >> "$0.log"\n${printing(help.replaceAll("tidy", "fold2"))}`);
  expect(importing("fold2").status).toBe(0);
  expect(read("tools.d/fold2/fold2.yaml")).toMatch(/bash-completion\/completions\/fold2'[\s\S]*Such as: wide, narrow/);
  expect(read("bin/fold2.log")).toBe("--help\n");
});

const script = (call: string) => `import argparse
p = argparse.ArgumentParser(prog=${call}, description="Print a report of a file.")
p.add_argument("file")
p.add_argument("--lines", type=int)
print(open(p.parse_args().file).read())
`;

it("imports scripts of the project by their paths, which work from the spec's folder", () => {
  const { importing, project, read, write, run } = projectWith({});
  mkdirSync(join(project, "scripts"));
  write("scripts/report.py", script("None"));
  write(
    "scripts/main.js",
    `if (process.argv[2] === "--help") console.log("Usage: main [--deep] FILE");\nelse console.log(process.argv.slice(2));`,
  );
  write("scripts/greet", `#!/bin/sh\n${tidy("Usage: greet [--loud] NAME\n")}\n`);
  chmodSync(join(project, "scripts/greet"), 0o755);
  write("a.txt", "hello");
  for (const [words, file, start] of [
    [["./scripts/report.py"], "report", 'python3, "{{@specDir}}/../../scripts/report.py"'],
    [["scripts/main.js"], "scripts", 'node, "{{@specDir}}/../../scripts/main.js"'],
    [["scripts/greet"], "greet", '"{{@specDir}}/../../scripts/greet"'],
    [["--out", "tools.d/deep/er", "--", "node", "scripts/main.js"], "deep/er", '"{{@specDir}}/../../../scripts/main.js"'],
  ] as const) {
    expect(importing(...words)).toMatchObject({ status: 0, stderr: "" });
    const [name = ""] = readdirSync(join(project, "tools.d", file)).filter((one) => one.endsWith(".yaml"));
    const text = read(`tools.d/${file}/${name}`);
    expect(text).toContain(start);
    expect(text).not.toContain(project);
  }
  expect(run("build").status).toBe(0);
  expect(run("test")).toMatchObject({ status: 0 });
  const called = execFileSync(join(project, "generated/bin/call"), ["report"], { cwd: project, input: '{"file":"a.txt"}' });
  expect(called.toString()).toContain("hello");
});

it("doesn't run a script that doesn't read --help, and names what isn't in the project", () => {
  const { importing, project, write } = projectWith({});
  write("deploy.sh", "#!/bin/sh\necho done > deployed\n");
  expect(importing("./deploy.sh")).toMatchObject({ status: 2, stderr: expect.stringContaining("'deploy.sh' doesn't read --help") });
  expect(existsSync(join(project, "deployed"))).toBe(false);
  for (const path of ["./none.sh", "/bin/ls", "../x.sh"])
    expect(importing(path)).toMatchObject({ status: 2, stderr: expect.stringContaining(`'${path}' is not a file of the project`) });
});

it("makes no tool that would do nothing", () => {
  const topics =
    'Run "tidy --help=topic" for help on a topic.\n\nTopics:\n  files: work with files\n  usage: basic invocation\n  pages: select pages\n';
  const foreign = "Run a command\n\nUsage:\nother exec -- <pkg> [args...]\n\nOptions:\n  --package NAME  which\n  --quiet  say less\n";
  const verbs = "Usage: tidy [flags] {verb} [verb-dependent options ...] {file}\n\nFlags:\n  --csv  read CSV\n  --json  read JSON\n";
  const { importing, setProgram } = projectWith({ tidy: printing(topics) });
  expect(importing("tidy")).toMatchObject({ status: 2, stderr: expect.stringContaining("printed no help that toolgen can read") });
  setProgram("tidy", printing(foreign));
  expect(importing("tidy")).toMatchObject({ status: 1, stdout: expect.stringContaining("that of another command, 'other exec -- <pkg>") });
  setProgram("tidy", printing(verbs));
  expect(importing("tidy")).toMatchObject({ status: 2, stderr: expect.stringContaining("has commands of its own") });
});

it("refuses what isn't the name of a program on PATH", () => {
  const { importing } = projectWith({});
  expect(importing("./bin/x")).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("'./bin/x' is not a file of the project"),
  });
  expect(importing("no-such-program-here")).toMatchObject({ status: 2, stderr: expect.stringContaining("There is no program") });
  expect(importing("ls", "a\nb")).toMatchObject({ status: 2 });
});

it("loses no record where several imports write to one folder at once", async () => {
  const commands = ["list", "sink", "sail"];
  const { project, read } = projectWith({
    // All of them read the record before one writes it.
    fleet: `touch "$(dirname "$0")/$1.read"; for n in $(seq 100); do [ $(ls "$(dirname "$0")" | grep -c read) = 3 ] && break; sleep 0.1; done; echo "Usage: fleet $1 [OPTION]..."; echo "Do $1."; echo; echo "  --all  all of them"`,
  });
  const env = { ...process.env, PATH: `${join(project, "bin")}:${process.env.PATH}` };
  const importing = (word: string) =>
    promisify(execFile)(process.execPath, [program, "import", "cli", "fleet", word, "--out", "tools.d/fleet"], { cwd: project, env });
  await Promise.all(commands.map(importing));
  const { tools, options } = JSON.parse(read("tools.d/fleet/.import.json"));
  const origins = commands.map((word) => `fleet ${word}`).sort();
  expect(Object.keys(tools).sort()).toEqual(origins);
  expect(Object.keys(options.commands).sort()).toEqual(origins);
  expect(existsSync(join(project, ".toolgen/cache/import.lock"))).toBe(false);
});

it("doesn't mix its specs with those of another import", () => {
  const { importing, run, project } = projectWith({ tidy: tidy() });
  writeFileSync(
    join(project, "api.json"),
    JSON.stringify({
      openapi: "3.1.0",
      info: { title: "x", version: "1" },
      servers: [{ url: "https://x.example.com" }],
      paths: { "/a": { get: { responses: { 204: {} } } } },
    }),
  );
  expect(run("import", "openapi", "api.json", "--out", "tools.d/tidy").status).toBe(0);
  expect(importing("tidy")).toMatchObject({ status: 2, stderr: expect.stringContaining("tools.d/tidy has the specs of 'import openapi'") });
  expect(readdirSync(join(project, "tools.d/tidy")).sort()).toEqual(
    [".import.json", "get-a.yaml", "list-a.yaml"].filter((file) => existsSync(join(project, "tools.d/tidy", file))),
  );
});

it.each([
  ["#!/bin/sh\n. ./helper.sh; helper\n", false],
  ["#!/bin/sh\n# usage: see --help\necho disk usage\n", false],
  ["#!/bin/sh\ndf -h | mail -s help Author\n", false],
  ["#!/bin/sh\nnpm run x --helpful\n", false],
  ["button.addEventListener('click', () => fire());\n/**\n * from yargs\n */\n", false],
  ['case "$1" in -h|--help) echo usage;; esac\n', true],
  ["import sys, argparse\n", true],
  ["@cli\ndef f(): pass\nfrom click import command\n", true],
  ['import { program } from "commander";\n', true],
  ['import (\n  "flag"\n)\nfunc main() { flag.Parse() }\n', true],
  ['require "thor"\n', true],
  ["while getopts ab o; do :; done\n", true],
] as const)("knows whether a script reads --help: %j", async (text, reads) => {
  const { project, write } = projectWith({});
  write("x.sh", text);
  const found = findLocalCommand(["./x.sh"], { cwd: project, root: project });
  await (reads ? expect(found).resolves.toBeDefined() : expect(found).rejects.toThrow("doesn't read --help"));
});

it.each([
  ["#!/usr/bin/env node", ["node"]],
  ["#!/usr/bin/env -S node --no-warnings", ["node", "--no-warnings"]],
  ["#!/usr/bin/env -S NODE_ENV=x node", ["env", "NODE_ENV=x", "node"]],
  ["#!/usr/bin/env -S 'node' -x", ["env", "-S", "'node' -x"]],
  ["#!/usr/bin/perl -w\r", ["perl", "-w"]],
  ["", ["sh"]],
] as const)("runs a script by its first line, with the options in it: %j", async (line, words) => {
  const { project, write } = projectWith({});
  write("x.sh", `${line}\n"--help"\n`);
  const found = await findLocalCommand(["./x.sh"], { cwd: project, root: project });
  expect(found?.words).toEqual([...words, join(project, "x.sh")]);
});
