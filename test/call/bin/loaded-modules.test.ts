import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtProject, sayTool } from "../../kit/project.js";

/** Runs a call, and returns its output and which of Node's modules for programs and sockets it has loaded. */
function modulesOfCall(project: string, env: Readonly<Record<string, string>>, tool = "say") {
  const script = join(project, "show-modules.cjs");
  const loaded = "process.moduleLoadList.filter((name) => /^NativeModule (child_process|net|perf_hooks)$/.test(name))";
  writeFileSync(
    script,
    `process.on("exit", () => require("node:fs").writeSync(2, ${loaded}.sort().join()));require("./generated/bin/call");`,
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, tool], {
    cwd: project,
    input: '{"text":"hello"}',
    env: { PATH: process.env.PATH, HOME: project, ...env },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

it("starts a command without node:child_process, unless Node has options", () => {
  const project = builtProject({ "tools.d/say.yaml": sayTool });
  const usual = { status: 0, stdout: "hello/1\n" };
  expect(modulesOfCall(project, {})).toEqual({ ...usual, stderr: "" });
  const both = "NativeModule child_process,NativeModule net";
  expect(modulesOfCall(project, { NODE_OPTIONS: "--pending-deprecation" })).toEqual({ ...usual, stderr: both });
});

const handler = `name: answer
description: Returns a text.
kind: read
schema: { properties: { text: { type: string } } }
env: { pass: [NODE_OPTIONS] }
handler: ./answer.mjs#answer
`;

it("runs a handler without node:child_process, unless Node has options", () => {
  const project = builtProject({
    "tools.d/answer.yaml": handler,
    "tools.d/answer.mjs":
      'import { writeSync } from "node:fs"; export const answer = ({ text }) => { writeSync(2, "ran,"); return text; };',
  });
  expect(modulesOfCall(project, {}, "answer")).toEqual({ status: 0, stdout: "hello", stderr: "" });
});
