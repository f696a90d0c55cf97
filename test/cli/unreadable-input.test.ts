import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { projectOf, sayTool } from "../kit/project.js";
import { sampled } from "../kit/repeat.js";
import { toolgen } from "../kit/toolgen.js";
import { toolgenProcess } from "../kit/toolgen-process.js";

// Standard input that is a folder, as `toolgen repair say --jsonl < calls` has it where `calls` holds the file that was meant.

let folder: string;
let stdin: number;
beforeAll(() => {
  folder = projectOf({ "tools.d/say.yaml": sayTool });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  stdin = openSync(folder, "r");
});
afterAll(() => {
  closeSync(stdin);
});

const unreadable = "tandard input could not be read (EISDIR)";

const readers = ["repair say --jsonl", "repair say", "call say", "call say --dry-run", "run --model openai/any -", "mcp"];

it.each(sampled(readers, { usual: 4, kind: (line) => line.split(" ")[0] ?? "" }))("is wrong usage of toolgen %s", (line) => {
  const answer = toolgenProcess(folder, line.split(" "), { stdin });
  expect(answer).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(unreadable) });
});

it("is told by the programs that clients start", () => {
  const start = (...args: readonly string[]) => {
    const [file = "", ...more] = args;
    return spawnSync(process.execPath, [join(folder, file), ...more], { cwd: folder, stdio: [stdin, "pipe", "pipe"], encoding: "utf8" });
  };
  expect(start("generated/bin/call", "say")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining(unreadable) });
  expect(start("generated/mcp/server.cjs")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: "toolgen mcp: can't start: standard input, on which a client talks, could not be read (EISDIR).\n",
  });
});

it("is read as empty where it is: nothing is asked, and a client has gone", () => {
  expect(toolgen(folder, ["repair", "say", "--jsonl"])).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(toolgen(folder, ["mcp"])).toEqual({ status: 0, stdout: "", stderr: "" });
});
