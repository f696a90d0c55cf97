import { spawnSync } from "node:child_process";
import { expect, it, onTestFinished } from "vitest";
import { extractors } from "../../../src/runtime/shell-guard/filter-options.js";
import { guardCommand } from "../../../src/runtime/shell-guard/guard-command.js";

const rules = { param: "command", slowMs: 10_000, extractors };

it("leaves a timed pipeline to sh as it is, because dash can't time a group", () => {
  const guard = (dialect: "sh" | "bash") => guardCommand("time seq 3 | tail -n 1", { rules, dialect, env: process.env });
  expect(guard("sh")).toBeUndefined();
  const guarded = guard("bash");
  onTestFinished(() => guarded?.remove());
  expect(spawnSync("bash", ["-c", guarded?.command ?? ""], { encoding: "utf8" })).toMatchObject({ status: 0, stdout: "3\n" });
});
