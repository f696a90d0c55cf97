import { expect, it } from "vitest";
import { definitionOn } from "../../src/call/execute-call.js";
import { renderRefusal } from "../../src/call/refusal.late.js";
import { absentPlatform } from "../../src/call/start-problem.late.js";
import { loadCompiledTool } from "../../src/cli/project/load-compiled-tool.js";
import { compiled } from "../kit/compiled.js";
import { callTool } from "../kit/printed.js";

const here = { linux: "linux", darwin: "macos", win32: "windows" }[process.platform as string] ?? "linux";

async function toolOf(lines: string) {
  const { model, diagnostics, files } = await compiled({ "tool.yaml": `name: t\ndescription: d\nkind: read\n${lines}` });
  expect(diagnostics).toEqual([]);
  return { model: model.tools[0], tool: loadCompiledTool(files, "t", "/") };
}

const context = { workspace: process.cwd(), projectDir: process.cwd(), env: { PATH: process.env.PATH } };

it("runs the command of the platform that it is on, in its environment", async () => {
  const { tool } = await toolOf(`command: [printf, "%s", usual]
platforms: { ${here}: { command: [sh, -c, 'printf "%s" "$WHERE"'], env: { set: { WHERE: here } } } }
`);
  expect(callTool(tool, {}, context)).toEqual({ exitCode: 0, stdout: "here", stderr: "" });
});

it("refuses a call where the tool doesn't run, and starts nothing", async () => {
  const { tool } = await toolOf(`command: [printf, "%s", ran]\nplatforms: { ${here}: false }\n`);
  const { exitCode, stdout, stderr } = callTool(tool, {}, context);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
  expect(stderr).toMatch(/^t was not run: it doesn't run on \w+, only on \w+ and \w+\.\n/);
});

it("tells where a tool runs instead", async () => {
  const { tool } = await toolOf("command: [wc]\nplatforms: { windows: false, macos: false }\n");
  expect(renderRefusal("t", absentPlatform(tool.definition, "win32"))).toContain("it doesn't run on Windows, only on Linux.");
  const nowhere = { ...tool.definition, platforms: { linux: false, darwin: false, win32: false } as const };
  expect(renderRefusal("t", absentPlatform(nowhere, "win32"))).toContain("it doesn't run on Windows, nor anywhere else.");
});

it("says how to install a program that is missing, as the platform does", async () => {
  const { tool } = await toolOf(`command: [no-such-program-here]
requires: { no-such-program-here: { install: apt install none } }
platforms:
  macos: { requires: {} }
  windows: { requires: { no-such-program-here: { install: winget install none } } }
`);
  expect(callTool({ ...tool, definition: { ...tool.definition, platforms: undefined } }, {}, context)).toMatchObject({
    exitCode: 127,
    stderr: expect.stringMatching(/not found on PATH.*\nHow to install it: apt install none\nNothing was run\. /),
  });
  expect(definitionOn(tool.definition, "win32").install).toBe("winget install none");
  const { stderr } = callTool({ ...tool, definition: definitionOn(tool.definition, "darwin") }, {}, context);
  expect(stderr).toContain("not found on PATH");
  expect(stderr).not.toContain("install it:");
});

it("leaves a definition alone where nothing differs", async () => {
  const { tool } = await toolOf("command: [wc]\nplatforms: { windows: { program: wc.exe } }\n");
  expect(definitionOn(tool.definition, "linux")).toBe(tool.definition);
  expect(definitionOn(tool.definition, "freebsd")).toBe(tool.definition);
  expect(definitionOn(tool.definition, "win32").command?.program).toBe("wc.exe");
});
