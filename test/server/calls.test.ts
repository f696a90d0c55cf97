import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isRunning, readPids } from "../call/process/marked-processes.js";
import { makeProject } from "../clients/gemini-cli-core/project.js";
import { eventually } from "../kit/eventually.js";
import { toolgen } from "../kit/toolgen.js";
import { clientsHere, type Session } from "./connect.js";

const eras = ["SDK 1", "SDK 2 as of 2026-07-28"] as const;
let project: string;
let sessions: Readonly<Record<(typeof eras)[number], Session>>;

beforeAll(async () => {
  project = makeProject();
  const server = { args: ["--client-asks"], cwd: project };
  sessions = { "SDK 1": await clientsHere["SDK 1"](server), "SDK 2 as of 2026-07-28": await clientsHere["SDK 2 as of 2026-07-28"](server) };
});
afterAll(async () => {
  await Promise.all(Object.values(sessions ?? {}).map((session) => session.close()));
});

it.each(eras)("repairs aliases, nested ones too, coerces texts and drops what hosts add (%s)", async (era) => {
  const { text, isError } = await sessions[era].call("echo_edits", {
    file_path: "a.txt",
    edits: [{ old_string: "x", newText: "y", count: "2", description: "Why." }],
    force: "true",
    ratio: "0.5",
    wait_for_previous: true,
  });
  expect(isError).toBe(false);
  expect(JSON.parse(text)).toEqual({ path: "a.txt", edits: [{ oldText: "x", newText: "y", count: 2 }], force: true, ratio: 0.5 });
});

it.each(eras)(
  "takes numbers for texts, lines after a path, and a file's name beside its path, as generated/bin/call does (%s)",
  async (era) => {
    const calls = [
      ["echo_edit_file", { path: "lib/f", filename: "f", edits: [{ oldText: 1, newText: true }] }],
      ["echo_read_lines", { pathname: "f:10-20" }],
    ] as const;
    const wanted = [
      { path: "lib/f", edits: [{ oldText: "1", newText: "true" }] },
      { path: "f", offset: 10, limit: 11 },
    ];
    for (const [i, [tool, args]] of calls.entries()) {
      const options = { cwd: project, input: JSON.stringify(args), encoding: "utf8" } as const;
      const { stdout } = spawnSync(join(project, "generated/bin/call"), [tool], options);
      expect(JSON.parse(stdout)).toEqual(wanted[i]);
      expect(JSON.parse((await sessions[era].call(tool, args)).text)).toEqual(wanted[i]);
    }
  },
);

it.each(eras)("refuses with the very message of generated/bin/call (%s)", async (era) => {
  for (const args of [
    { path: "a", file: "b", edits: [] },
    { edits: "none" },
    { path: "a", edits: [], nonsense: 1 },
    { path: "a", edits: [{ oldText: 1.5 }] },
  ]) {
    const { status, stderr } = spawnSync(join(project, "generated/bin/call"), ["echo_edits"], {
      cwd: project,
      input: JSON.stringify(args),
      encoding: "utf8",
    });
    expect(status).toBe(2);
    expect(await sessions[era].call("echo_edits", args)).toEqual({ isError: true, text: stderr.trimEnd() });
  }
});

it.each(eras)("says first what went wrong with a tool that failed, then what it had printed (%s)", async (era) => {
  const { text, isError } = await sessions[era].call("fail", {});
  expect(isError).toBe(true);
  expect(text).toMatch(/^fail\.sh exited with code 3\.\n[\s\S]*disk on fire[\s\S]*\n\[stdout\]\nhalfway there$/);
});

it.each(eras)("makes a warning part of a success (%s)", async (era) => {
  const { text, isError } = await sessions[era].call("warn", {});
  expect({ isError, text }).toEqual({ isError: false, text: expect.stringMatching(/all done[\s\S]*that was close/) });
});

it.each(eras)("hands on 300 kB where the tool allows it, and cuts them to its limits where it doesn't (%s)", async (era) => {
  const whole = await sessions[era].call("print_euros_widely", { characters: 100_000 });
  expect(whole.text.replaceAll("\n", "")).toBe("€".repeat(100_000));
  const { text } = await sessions[era].call("print_euros", { characters: 100_000 });
  expect(Buffer.byteLength(text)).toBeLessThan(52_000);
  expect(text).not.toContain("\uFFFD");
  const full = /\/[^\s\]]+/.exec(text)?.[0] ?? "";
  expect(existsSync(full), text.replaceAll("€", "")).toBe(true);
  expect(readFileSync(full, "utf8").replaceAll("\n", "")).toBe("€".repeat(100_000));
});

it.each(eras)("takes a megabyte of arguments (%s)", async (era) => {
  expect(await sessions[era].call("count_bytes", { text: "x".repeat(1_000_000) })).toEqual({ isError: false, text: "1000000" });
});

it.each(eras)("runs three calls at once (%s)", async (era) => {
  const place = `place-${era.replaceAll(/\W/g, "")}`;
  mkdirSync(join(project, place));
  const people = ["ada", "bob", "eve"];
  const answers = await Promise.all(people.map((name) => sessions[era].call("meet", { name, place, people: people.length })));
  expect(answers).toEqual(people.map((name) => ({ isError: false, text: `${name} met everybody` })));
});

it.each(eras)("gives each of fifty calls at once its own answer (%s)", async (era) => {
  const sizes = Array.from({ length: 50 }, (_, i) => i);
  const answers = await Promise.all(sizes.map((size) => sessions[era].call("count_bytes", { text: "x".repeat(size) })));
  expect(answers.map(({ text }) => text)).toEqual(sizes.map(String));
});

it.each(eras)("ends the process group at the time limit (%s)", async (era) => {
  const pidFile = `timeout-${era.replaceAll(/\W/g, "")}`;
  const { text, isError } = await sessions[era].call("leave_child_briefly", { pidFile, afterwards: "wait" });
  expect({ isError, text }).toEqual({ isError: true, text: "leave-child.sh was ended: it took longer than 4 s.\n[stdout]\nstarted" });
  const pids = await readPids(join(project, pidFile));
  expect(await eventually(() => !pids.some(isRunning))).toBe(true);
});

it.each(eras)("ends the process group of a call that the client cancels, and goes on serving (%s)", async (era) => {
  const pidFile = `cancelled-${era.replaceAll(/\W/g, "")}`;
  const controller = new AbortController();
  const answer = sessions[era].call("leave_child", { pidFile, afterwards: "resist" }, controller.signal);
  const refused = expect(answer).rejects.toThrow();
  const pids = await readPids(join(project, pidFile));
  expect(pids.filter(isRunning)).toEqual(pids);
  controller.abort();
  await refused;
  expect(await eventually(() => !pids.some(isRunning))).toBe(true);
  expect(await sessions[era].call("count_bytes", { text: "xy" })).toEqual({ isError: false, text: "2" });
});

it.each(eras)("leaves no process behind a tool that ended (%s)", async (era) => {
  const pidFile = `left-${era.replaceAll(/\W/g, "")}`;
  expect(await sessions[era].call("leave_child", { pidFile, afterwards: "exit" })).toEqual({ isError: false, text: "started" });
  const pids = await readPids(join(project, pidFile));
  expect(await eventually(() => !pids.some(isRunning))).toBe(true);
});

it("uses what a build has changed, without a restart", async () => {
  const session = await clientsHere["SDK 1"]({ cwd: project });
  try {
    const before = await session.call("count_bytes", { text: "x" });
    execFileSync("sed", ["-i.old", "s/wc, -c/wc, -w/", "tools.d/fixtures/output.yaml"], { cwd: project });
    expect(toolgen(project, ["build"]).status).toBe(0);
    expect([before.text, (await session.call("count_bytes", { text: "a b c" })).text]).toEqual(["1", "3"]);
  } finally {
    await session.close();
  }
});
