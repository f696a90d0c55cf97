import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { runAgenticLoop } from "../../../src/runtime/index.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { modelOf, OwnTool, registryOf } from "./model.js";

let log: string;
beforeEach(() => {
  log = join(temporaryFolder(), "audit.jsonl");
  vi.stubEnv("TOOLGEN_AUDIT", log);
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const lines = () =>
  readFileSync(log, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

it("logs what a loop runs and what it refuses, each once", async () => {
  const write = new OwnTool("write", { kind: "edit" });
  const registry = registryOf(write);
  const said = [
    "pause",
    true,
    false,
    { outcome: "proceed_once", unattended: true },
    { outcome: "cancel", reason: "It is night.", unattended: true },
  ] as const;
  let asked = 0;
  const onToolConfirmationRequired = async () => said[asked++] ?? false;
  const first = modelOf({ calls: [["write", { what: "a" }]] });
  const paused = await runAgenticLoop({ model: first.model, registry, prompt: "Go.", onToolConfirmationRequired });
  const { model, results } = modelOf(
    {
      calls: [
        ["write", { what: "b" }],
        ["teleport", {}],
        ["write", '{"what": "c", "times": 12345678901234567890}'],
        ["write", { what: "e" }],
        ["write", { what: "f" }],
      ],
    },
    { calls: [["write", { what: "d" }]], finish: "length" },
    { text: "Done." },
  );
  await runAgenticLoop({ model, registry, resume: paused.state, onToolConfirmationRequired });
  expect(lines()).toMatchObject([
    // What was paused is wanted no longer, and then again.
    { tool: "write", outcome: "cancelled" },
    { tool: "write", outcome: "done", answer: "proceed_once" },
    { tool: "write", outcome: "denied", answer: "cancel" },
    { tool: "teleport", outcome: "unknownTool" },
    { tool: "write", outcome: "invalid" },
    { tool: "write", outcome: "done", decision: "ask", answer: "nobody" },
    { tool: "write", outcome: "denied", decision: "ask", answer: "nobody" },
    { tool: "write", outcome: "invalid" },
  ]);
  expect(results()["t1.5"]).toBe("It is night.");
});
