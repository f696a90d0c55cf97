import { expect, it } from "vitest";
import { compiledTool } from "../../../kit/compiled.js";

const shell = `name: t
description: d
kind: execute
schema: { properties: { command: { type: string }, other: { type: string } }, required: [command] }
`;
const bash = `${shell}code: { command: bash }
command: [bash, -c, "{{command}}"]
`;

it("gives a guard its defaults", async () => {
  const { tool, diagnostics } = await compiledTool(`${bash.replace(", other: { type: string }", "")}guard: command\n`);
  expect(diagnostics).toEqual([]);
  expect(tool?.definition.guard).toMatchObject({ param: "command", slowMs: 10_000 });
  expect(tool?.definition.guard?.extractors).toEqual(expect.arrayContaining(["head", "tail", "grep", "jq", "yq", "tr"]));
});

it("takes its own limit and list", async () => {
  const { tool } = await compiledTool(
    `${bash.replace(", other: { type: string }", "")}guard: { param: command, slow: 2m, extractors: [head, tail] }\n`,
  );
  expect(tool?.definition.guard).toEqual({ param: "command", slowMs: 120_000, extractors: ["head", "tail"] });
});

it.each([
  ["a command in one string", `command: "bash -c {{command}}"`],
  ["sh with options before", `command: [sh, -e, -c, "{{command}}"]`],
  ["a path", `command: [/bin/bash, -lc, "{{command}}"]`],
])("knows a shell: %s", async (_, command) => {
  const { diagnostics } = await compiledTool(
    `${shell.replace(", other: { type: string }", "")}code: { command: bash }\n${command}\nguard: command\n`,
  );
  expect(diagnostics.map(({ code }) => code)).toEqual([]);
});

it.each([
  ["a parameter that isn't code", `command: [echo, --, "{{command}}", "{{other}}"]\nguard: command`, "guard-without-shell"],
  ["a shell on another machine", `code: { command: bash }\ncommand: [ssh, host, "{{command}}"]\nguard: command`, "guard-without-shell"],
  [
    "a shell that shows what it runs",
    `code: { command: bash }\ncommand: [bash, -xc, "{{command}}"]\nguard: command`,
    "guard-without-shell",
  ],
  ["a restricted shell", `code: { command: bash }\ncommand: [bash, -r, -c, "{{command}}"]\nguard: command`, "guard-without-shell"],
  ["no such parameter", `code: { command: bash }\ncommand: [bash, -c, "{{command}}"]\nguard: cmd`, "guard-without-shell"],
  ["a result that is data", `code: { command: bash }\ncommand: [bash, -c, "{{command}}"]\nguard: command\noutput: json`, "guard-beside"],
  ["secrets", `code: { command: bash }\ncommand: [bash, -c, "{{command}}"]\nguard: command\nsecrets: [TOKEN]`, "guard-beside"],
  ["a sandbox", `code: { command: bash }\ncommand: [bash, -c, "{{command}}"]\nguard: command\nsandbox: {}`, "guard-beside"],
  ["a program that stays", `code: { command: bash }\ncommand: [bash, -c, "{{command}}"]\nguard: command\nbackground: true`, "guard-beside"],
])("refuses a guard for %s", async (_, rest, code) => {
  const { diagnostics } = await compiledTool(`${shell}${rest}\n`);
  expect(diagnostics.map((one) => one.code)).toContain(code);
});
