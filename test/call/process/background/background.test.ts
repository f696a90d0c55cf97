import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callToolAsync } from "../../../kit/printed.js";
import { projectOf } from "../../../kit/project.js";
import { temporaryFolder } from "../../../kit/temporary-folder.js";
import { toolgen } from "../../../kit/toolgen.js";
import { startCall } from "../../bin-folder.js";
import { toolDefinition } from "../../repair/tool-with-rules.js";
import { leftProcesses, markedProcesses, newMarker, startedProcesses } from "../marked-processes.js";

const tool = (name: string, script: string, keys: string) => `name: ${name}
description: Serves.
kind: execute
schema: { properties: { word: { type: string, pattern: "^[a-z]+$" } } }
command: [sh, -c, ${JSON.stringify(script)}, sh, "{{word}}"]
code: { word: sh }
${keys}
`;

const markers = {
  serve: newMarker(),
  silent: newMarker(),
  early: newMarker(),
  never: newMarker(),
  old: newMarker(),
  stubborn: newMarker(),
  twice: newMarker(),
};
const mark = (marker: string) => `sh -c 'while :; do sleep 1; done' ${marker} &`;
const specs = [
  tool(
    "serve",
    `${mark(markers.serve)} echo starting $1 $API_TOKEN; echo warned >&2; sleep 0.3; echo "Local:  http://x"; while :; do echo tick; sleep 0.2; done`,
    "background: { readyWhen: 'Local: +http' }\nsecrets: [API_TOKEN]\nenv: { set: { X: '1' } }\nstdin: hello",
  ),
  tool("silent", `${mark(markers.silent)} cat; exec sleep 100`, "background: true\nstdin: what it reads"),
  tool("early", `${mark(markers.early)} echo broken; exit 3`, "background: true"),
  tool("never", `${mark(markers.never)} echo waiting; sleep 100`, "background: { readyWhen: nonsense }\ntimeout: 4s"),
  tool(
    "old",
    `trap 'echo bye > said; exit' INT; ${mark(markers.old)} while :; do sleep 0.2; done`,
    "background: { maxAge: 3s, stopSignal: SIGINT }",
  ),
  tool("stubborn", `trap '' TERM; ${mark(markers.stubborn)} while :; do sleep 1; done`, "background: true"),
  tool("twice", `${mark(markers.twice)} sleep 0.5; echo ready; sleep 100`, "background: { readyWhen: ready }"),
];

let project: string;
let temporary: string;
beforeAll(() => {
  project = realpathSync(projectOf({ "tools.d/tools.yaml": specs.join("---\n") }));
  temporary = temporaryFolder("background");
  const built = toolgen(project, ["build"]);
  expect(built.stdout + built.stderr).not.toContain("error");
});
afterAll(() => {
  toolgen(project, ["doctor", "--clean"], { env: { TMPDIR: temporary } });
});

/** Calls a tool as a client does, from the generated program; everything that starts there outlives it. */
function call(name: string, { input = "{}", cwd = project }: { readonly input?: string; readonly cwd?: string } = {}) {
  const env = { TMPDIR: temporary, API_TOKEN: "s3cret-token" };
  return startCall({ program: join(project, "generated/bin/call"), args: [name], stdin: input, cwd, env }).answer;
}

const kept = () => readdirSync(join(temporary, `toolgen-${process.getuid?.()}`, "background"));

it.concurrent("starts a program that outlives its call, is reported by the next, shows its output and is stopped", async () => {
  const started = await call("serve", { input: '{"word": "now"}' });
  expect(started).toMatchObject({ code: 0, stderr: "" });
  expect(started.stdout).toMatch(/^serve runs in the background \(process \d+, ready after .*serve_output shows .*serve_stop ends it/);
  expect(started.stdout).toContain("starting now [secret]\nwarned\nLocal:  http://x\n");
  expect(markedProcesses(markers.serve).length).toBeGreaterThan(0);

  const again = await call("serve", { input: '{"word": "then"}' });
  expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/^serve runs already, since .*nothing was started/) });
  expect(again.stdout).not.toContain("starting then");

  const output = await call("serve_output");
  expect(output).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^serve runs since .*It printed:\n\nstarting now \[secret\]\n[\s\S]*tick\n/),
  });
  // Elsewhere it is another one.
  const elsewhere = temporaryFolder("elsewhere");
  expect((await call("serve_output", { cwd: elsewhere })).stdout).toBe("serve doesn't run in this workspace.\n");

  expect(await call("serve_stop")).toMatchObject({ code: 0, stdout: "serve is stopped.\n" });
  expect(await leftProcesses(markers.serve)).toEqual([]);
  expect((await call("serve_output")).stdout).toBe("serve doesn't run in this workspace.\n");
  expect((await call("serve_stop")).stdout).toBe("serve doesn't run in this workspace.\n");
});

it.concurrent("counts a program as started that has lived for a second, and hands it its input", async () => {
  expect(await call("silent")).toMatchObject({ code: 0, stdout: expect.stringContaining("what it reads") });
  await call("silent_stop");
  expect(await leftProcesses(markers.silent)).toEqual([]);
});

it.concurrent("fails where the program ends before it is ready, with what it printed", async () => {
  const outcome = await call("early");
  expect(outcome.code).toBe(1);
  expect(outcome.stdout + outcome.stderr).toMatch(/broken[\s\S]*early ended before it was ready/);
  expect(await leftProcesses(markers.early)).toEqual([]);
});

it.concurrent("ends a program that isn't ready within the time limit", async () => {
  const outcome = await call("never");
  expect(outcome).toMatchObject({ code: 124 });
  expect(outcome.stdout).toContain("waiting");
  expect(await leftProcesses(markers.never)).toEqual([]);
});

it.concurrent("ends a program that has reached its age, by its signal", async () => {
  expect(await call("old")).toMatchObject({ code: 0 });
  expect(await leftProcesses(markers.old)).toEqual([]);
  expect(readFileSync(join(project, "said"), "utf8")).toBe("bye\n");
  expect((await call("old_output")).stdout).toContain("old has ended.");
});

it("kills a program that doesn't mind its signal, when all of a project are ended", async () => {
  await call("stubborn");
  const cleaned = toolgen(project, ["doctor", "--clean"], { env: { TMPDIR: temporary } });
  expect(cleaned).toMatchObject({ status: 0, stdout: `Stopped stubborn in ${project}.\n` });
  expect(await leftProcesses(markers.stubborn)).toEqual([]);
  const again = toolgen(project, ["doctor", "--clean"], { env: { TMPDIR: temporary } });
  expect(again.stdout).toBe("No background program of this project runs.\n");
});

it("says why it can't end programs if their folder is a link or a file", () => {
  const own = `toolgen-${process.getuid?.()}`;
  for (const spoil of [
    (folder: string) => symlinkSync("/", join(folder, own)),
    (folder: string) => writeFileSync(join(folder, own), ""),
    (folder: string) => {
      mkdirSync(join(folder, own), { mode: 0o700 });
      symlinkSync("/", join(folder, own, "background"));
    },
    (folder: string) => {
      mkdirSync(join(folder, own), { mode: 0o700 });
      writeFileSync(join(folder, own, "background"), "");
    },
  ]) {
    const folder = temporaryFolder("background");
    spoil(folder);
    const cleaned = toolgen(project, ["doctor", "--clean"], { env: { TMPDIR: folder } });
    expect(cleaned).toMatchObject({ status: 1, stdout: "" });
    expect(cleaned.stderr).toMatch(/^toolgen: .* (?:this user's own|of this user)\.?\n/);
    expect(cleaned.stderr).not.toContain("bug");
    rmSync(folder, { recursive: true });
  }
});

it("starts one of several that are called at the same time", async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => call("twice")));
  expect(answers.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(answers.filter(({ stdout }) => stdout.startsWith("twice runs in the background"))).toHaveLength(1);
  await call("twice_stop");
  expect(await leftProcesses(markers.twice)).toEqual([]);
  expect(kept().filter((name) => name.endsWith(".lock"))).toEqual([]);
});

it("leaves nothing of a start that is aborted", async () => {
  const marker = newMarker();
  const definition = toolDefinition({
    command: { program: "sh", specDir: false, items: ["-c", `${mark(marker)} sleep 100`].map((text) => ({ kind: "word", text: [text] })) },
    background: { does: "start", of: "a_tool", readyWhen: "never", maxAgeMs: 60_000, stopSignal: "SIGTERM" },
  });
  const aborting = new AbortController();
  const context = { workspace: project, projectDir: project, env: { PATH: process.env.PATH, TMPDIR: temporary }, signal: aborting.signal };
  const answer = callToolAsync({ definition, validate: () => true }, {}, context);
  await startedProcesses(marker, 1);
  aborting.abort();
  await expect(answer).rejects.toThrow();
  expect(await leftProcesses(marker)).toEqual([]);
});

it("leaves nothing where the disk is full, and starts once it has room", async () => {
  const program = join(project, "generated/bin/call");
  const env = { TMPDIR: temporary, API_TOKEN: "t" };
  // A limit of 0 on the size of files fails as a full disk does: files are made, and nothing can be written into them.
  const script = `trap '' XFSZ; ulimit -f 0; exec "$@"`;
  const full = await startCall({ program: "sh", args: ["-c", script, "sh", program, "twice"], cwd: project, env }).answer;
  expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining("can't be stored: EFBIG") });
  expect(await leftProcesses(markers.twice)).toEqual([]);
  expect(await call("twice")).toMatchObject({ code: 0, stdout: expect.stringContaining("twice runs in the background") });
  await call("twice_stop");
  expect(await leftProcesses(markers.twice)).toEqual([]);
});

it("takes over from a call that was killed while it started something, and trusts no number of a process", async () => {
  const starting = startCall({
    program: join(project, "generated/bin/call"),
    args: ["twice"],
    cwd: project,
    env: { TMPDIR: temporary, API_TOKEN: "t" },
  });
  while (markedProcesses(markers.twice).length === 0) await delay(20);
  starting.child.kill("SIGKILL");
  await starting.answer;
  const next = await call("twice");
  expect(next).toMatchObject({ code: 0, stdout: expect.stringContaining("twice runs") });
  // A state that names a process of that number which began at another time.
  const folder = join(temporary, `toolgen-${process.getuid?.()}`, "background");
  const states = readdirSync(folder).map((name) => join(folder, name, "state.json"));
  const state = states.find((path) => existsSync(path) && readFileSync(path, "utf8").includes('"tool":"twice"')) ?? "";
  const real = readFileSync(state, "utf8");
  writeFileSync(state, JSON.stringify({ ...JSON.parse(real), pid: process.pid }));
  expect((await call("twice_output")).stdout).toContain("has ended");
  writeFileSync(state, real);
  await call("twice_stop");
  expect(await leftProcesses(markers.twice)).toEqual([]);
});
