import { execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";
import { execa } from "execa";
import { expect, it } from "vitest";
import { countStarts, cpuSeconds, startedProcesses } from "./file-cost.js";

it.runIf(process.platform === "linux")("counts the CPU time of children and of theirs", () => {
  const before = cpuSeconds();
  // Each of them works until it has used a quarter of a second.
  const work = "while (process.cpuUsage().user < 250_000);";
  const script = `require("node:child_process").spawnSync(process.execPath, ["-e", ${JSON.stringify(work)}]); ${work}`;
  spawnSync(process.execPath, ["-e", script]);
  expect(cpuSeconds().children - before.children).toBeGreaterThanOrEqual(0.4);
});

it("counts the CPU time of this process with its threads", () => {
  const before = cpuSeconds();
  while (cpuSeconds().own < before.own + 0.1) JSON.stringify(before);
  expect(cpuSeconds().own).toBeGreaterThan(before.own);
});

it("counts each process once, however it is started", async () => {
  countStarts();
  const before = startedProcesses();
  spawnSync("true");
  execFileSync("true");
  await once(spawn("true"), "exit");
  await promisify(execFile)("true");
  await execa("true");
  expect(startedProcesses() - before).toBe(5);
});

it("is documented", () => {
  expect(readFileSync(new URL("../../contributing/testing.md", import.meta.url), "utf8")).toContain("`npm test -- --times`");
});
