import { spawn } from "node:child_process";
import { appendFileSync, chmodSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { compile } from "../../../src/compiler/compile.js";
import { nodeHost, readAssets } from "../../../src/contract/node-host.js";
import { eventually } from "../../kit/eventually.js";
import { projectOf, sayTool } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { cachedTexts, cacheFiles, differing, forgeCache, lookAtAll } from "../written.js";

const named = (name: string) => sayTool.replace("name: say", `name: ${name}`).replace("[speak]", "[]");
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`tools.d/${i}.yaml`, named(`say_${i}`)]));

/** The clock of the file system must tick between what is written here and a build, for the build to trust what it saw. */
const settle = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);

function build(folder: string, ...args: string[]): string {
  settle();
  const { status, stdout, stderr } = toolgen(folder, ["build", ...args]);
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

function contents(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => join(entry.parentPath, entry.name)).map((path) => [path.slice(folder.length), readFileSync(path, "utf8")]),
  );
}

const omit = (record: Readonly<Record<string, string>>, left: string) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== left));

function fromScratch(folder: string): Readonly<Record<string, string>> {
  rmSync(join(folder, ".toolgen"), { recursive: true });
  rmSync(join(folder, "generated"), { recursive: true });
  build(folder);
  return contents(join(folder, "generated"));
}

it("changes nothing, not even a time, when nothing has changed, and keeps its cache from Git", () => {
  const folder = projectOf(many(3));
  build(folder);
  const before = lookAtAll(folder);
  expect(build(folder)).toMatch(/^3 tools, nothing changed: \d+ files below generated up to date/);
  expect(differing(before, lookAtAll(folder))).toEqual([]);
  expect(readFileSync(join(folder, ".toolgen/.gitignore"), "utf8")).toBe("*\n");
});

const warned = (name: string) => named(name).replace("style:", "unused: { type: string }\n    style:");

it("tells the warnings of the last build again, in the same words, without compiling anything", () => {
  const folder = projectOf({ "tools.d/a.yaml": warned("a"), "tools.d/b.yaml": warned("b") });
  const stamp = join(folder, ".toolgen/cache/stamp");
  const commands = [["build"], ["build", "--format", "json"], ["build", "--color"], ["check"], ["check", "--format", "json"]];
  const said = (args: readonly string[]) => {
    settle();
    const { status, stdout, stderr } = toolgen(folder, args);
    return { status, stderr, stdout: stdout.replace(/in \S+ m?s\.$/m, "in no time.") };
  };
  said(["build"]);
  const whole = commands.map((args) => {
    rmSync(stamp, { force: true });
    return said(args);
  });
  expect(whole[0]).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/warning unused-parameter[\s\S]*\n2 warnings\n {2}npx toolgen explain unused-parameter\n$/),
  });
  expect(whole[0]?.stderr).not.toContain("\x1b");
  expect(whole[2]?.stderr).toContain("\x1b[33mwarning\x1b[39m");
  said(["build"]);
  const before = lookAtAll(folder);
  expect(commands.map(said)).toEqual(whole);
  expect(differing(before, lookAtAll(folder))).toEqual([]);
  // It is the stamp that tells them; a check of the outputs doesn't believe it.
  writeFileSync(stamp, readFileSync(stamp, "utf8").replaceAll("'unused'", "'UNUSED'"));
  for (const args of commands) expect(JSON.stringify(said(args))).toContain("'UNUSED'");
  expect(said(["build", "--check"])).toMatchObject({ status: 0, stderr: whole[0]?.stderr });
});

it("tells no warning of before once its spec has changed", () => {
  const folder = projectOf({ "tools.d/a.yaml": warned("a"), "tools.d/b.yaml": warned("b") });
  settle();
  toolgen(folder, ["build"]);
  writeFileSync(join(folder, "tools.d/a.yaml"), named("a"));
  settle();
  for (let i = 0; i < 2; i++)
    expect(toolgen(folder, ["build"]).stderr).toMatch(/^tools\.d\/b\.yaml:[\s\S]*\n1 warning\n {2}npx toolgen explain [a-z-]+\n$/);
  writeFileSync(join(folder, "tools.d/b.yaml"), named("b"));
  for (let i = 0; i < 2; i++) build(folder);
});

it("writes nothing if it finds a mistake, and remembers everything else once it is corrected", () => {
  const folder = projectOf(many(3));
  build(folder);
  writeFileSync(join(folder, "tools.d/1.yaml"), named("say_1").replace("{{text}}", "{{txt}}"));
  const before = lookAtAll(folder);
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 1, stdout: "" });
  // The lock was in it.
  expect(differing(before, lookAtAll(folder))).toEqual([".toolgen/cache"]);
  writeFileSync(join(folder, "tools.d/1.yaml"), named("say_1"));
  expect(build(folder)).toContain("nothing changed");
  const cached = [".toolgen/cache", ".toolgen/cache/sources", ".toolgen/cache/stamp"];
  expect(differing(before, lookAtAll(folder))).toEqual([...cached, "tools.d/1.yaml"]);
});

it("forgets what no spec needs any longer, but not with a build that fails", () => {
  const folder = projectOf(many(3));
  const remembered = (words: string) => ["checked", "printed", "parts"].map((name) => cachedTexts(folder, name).includes(words));
  build(folder);
  rmSync(join(folder, "tools.d/2.yaml"));
  writeFileSync(join(folder, "tools.d/0.yaml"), named("say_0").replace("out loud", "aloud"));
  writeFileSync(join(folder, "tools.d/1.yaml"), named("say_1").replace("{{text}}", "{{txt}}"));
  expect(toolgen(folder, ["build"]).status).toBe(1);
  expect([remembered("aloud"), remembered("say_2")]).toEqual([
    [true, false, false],
    [true, true, true],
  ]);
  writeFileSync(join(folder, "tools.d/1.yaml"), named("say_1"));
  build(folder);
  expect([remembered("aloud"), remembered("say_2")]).toEqual([
    // Types say nothing of what a tool is for.
    [true, false, true],
    [false, false, false],
  ]);
});

it("notices whatever moved: a spec, a new one, one that is gone, an output, a spec that was only touched", () => {
  const folder = projectOf(many(4));
  build(folder);
  writeFileSync(join(folder, "tools.d/1.yaml"), named("say_1").replace("out loud", "aloud"));
  expect(build(folder)).toContain("updated");
  writeFileSync(join(folder, "tools.d/new.yaml"), named("new"));
  expect(build(folder)).toContain("generated/bin/tools/new.cjs");
  rmSync(join(folder, "tools.d/2.yaml"));
  expect(build(folder)).toContain("- generated/bin/tools/say_2.cjs");
  rmSync(join(folder, "generated/bin/call"));
  expect(build(folder)).toContain("+ generated/bin/call");
  utimesSync(join(folder, "tools.d/3.yaml"), new Date(), new Date());
  expect(build(folder)).toContain("nothing changed");
  const incremental = contents(join(folder, "generated"));
  expect(fromScratch(folder)).toEqual(incremental);
});

it("repairs outputs that were edited or removed beside a change, and trusts none of them in a check", () => {
  const folder = projectOf(many(5));
  build(folder);
  writeFileSync(join(folder, "tools.d/1.yaml"), named("say_1").replace("out loud", "aloud"));
  for (const path of ["bin/tools/say_2.cjs", "tools/say-3.ts", "bin/tools.json"]) appendFileSync(join(folder, "generated", path), " ");
  rmSync(join(folder, "generated/tools/say-4.ts"));
  expect(build(folder)).toMatch(/ 1 created, \d+ updated, /);
  const mended = contents(join(folder, "generated"));
  expect(build(folder, "--check")).toContain("nothing changed");
  expect(fromScratch(folder)).toEqual(mended);

  // Only the file's content differs: the stamp says that the edited file is unchanged.
  const output = join(folder, "generated/bin/tools/say_2.cjs");
  const before = statSync(output).ctimeMs;
  appendFileSync(output, " ");
  const stamp = join(folder, ".toolgen/cache/stamp");
  const { ino, mode, size, ctimeMs } = statSync(output);
  const mark = new RegExp(`${ino};${mode};${size - 1};${before}`);
  expect(readFileSync(stamp, "utf8")).toMatch(mark);
  writeFileSync(stamp, readFileSync(stamp, "utf8").replace(mark, `${ino};${mode};${size};${ctimeMs}`));
  expect(toolgen(folder, ["build", "--check"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("generated/bin/tools/say_2.cjs"),
  });
});

it("finds in a check what a build took from a cache that was tampered with", () => {
  const folder = projectOf({ "tools.d/a.yaml": named("a") });
  build(folder);
  const poison = (name: string, from: string, to: string) => {
    for (const path of cacheFiles(folder).filter((path) => path.startsWith(join(folder, ".toolgen/cache", name))))
      forgeCache(path, from, to);
  };
  poison("checked", "--style=", "--stale=");
  poison("parts", "--style=", "--stale=");
  poison("printed", "How often.", "How seldom.");
  rmSync(join(folder, ".toolgen/cache/stamp"));
  rmSync(join(folder, "generated"), { recursive: true });
  build(folder);
  expect(readFileSync(join(folder, "generated/bin/tools/a.cjs"), "utf8")).toContain("--stale=");
  expect(readFileSync(join(folder, "generated/tools/a.ts"), "utf8")).toContain("How seldom.");
  const { status, stdout } = toolgen(folder, ["build", "--check", "--format", "json"]);
  const changed = ["generated/bin/tools/a.cjs", "generated/tools/a.ts"].map((file) =>
    expect.objectContaining({ code: "output-changed", file }),
  );
  expect([status, JSON.parse(stdout)]).toEqual([1, expect.arrayContaining(changed)]);
});

it("builds again what extends a fragment that changed", () => {
  const fragment = (seconds: number) => `fragment: slow\ntimeout: ${seconds}s\n`;
  const folder = projectOf({
    "tools.d/f.yaml": fragment(5),
    "tools.d/a.yaml": `${named("a")}extends: [slow]\n`,
    "tools.d/b.yaml": named("b"),
  });
  build(folder);
  writeFileSync(join(folder, "tools.d/f.yaml"), fragment(7));
  const changed = build(folder);
  expect(changed).toContain("generated/bin/tools/a.cjs");
  expect(changed).not.toContain("generated/bin/tools/b.cjs");
});

it("does without a cache that is broken", () => {
  const folder = projectOf(many(2));
  build(folder);
  for (const path of cacheFiles(folder)) writeFileSync(path, "{ half");
  expect(build(folder)).toContain("nothing changed");

  for (const path of cacheFiles(folder)) writeFileSync(path, readFileSync(path).subarray(0, -1));
  expect(build(folder)).toContain("nothing changed");
  expect(fromScratch(folder)).toEqual(contents(join(folder, "generated")));

  const stamp = join(folder, ".toolgen/cache/stamp");
  writeFileSync(stamp, readFileSync(stamp).subarray(0, -10));
  rmSync(join(folder, "generated/tools/index.ts"));
  expect(build(folder)).toContain("+ generated/tools/index.ts");
});

it("notices an output that was edited in place and put back to its size and time", () => {
  const folder = projectOf(many(1));
  build(folder);
  const output = join(folder, "generated/tools/index.ts");
  const text = readFileSync(output, "utf8");
  const { atime, mtime } = statSync(output);
  writeFileSync(output, text.replace("Every", "EVERY").replace("class of every", "class of EVERY"));
  utimesSync(output, atime, mtime);
  expect(build(folder)).toContain("~ generated/tools/index.ts");
  expect(readFileSync(output, "utf8")).toBe(text);
});

it("gives across workers what it gives alone, and one diagnostic for one mistake among many", async () => {
  const folder = projectOf(many(40));
  build(folder);
  const inWorkers = contents(join(folder, "generated"));
  const [{ files }] = await compile(nodeHost(folder), await readAssets());
  expect(Object.fromEntries(files.map(({ path, text }) => [`/${path}`, text]))).toEqual(omit(inWorkers, "/.toolgen-manifest.json"));
  // Remembered results and those of fewer files are made in one thread.
  for (let i = 20; i < 40; i++) writeFileSync(join(folder, `tools.d/${i}.yaml`), `${named(`say_${i}`)}# again\n`);
  build(folder);
  expect(contents(join(folder, "generated"))).toEqual(inWorkers);
  writeFileSync(join(folder, "tools.d/23.yaml"), named("say_23").replace("{{text}}", "{{txt}}"));
  rmSync(join(folder, ".toolgen"), { recursive: true });
  const { status, stdout } = toolgen(folder, ["build", "--format", "json"]);
  expect([status, JSON.parse(stdout)]).toMatchObject([1, [{ code: "unknown-name", file: "tools.d/23.yaml" }]]);
});

it("watches: a change is built, a mistake is told, and the next change recovers", async () => {
  const folder = projectOf({ "tools.d/a.yaml": named("a") });
  const child = spawn(process.execPath, [join(import.meta.dirname, "../../../dist/cli/main.js"), "build", "--watch"], { cwd: folder });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const until = async (text: string) => {
    await eventually(() => said.includes(text));
    expect(said).toContain(text);
    said = "";
  };
  try {
    await until("Watching");
    writeFileSync(join(folder, "tools.d/b.yaml"), named("b"));
    await until("generated/bin/tools/b.cjs");
    writeFileSync(join(folder, "tools.d/b.yaml"), named("b").replace("kind: read", "kind: raed"));
    await until("unknown-kind");
    writeFileSync(join(folder, "tools.d/b.yaml"), named("b").replace("out loud", "aloud"));
    await until("updated");
  } finally {
    child.kill("SIGTERM");
  }
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(0);
});

it("notices that a program beside a spec has gone, came back or isn't executable, though no spec changed", () => {
  const spec = 'name: t\ndescription: d\nkind: read\ncommand: ["{{@specDir}}/todos.sh"]\n';
  const folder = projectOf({ "tools.d/t.yaml": spec, "tools.d/todos.sh": "#!/bin/sh\n" });
  const program = join(folder, "tools.d/todos.sh");
  const said = (...args: readonly string[]) => {
    settle();
    const { status, stderr } = toolgen(folder, [...args]);
    return [status, /program-[\w-]+/.exec(stderr)?.[0]];
  };
  expect(said("build")).toEqual([0, "program-not-executable"]);
  expect(said("build")).toEqual([0, "program-not-executable"]);
  chmodSync(program, 0o755);
  expect(said("build")).toEqual([0, undefined]);
  expect(build(folder)).toContain("nothing changed");
  rmSync(program);
  expect(said("build")).toEqual([1, "program-missing"]);
  expect(said("check")).toEqual([1, "program-missing"]);
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  expect(said("build", "--check")).toEqual([0, undefined]);
});
