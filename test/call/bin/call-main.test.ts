import { spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, it } from "vitest";
import { type BinFolder, binFolder, definitionOf, type FixtureTool, startCall, toolModule } from "../bin-folder.js";

const noEnvironment = { pass: [], set: {} };
const script = (name: string, source: string, parts: Partial<FixtureTool> = {}): FixtureTool => ({
  name,
  argv: ["sh", "-c", source],
  ...parts,
});

const tools: readonly FixtureTool[] = [
  { name: "hello", argv: ["echo", "hello"] },
  { name: "input", argv: ["cat"], params: ["text"], stdin: [{ kind: "value", ref: { from: "param", path: ["text"] }, mayDash: true }] },
  { name: "unread", argv: ["true"], params: ["text"], stdin: [{ kind: "value", ref: { from: "param", path: ["text"] }, mayDash: true }] },
  { name: "quiet", argv: ["true"] },
  script("warns", "echo out; echo careful >&2"),
  script("fails", "echo half; echo why >&2; exit 9"),
  script("crashes", "kill -SEGV $$"),
  script("slow", "echo begun; exec sleep 60", { timeoutMs: 3000 }),
  script("none", "exit 1", { exitCodes: { 1: { text: "No matches.", failure: false } } }),
  script(
    "euros",
    "i=0; while [ $i -lt 1000 ]; do printf '€%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; i=$((i+1)); done; i=0; while [ $i -lt 80000 ]; do printf €; i=$((i+1)); done",
  ),
  script(
    "ascii",
    "i=0; while [ $i -lt 15000 ]; do echo 0123456789012345678901234567890123456789012345678901234567890123; i=$((i+1)); done",
    {
      output: { maxBytes: 2_000_000, maxLines: 100_000 },
    },
  ),
  script("where", "pwd", { env: noEnvironment }),
  { name: "missing", argv: ["no-such-program"] },
  { name: "search_text", argv: ["echo", "found"] },
];

let folder: BinFolder;
beforeAll(async () => {
  folder = await binFolder(tools, { find: "search_text", "gone-alias": "gone" });
});

const call = (name: string, stdin: string | Buffer = "{}", more: { readonly cwd?: string; readonly env?: Record<string, string> } = {}) =>
  startCall({ program: folder.call, args: [name], stdin, ...more }).answer;
const answer = (code: number, stdout: string, stderr = "") => ({ code, signal: null, stdout, stderr });

it("runs a tool and answers with its output alone", async () => {
  expect(await call("hello")).toEqual(answer(0, "hello\n"));
});

it("takes an empty standard input for no parameters", async () => {
  expect(await call("hello", "")).toEqual(answer(0, "hello\n"));
});

it("runs in the launch directory", async () => {
  const cwd = join(folder.project, "work place");
  mkdirSync(cwd);
  expect(await call("where", "{}", { cwd })).toEqual(answer(0, `${cwd}\n`));
});

it("works through a symbolic link to it from elsewhere", async () => {
  const link = join(folder.project, "linked-call");
  symlinkSync(folder.call, link);
  expect(await startCall({ program: link, args: ["hello"] }).answer).toEqual(answer(0, "hello\n"));
});

it("reports empty output, warnings, listed codes and failures as the tool's definition says", async () => {
  expect(await call("quiet")).toEqual(answer(0, "(no output)\n"));
  expect(await call("warns")).toEqual(answer(0, "out\n[stderr]\ncareful\n"));
  expect(await call("none")).toEqual(answer(0, "No matches.\n"));
  expect(await call("fails")).toEqual(answer(1, "half\n", "sh exited with code 9.\nwhy\n"));
  expect(await call("crashes")).toEqual(answer(139, "", "sh was ended by SIGSEGV.\n"));
  expect(await call("slow")).toEqual(answer(124, "begun\n", "sh was ended: it took longer than 3 s.\n"));
  expect(await call("missing")).toMatchObject({ code: 127, stdout: "", stderr: expect.stringContaining("no-such-program") });
});

it("finds a tool by another name that it has, and by the prefix of Gemini CLI", async () => {
  expect(await call("find")).toEqual(answer(0, "found\n"));
  expect(await call("discovered_tool_search_text")).toEqual(answer(0, "found\n"));
  expect(await call("discovered_tool_find")).toEqual(answer(0, "found\n"));
});

it("names the closest tools where it has none of that name", async () => {
  expect(await call("serch_text")).toEqual(answer(2, "", "There is no tool named 'serch_text'. Did you mean 'search_text'?\n"));
  for (const name of ["../../etc/passwd", "gone", "gone-alias", "__proto__", "constructor", "x".repeat(5000), ""]) {
    expect(await call(name)).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringMatching(/^There is no tool named '.{0,110}'\..*\n$/),
    });
  }
});

it("reads all of its input before it refuses", async () => {
  const large = JSON.stringify({ text: "x".repeat(5_000_000) });
  expect(await call("no_such_tool_at_all", large)).toMatchObject({ code: 2 });
  expect(await call("hello", `${large}!`)).toMatchObject({ code: 2 });
  expect(await startCall({ program: folder.call, args: [], stdin: large }).answer).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Usage"),
  });
  expect(await startCall({ program: folder.call, args: ["--help"], stdin: large }).answer).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringContaining("Usage"),
  });
  expect(await startCall({ program: folder.call, args: ["hello", "{}"], stdin: large }).answer).toMatchObject({ code: 2 });
});

it("answers bad JSON with the place of the mistake", async () => {
  expect(await call("hello", '{"a": 1\n "b": 2}')).toEqual(
    answer(
      2,
      "",
      "hello was not run. Standard input is not valid JSON: at line 2, column 2 there is \"\\\"\" where ',' or '}' is expected. " +
        "Pass the parameters as one JSON object on standard input.\n",
    ),
  );
});

it("reads null, an empty text and an empty list as no arguments of a tool that needs none", async () => {
  for (const stdin of ["null", '""', "[]"]) expect(await call("hello", stdin)).toEqual(answer(0, "hello\n", ""));
});

it("refuses arguments that are not an object, never with a stack trace", async () => {
  for (const stdin of [
    "5",
    "[5]",
    '"text"',
    "{",
    "[".repeat(200_000),
    `${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)}`,
    Buffer.from([0x22, 0xff, 0x22]),
  ]) {
    const { code, stdout, stderr } = await call("hello", stdin);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toBe("");
    expect(stderr).not.toMatch(/^ +at |internal error/m);
  }
});

it("hands a megabyte of parameters through to the program", async () => {
  const long = "0123456789\n".repeat(100_000);
  const { code, stdout } = await call("input", JSON.stringify({ text: long }));
  expect(code).toBe(0);
  expect(stdout.startsWith(long.slice(0, 20_000))).toBe(true);
  expect(readFileSync(/The full output is in (.*)\]/.exec(stdout)?.[1] ?? "", "utf8")).toBe(long);
});

it("doesn't mind a program that leaves its input unread", async () => {
  expect(await call("unread", JSON.stringify({ text: "x".repeat(1_000_000) }))).toEqual(answer(0, "(no output)\n"));
});

it("cuts 300 kB of euro signs, in one write, with a note and without harming one", async () => {
  const child = spawn(folder.call, ["euros"], { stdio: ["ignore", "pipe", "pipe"] });
  // Each chunk is decoded by itself, as Gemini CLI does.
  let seen = "";
  child.stdout.on("data", (chunk: Buffer) => {
    seen += chunk.toString("utf8");
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(0);
  expect(seen).not.toContain("\uFFFD");
  expect(seen).toMatch(/^€{16666}\n\[250,002 bytes left out here\. The full output is in .*\]\n$/);
});

it("runs three calls at once", async () => {
  const answers = await Promise.all([call("hello"), call("warns"), call("fails")]);
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 1]);
});

it("is quiet when the client has closed its end", async () => {
  const child = spawn(folder.call, ["ascii"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const stderr = text(child.stderr);
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  expect(await stderr).toBe("");
});

it("waits for pipes that don't block", async () => {
  const [input, output] = [join(folder.project, "input.fifo"), join(folder.project, "output.fifo")];
  spawnSync("mkfifo", [input, output]);
  const nonBlocking = constants.O_NONBLOCK;
  const [inputEnd, reader] = [openSync(input, constants.O_RDONLY | nonBlocking), openSync(output, constants.O_RDONLY | nonBlocking)];
  const [writer, outputEnd] = [openSync(input, constants.O_WRONLY), openSync(output, constants.O_WRONLY | nonBlocking)];
  const stdio = ["ignore", "ignore", "pipe", inputEnd, outputEnd] as const;
  // Node makes a child's first three descriptors blocking, so they are handed on by other numbers.
  const child = spawn("sh", ["-c", 'exec "$0" ascii <&3 >&4 3<&- 4>&-', folder.call], { stdio: [...stdio] });
  closeSync(inputEnd);
  closeSync(outputEnd);
  const ended = new Promise((resolve) => child.on("close", resolve));
  await delay(300);
  writeSync(writer, "{");
  await delay(300);
  writeSync(writer, "}");
  closeSync(writer);
  const cat = spawn("cat", { stdio: [reader, "pipe", "inherit"] });
  const whole = await text(cat.stdout as NodeJS.ReadableStream);
  closeSync(reader);
  expect(await ended).toBe(0);
  expect(whole).toBe(`${"0123456789".repeat(6)}0123\n`.repeat(15_000));
});

it.each([1, 3])("refuses a tool of another format by name: %i", async (format) => {
  writeFileSync(join(folder.bin, "tools", "other.cjs"), toolModule(definitionOf({ name: "other", argv: ["true"] }), format));
  expect(await call("other")).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(new RegExp(`^The tool 'other' was built in format ${format}`)),
  });
});

it("reports an internal error in one line", async () => {
  const source = toolModule(definitionOf({ name: "broken", argv: ["true"] })).replace("() => true", '() => { throw new Error("kaputt"); }');
  writeFileSync(join(folder.bin, "tools", "broken.cjs"), source);
  expect(await call("broken")).toEqual(answer(70, "", "toolgen internal error: kaputt\n"));
});

const advice = "generated/ is incomplete or damaged. Run 'toolgen build' to regenerate it.\n";

it.each(["module.exports = {\n", "", "module.exports = null;", "exports.format = 2;\n", 'require("../validation.cjs");\n'])(
  "says of a tool whose file is damaged (%j) how it is made anew",
  async (source) => {
    writeFileSync(join(folder.bin, "tools", "damaged.cjs"), source);
    expect(await call("damaged")).toEqual(answer(2, "", `The tool 'damaged' can't be loaded: ${advice}`));
  },
);

it("doesn't offer a tool whose file is missing for itself", async () => {
  const { bin, call: program } = await binFolder(tools, { hi: "hello" });
  rmSync(join(bin, "tools", "hello.cjs"));
  for (const name of ["hello", "discovered_tool_hello", "hi"])
    expect(await startCall({ program, args: [name] }).answer).toEqual(answer(2, "", `The file of the tool 'hello' is missing: ${advice}`));
});

it.each(["{", "null", "{}", '{"format": 2}', undefined])("says for a list of tools that is %j how to rebuild it", async (index) => {
  const { bin, call: program } = await binFolder(tools);
  if (index === undefined) rmSync(join(bin, "tools.json"));
  else writeFileSync(join(bin, "tools.json"), index);
  const { code, stderr } = await startCall({ program, args: ["helo"] }).answer;
  expect({ code, stderr }).toEqual({ code: 2, stderr: `The list of tools, bin/tools.json, can't be read: ${advice}` });
});

it.runIf(existsSync("/dev/full"))("says in one line that its output can't be written", () => {
  const sh = (redirection: string) => spawnSync("sh", ["-c", `echo '{}' | "$0" hello ${redirection}`, folder.call], { encoding: "utf8" });
  const line = "call: standard output can't be written: no space left on device.\n";
  expect(sh(">/dev/full")).toMatchObject({ status: 1, stderr: line });
  expect(sh(">/dev/full 2>&1")).toMatchObject({ status: 1, stderr: "" });
});

it.runIf(process.platform !== "win32")("says that the folder it was started in is gone", () => {
  const sh = spawnSync("sh", ["-c", 'cd "$(mktemp -d)" && rmdir "$PWD" && echo "{}" | "$0" hello', folder.call], { encoding: "utf8" });
  expect(sh).toMatchObject({
    status: 2,
    stdout: "",
    stderr: "Nothing was run: the folder that call was started in no longer exists.\n",
  });
});

it("reads parameters whole, whatever their size is beside the sizes in which it reads", async () => {
  const sizes = [4095, 4096, 4097, 4096 + 65_536, 4096 + 65_537];
  for (const size of sizes) {
    const text = "x".repeat(size - '{"text":""}'.length);
    const { code, stdout } = await call("input", JSON.stringify({ text }));
    expect({ size, code, shown: stdout.length >= Math.min(text.length, 50_000) }).toEqual({ size, code: 0, shown: true });
  }
});

/** As ajv's code refuses a number that came as a text, until it is one. */
const wantsNumber = `function validate({ count }) {
  const fits = typeof count === "number";
  validate.errors = fits ? null : [{ instancePath: "/count", keyword: "type", params: { type: "number" } }];
  return fits;
}`;

it("repairs usual mistakes without the files of other repairs: models write numbers as texts every day", async () => {
  const { bin, call: program } = await binFolder(tools);
  rmSync(join(bin, "rare.cjs"));
  const count = { kind: "value", ref: { from: "param", path: ["count"] }, mayDash: true } as const;
  const definition = definitionOf({ name: "mends", argv: ["cat"], params: ["count"], stdin: [count] });
  writeFileSync(join(bin, "tools", "mends.cjs"), toolModule(definition).replace("() => true", wantsNumber));
  expect(await startCall({ program, args: ["mends"], stdin: '{"count": "20"}' }).answer).toEqual(answer(0, "20"));
});

it("reads what settings say without the file of what is rare: every call of a user who has some does", async () => {
  const { bin, project, call: program } = await binFolder(tools);
  rmSync(join(bin, "rare.cjs"));
  mkdirSync(join(project, "toolgen"));
  const env = { XDG_CONFIG_HOME: project };
  const say = (settings: object) => writeFileSync(join(project, "toolgen/settings.json"), JSON.stringify(settings));
  say({ confirm: { dangerous: "ask" }, risk: { fails: { decision: "deny" } }, audit: false });
  expect(await startCall({ program, args: ["hello"], stdin: "{}", env }).answer).toEqual(answer(0, "hello\n"));
  expect(await startCall({ program, args: ["fails"], stdin: "{}", env }).answer).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("denied by the user's settings: risk.fails"),
  });
  say({ audit: true });
  expect(await startCall({ program, args: ["hello"], stdin: "{}", env }).answer).toMatchObject({ code: 70 });
});

it("reports a failure without the file of rare modules: programs fail every day", async () => {
  const { bin, call: program } = await binFolder(tools);
  const whole = await startCall({ program, args: ["fails"], stdin: "{}" }).answer;
  rmSync(join(bin, "rare.cjs"));
  expect(whole).toMatchObject({ code: 1 });
  expect(await startCall({ program, args: ["fails"], stdin: "{}" }).answer).toEqual(whole);
});

it("guards a command with the guard's file alone: models write filters every day", async () => {
  const { bin, project, call: program } = await binFolder(tools);
  for (const file of ["late.cjs", "rare.cjs"]) rmSync(join(bin, file));
  const command = { kind: "word", text: [{ kind: "value", ref: { from: "param", path: ["command"] }, mayDash: true }] } as const;
  const guard = { param: "command", slowMs: 10_000, extractors: ["tail"] };
  const plain = definitionOf({ name: "guarded", argv: ["bash", "-c"], params: ["command"], guard });
  const definition = { ...plain, command: { program: "bash", specDir: false, items: [...(plain.command?.items ?? []), command] } };
  writeFileSync(join(bin, "tools", "guarded.cjs"), toolModule(definition));
  const run = (text: string) =>
    startCall({ program, args: ["guarded"], stdin: JSON.stringify({ command: text }), env: { TMPDIR: project } }).answer;
  expect(await run("(seq 9; exit 3) | tail -1")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^9\n\[`.*` exited with code 3/) });
  rmSync(join(bin, "guard.cjs"));
  expect(await run("(seq 9; exit 3) | tr 1 2")).toEqual(answer(0, "2\n2\n3\n4\n5\n6\n7\n8\n9\n"));
});

it("says that generated/bin is damaged if the program itself is truncated or missing", async () => {
  const { bin, call: program } = await binFolder(tools);
  const file = join(bin, "call.cjs");
  const damaged = answer(
    70,
    "",
    expect.stringMatching(/^generated\/bin is incomplete or damaged\. Run 'toolgen build' to regenerate it\. \(.+\)\n$/),
  );
  writeFileSync(file, readFileSync(file).subarray(0, 5000));
  expect(await startCall({ program, args: ["hello"], stdin: "{}" }).answer).toEqual(damaged);
  rmSync(file);
  expect(await startCall({ program, args: ["hello"], stdin: "{}" }).answer).toEqual(damaged);
});

it("runs a usual call without the files of late modules", async () => {
  const { bin, call: program } = await binFolder(tools);
  for (const file of ["late.cjs", "rare.cjs"]) rmSync(join(bin, file));
  for (const [name, printed] of [
    ["hello", "hello\n"],
    ["warns", "out\n[stderr]\ncareful\n"],
  ] as const) {
    expect(await startCall({ program, args: [name], stdin: "{}" }).answer).toEqual(answer(0, printed));
  }
  expect(await startCall({ program, args: ["fails"], stdin: "{}" }).answer).toMatchObject({
    code: 70,
    stderr: "generated/bin is incomplete or damaged. Run 'toolgen build' to regenerate it.\n",
  });
});
