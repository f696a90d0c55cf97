import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeEach, expect, it } from "vitest";
import { runProgramAsync } from "../../../../src/runtime/process/run-program-async.js";
import { endWaitingShells } from "../../../../src/runtime/process/waiting-shells.js";
import { ToolRegistry } from "../../../../src/runtime/registry/tool-registry.js";
import { eventually } from "../../../kit/eventually.js";
import { repeat } from "../../../kit/repeat.js";
import { isRunning, leftProcesses, newMarker, waitingShells } from "../marked-processes.js";

const isLinux = process.platform === "linux";
beforeEach(() => endWaitingShells());
afterAll(() => endWaitingShells());

const own = () => waitingShells(process.pid);
const never = () => new AbortController().signal;
const call = (script: string, ...args: readonly string[]) => ({
  program: "sh",
  args: ["-c", script, ...args],
  cwd: "/",
  env: { PATH: process.env.PATH ?? "/usr/bin:/bin" },
  stdin: undefined,
});

async function print(word: string, options: { readonly isServed?: boolean } = {}): Promise<string> {
  const outcome = await runProgramAsync(call('echo "$0"', word), { timeoutMs: 600_000, signal: never(), isServed: true, ...options });
  return "stdout" in outcome ? outcome.stdout.toString() : outcome.kind;
}

it.runIf(isLinux)("starts two shells after the first served call, and none for a call that isn't served", async () => {
  expect(await print("first", { isServed: false })).toBe("first\n");
  await delay(50);
  expect(own()).toEqual([]);
  expect(await print("second")).toBe("second\n");
  expect(await eventually(() => own().length === 2)).toBe(true);
  await delay(50);
  expect(own()).toHaveLength(2);
});

it.runIf(isLinux)("gives each of many calls at once its own program, and then has two shells again", async () => {
  const named = Array.from({ length: 12 }, (_, i) => `call ${i}`);
  await print("first");
  for (let round = 0; round < 3; round++) {
    expect(await Promise.all(named.map((word) => print(word)))).toEqual(named.map((word) => `${word}\n`));
    expect(await eventually(() => own().length === 2)).toBe(true);
  }
});

it.runIf(isLinux)("starts programs after its shells were killed", async () => {
  await print("first");
  for (let round = 0; round < 3; round++) {
    expect(await eventually(() => own().length === 2)).toBe(true);
    const killed = own();
    for (const pid of killed) process.kill(pid, "SIGKILL");
    expect(await eventually(() => !own().some((pid) => killed.includes(pid)))).toBe(true);
    expect(await print("next")).toBe("next\n");
  }
});

it.runIf(isLinux)("ends its shells when asked to, also those that are about to be started, and when a registry is closed", async () => {
  await print("first");
  await endWaitingShells();
  await delay(50);
  expect(own()).toEqual([]);
  await print("second");
  expect(await eventually(() => own().length === 2)).toBe(true);
  await new ToolRegistry().close();
  expect(own()).toEqual([]);
});

it.runIf(isLinux)("leaves no program when a call is aborted or over its time at any moment after it took a shell", async () => {
  const marker = newMarker();
  await print("first");
  for (let round = 0; round < repeat({ usual: 12, soak: 100, long: 500 }); round++) {
    expect(await eventually(() => own().length > 0)).toBe(true);
    const aborting = new AbortController();
    const timeoutMs = round % 4 === 3 ? 1 + Math.random() * 5 : 600_000;
    const outcome = runProgramAsync(call("sleep 60; :", marker), { timeoutMs, signal: aborting.signal, isServed: true });
    const ended = outcome.then(({ kind }) => kind, String);
    if (timeoutMs === 600_000 && round % 4 !== 0) await delay(Math.random() * 6);
    if (timeoutMs === 600_000) aborting.abort("enough");
    expect(await ended).toBe(timeoutMs === 600_000 ? "enough" : "timedOut");
  }
  expect(await leftProcesses(marker)).toEqual([]);
});

/** A process that has made a served call, has two shells, prints their numbers and has nothing left to do. */
const host = `
  import { readFileSync } from "node:fs";
  import { runProgramAsync } from ${JSON.stringify(new URL("../../../../node_modules/.cache/toolgen-modules/runtime/process/run-program-async.js", import.meta.url).href)};
  const call = { program: "true", args: [], cwd: "/", env: { PATH: process.env.PATH } };
  await runProgramAsync(call, { timeoutMs: 60_000, signal: new AbortController().signal, isServed: true });
  const children = () => readFileSync("/proc/self/task/" + process.pid + "/children", "utf8").trim().split(" ");
  while (children().length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
  console.log(children().join(" "));
`;

it.runIf(isLinux)("doesn't keep a process alive that has nothing else to do, and ends with it", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", host], { stdio: ["ignore", "pipe", "inherit"] });
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect(code).toBe(0);
  const pids = said.trim().split(" ").map(Number);
  expect(pids).toHaveLength(3);
  expect(await eventually(() => !pids.some(isRunning))).toBe(true);
});
