import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { wantsColor } from "../../src/cli/io/terminal.js";
import { createProgram } from "../../src/cli/parser/program.js";
import { memoryTerminal } from "../kit/memory-terminal.mjs";
import { brokenTool, projectOf, sayTool } from "../kit/project.js";
import { sampled } from "../kit/repeat.js";
import { toolgen } from "../kit/toolgen.js";
import { toolgenProcess } from "../kit/toolgen-process.js";

const program = createProgram(
  () => memoryTerminal({ folder: "/" }).terminal,
  () => {},
);
const commands = program.commands.map((command) => command.name()).filter((name) => name !== "help");
const root = fileURLToPath(new URL("../..", import.meta.url));

it.each(commands)("has a sentence and two examples in the help of %s", (command) => {
  const { status, stdout, stderr } = toolgen("/", [command, "--help"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/\n\n[A-Z][^:]*(?:: [^:]*)?\.\n\n/);
  expect(stdout.match(new RegExp(`^ {2}\\$ .*toolgen ${command}`, "gm"))?.length).toBeGreaterThanOrEqual(2);
});

it("tells who meant a switch that --project takes a folder", () => {
  const { status, stderr } = toolgen("/", ["install", "claude", "--project", "--yes"]);
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: expect.stringContaining("'install' changes the project's settings unless --user"),
  });
});

it("refuses an empty --project, which is mostly a variable that isn't set", () => {
  const { status, stderr } = toolgen("/", ["build", "--project", ""]);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining("It is empty. Name a folder, or '.'") });
});

it.each([
  [["import", "mcp"], "import mcp"],
  [["policy", "why"], "policy why"],
  [["import", "nothing"], "import"],
])("names the help of the command itself after the mistake in %j", (args, command) => {
  const { status, stderr } = toolgen("/", args);
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining(`Run 'toolgen ${command} --help'`) });
});

it("lists its commands and prints its version", () => {
  const { stdout } = toolgen("/", ["--help"]);
  for (const command of commands) expect(stdout).toMatch(new RegExp(`^ {2}${command} `, "m"));
  const { version } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));
  for (const option of ["--version", "-V"]) expect(toolgen("/", [option])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
});

it("says the first step in the first lines of its help, and lists every command in a group", () => {
  const { stdout } = toolgen("/", ["--help"]);
  expect(stdout.split("\n").slice(0, 6).join("\n")).toContain("Run 'toolgen init' in a folder");
  const headings = stdout.match(/^\S.*:$/gm);
  expect(headings).toEqual([
    "Options:",
    "Begin:",
    "Write tools:",
    "Connect agent clients:",
    "Call tools:",
    "See what calls may do, and did:",
    "This machine:",
  ]);
  expect(toolgen("/", ["help", "build"]).stdout).toBe(toolgen("/", ["build", "--help"]).stdout);
});

it("has --json on every command that prints something, and keeps --format json where it was", () => {
  const without = commands.filter(
    (name) => !program.commands.find((command) => command.name() === name)?.options.some(({ long }) => long === "--json"),
  );
  // The first only has commands of its own, the next three serve, the last prints a script.
  expect(without).toEqual(["import", "lsp", "mcp", "dev", "completion"]);
  expect(toolgen("/", ["import", "openapi", "--help"]).stdout).toContain("--json");
  const folder = projectOf({ "tools.d/say.yaml": brokenTool });
  for (const command of ["build", "check"]) {
    const answer = toolgen(folder, [command, "--json"]);
    expect(answer).toEqual(toolgen(folder, [command, "--format", "json"]));
    expect(JSON.parse(answer.stdout)).toHaveLength(2);
  }
});

it("prints what a call came to as one JSON object", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  const json = (...args: string[]) => {
    const { status, stdout, stderr } = toolgen(folder, ["call", "say", ...args, "--json"]);
    expect(stderr).toBe("");
    return { status, ...JSON.parse(stdout) };
  };
  expect(json('{"text": "a"}')).toEqual({ status: 0, tool: "say", exitCode: 0, stdout: "a/1\n", stderr: "" });
  expect(json("{}")).toMatchObject({ status: 2, exitCode: 2, stdout: "", stderr: expect.stringContaining("say was not run") });
  expect(json("{")).toMatchObject({ status: 2, exitCode: 2, stderr: expect.stringContaining("not valid JSON") });
});

it.each([
  [["biuld"], "Did you mean build?"],
  [["build", "--chekc"], "Did you mean --check?"],
  [["build", "--format", "xml"], "Allowed choices are pretty, json, github, sarif, junit."],
  [["call"], "missing required argument 'tool'"],
  [["list", "too", "many"], "too many arguments"],
  [[], "Usage: toolgen"],
])("answers a mistake on the command line, %j, with a hint and 2", (args, hint) => {
  const { status, stdout, stderr } = toolgen("/", args);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(hint);
  expect(stderr).toContain("--help");
});

it("exits with 2 if the project is not a folder", () => {
  for (const args of [["build"], ["check"], ["list"], ["call", "say", "{}"]]) {
    const { status, stdout, stderr } = toolgen("/", [...args, "--project", "no/such/folder"]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr).toContain("There is no folder 'no/such/folder'.");
  }
});

it("colours for a terminal, unless it is told otherwise", () => {
  const ask = (asked: boolean | undefined, environment: Record<string, string>, isTerminal: boolean) =>
    wantsColor({ asked, environment, isTerminal });
  expect(ask(undefined, { TERM: "xterm" }, true)).toBe(true);
  expect(ask(undefined, { TERM: "xterm" }, false)).toBe(false);
  expect(ask(undefined, { NO_COLOR: "1" }, true)).toBe(false);
  expect(ask(undefined, { TERM: "linux", NO_COLOR: "" }, true)).toBe(true);
  expect(ask(undefined, { FORCE_COLOR: "1" }, false)).toBe(true);
  expect(ask(undefined, { FORCE_COLOR: "0" }, true)).toBe(false);
  expect(ask(true, { NO_COLOR: "1" }, false)).toBe(true);
  expect(ask(false, { FORCE_COLOR: "1" }, true)).toBe(false);
});

it("colours diagnostics when it is forced to and never otherwise", () => {
  const folder = projectOf({ "tools.d/say.yaml": brokenTool });
  expect(toolgen(folder, ["check"]).stderr).not.toContain("\u001b[");
  expect(toolgen(folder, ["check"], { env: { FORCE_COLOR: "1" } }).stderr).toContain("\u001b[");
  expect(toolgen(folder, ["check", "--color"]).stderr).toContain("\u001b[");
  expect(toolgen(folder, ["check", "--no-color"], { env: { FORCE_COLOR: "1" } }).stderr).not.toContain("\u001b[");
});

it("is quiet when the reader of its output goes away", () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  const script = `{ "$0" "$1" schema; echo "status $?" >&2; } | head -c 1`;
  const { stderr, stdout } = spawnSync("sh", ["-c", script, process.execPath, `${root}/dist/cli/main.js`], {
    cwd: folder,
    encoding: "utf8",
  });
  expect({ stdout, stderr }).toEqual({ stdout: "{", stderr: "status 0\n" });
});

const printing = ["--help", "build", "build --check", "check --format json", "list", "explain say", "schema", 'call say \'{"text": "a"}\''];

it.runIf(existsSync("/dev/full")).each(sampled(printing, { usual: 3 }))(
  "says in one line that its output can't be written, for %s",
  (args) => {
    const folder = projectOf({ "tools.d/say.yaml": sayTool });
    const sh = (redirection: string) =>
      spawnSync("sh", ["-c", `"$0" "$1" ${args} ${redirection}`, process.execPath, `${root}/dist/cli/main.js`], {
        cwd: folder,
        encoding: "utf8",
      });
    if (args === "build --check") toolgen(folder, ["build"]);
    const line = "toolgen: standard output can't be written: no space left on device.\n";
    expect(sh(">/dev/full")).toMatchObject({ status: 1, stderr: line });
    expect(sh(">/dev/full 2>&1")).toMatchObject({ status: 1 });
  },
);

it.runIf(existsSync("/dev/full"))("fails where its diagnostics can't be written", () => {
  const folder = projectOf({ "tools.d/say.yaml": brokenTool });
  const script = '"$0" "$1" list 2>/dev/full';
  expect(spawnSync("sh", ["-c", script, process.execPath, `${root}/dist/cli/main.js`], { cwd: folder })).toMatchObject({ status: 1 });
});

it.runIf(process.platform !== "win32")("says that the folder it was started in is gone", () => {
  const script = 'cd "$(mktemp -d)" && rmdir "$PWD" && "$0" "$1" list';
  const { status, stderr } = spawnSync("sh", ["-c", script, process.execPath, `${root}/dist/cli/main.js`], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 2, stderr: "toolgen: The folder that it was started in no longer exists.\n" });
});

it("answers a bug of its own in one line with a request to report, and the stack on demand", () => {
  const folder = projectOf({});
  const preload = `${folder}/break.cjs`;
  writeFileSync(preload, 'JSON.stringify = () => { throw new Error("kaputt"); };\n');
  const broken = { NODE_OPTIONS: `--require=${preload}` };
  const { status, stdout, stderr } = toolgenProcess(folder, ["schema"], { env: broken });
  expect({ status, stdout }).toEqual({ status: 70, stdout: "" });
  expect(stderr).toMatch(/^toolgen: internal error: kaputt\n.*report.*\n$/);
  expect(toolgenProcess(folder, ["schema"], { env: { ...broken, TOOLGEN_DEBUG: "1" } }).stderr).toMatch(/\n {4}at /);
});

/** The modules that one loads before it runs: itself and its imports, without types and `import()`. */
function loadedWith(file: string, loaded = new Set<string>()): ReadonlySet<string> {
  if (loaded.has(file)) return loaded;
  loaded.add(file);
  if (!file.endsWith(".ts")) return loaded;
  const source = readFileSync(file, "utf8");
  for (const [, path = ""] of source.matchAll(/^import (?!type )[^;]*? from "(.*?)";$/gm)) {
    loadedWith(path.startsWith(".") ? resolve(dirname(file), path.replace(/\.js$/, ".ts")) : path, loaded);
  }
  return loaded;
}

it("loads nothing of the compiler before a command runs, and no parser of command lines for a plain build", () => {
  const src = join(root, "src/");
  const loaded = (entry: string) => [...loadedWith(join(src, "cli", entry))].map((file) => file.replace(src, ""));
  const dear = (file: string) =>
    !/^(?:node:|cli\/|compiler\/build-stamp\.ts|contract\/(?:node-host(?:\.ts|\/)|(?:diagnostic|display-text|host|names|process|stdio|time-limit|user-file)\.ts))/.test(
      file,
    );
  expect(loaded("main.ts")).toContain("compiler/build-stamp.ts");
  expect(loaded("main.ts").filter(dear)).toEqual([]);
  expect(loaded("parser/program.ts").filter(dear)).toEqual(["commander", "compiler/option-names.ts", "clients/client-ids.ts"]);
});
