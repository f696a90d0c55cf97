import { expect, it } from "vitest";
import { compiled, compiledTool } from "../../../kit/compiled.js";

const head = "name: t\ndescription: d\nkind: read\n";

it("compiles what a platform replaces, for each of them, and nothing where nothing differs", async () => {
  const { tool, diagnostics } = await compiledTool(`${head}schema: { properties: { x: { type: string, pattern: "^[a-z]+$" } } }
command: [sed, --, "{{x}}"]
code: { x: sed }
env: [A]
platforms:
  macos: { program: gsed }
  linux: { command: [ssed, "--text={{x}}"], env: { set: { B: "{{x}}" } } }
  windows: false
`);
  expect(diagnostics).toEqual([]);
  const own = tool?.definition.command;
  expect(tool?.definition.platforms).toEqual({
    linux: {
      command: {
        program: "ssed",
        specDir: false,
        items: [{ kind: "word", text: ["--text=", expect.objectContaining({ kind: "value" })] }],
      },
      env: { pass: [], set: { B: [expect.objectContaining({ kind: "value" })] } },
    },
    darwin: { command: { ...own, program: "gsed" } },
    win32: false,
  });
  const plain = await compiledTool(`${head}command: [wc]\nplatforms: { macos: {} }\n`);
  expect(plain.tool?.definition).not.toHaveProperty("platforms");
});

it("holds the command of a platform to the rules of the tool's own, at its place", async () => {
  const { diagnostics } = await compiledTool(`${head}schema: { properties: { x: { type: string } } }
command: [wc, "{{x}}"]
platforms:
  macos: { command: [gwc, "--{{x}}", "{{y}}"] }
  linux: { program: perl }
  windows: { command: [sh, -c, "{{x}}"], env: { set: { PATH: "{{x}}" } } }
`);
  expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
    ["evaluated-argument", 5],
    ["unknown-name", 7],
    ["evaluated-argument", 9],
    ["env-loads-code", 9],
  ]);
});

it("reports once what is evaluated by the program of a platform and by the tool's own", async () => {
  const spec = (program: string) => `${head}schema: { properties: { x: { type: string } } }
command: [${program}, "{{x}}"]
platforms: { macos: { program: gsed } }
`;
  const codes = async (text: string) => (await compiledTool(text)).diagnostics.map(({ code, line }) => [code, line]);
  expect(await codes(spec("sed"))).toEqual([["evaluated-argument", 5]]);
  expect(await codes(spec("wc"))).toEqual([["evaluated-argument", 5]]);
});

it("makes a tool dangerous where on one platform alone a value can be any option", async () => {
  const { tool } = await compiledTool(`${head}schema: { properties: { x: { type: string } } }
command: [wc, --, "{{x}}"]
allowLeadingDash: [x]
platforms: { macos: { command: [gwc, "{{x}}"] } }
`);
  expect(tool?.risk.level).toBe("dangerous");
});

it("counts a parameter as used that one platform uses", async () => {
  const { diagnostics } = await compiledTool(`${head}schema: { properties: { x: { type: integer, minimum: 0 } } }
command: [wc]
platforms: { macos: { command: [gwc, "{{x}}"] } }
`);
  expect(diagnostics).toEqual([]);
});

it("takes `false` for a platform, and neither `true` nor another name", async () => {
  const { diagnostics } = await compiledTool(`${head}command: [wc]
platforms:
  windows: true
  osx: false
`);
  expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([
    ["wrong-type", 6],
    ["unknown-key", 7],
  ]);
});

it("says that a PowerShell script for a platform is for a later version", async () => {
  const { diagnostics } = await compiledTool(`${head}command: [wc]\nplatforms: { windows: { shell: { pwsh: dir } } }\n`);
  expect(diagnostics.map(({ code }) => code)).toEqual(["not-yet"]);
});

it("keeps what a tool requires by platform, and of it only the program's installation for calls", async () => {
  const { tool, diagnostics } = await compiledTool(`${head}command: [rg]
requires: { rg: { range: ">=13", install: apt install ripgrep }, jq: 1.6 }
platforms:
  macos: { requires: { rg: { args: [version], install: brew install ripgrep } } }
  windows: false
`);
  expect(diagnostics).toEqual([]);
  const jq = { program: "jq", range: "1.6", args: ["--version"], install: undefined };
  expect(tool?.requires).toEqual({
    linux: [{ program: "rg", range: ">=13", args: ["--version"], install: "apt install ripgrep" }, jq],
    macos: [{ program: "rg", range: undefined, args: ["version"], install: "brew install ripgrep" }],
    windows: [],
  });
  expect(tool?.definition).toMatchObject({
    install: "apt install ripgrep",
    platforms: { darwin: { install: "brew install ripgrep" }, win32: false },
  });
});

it("costs a call nothing where there is nothing for it", async () => {
  const { tool } = await compiledTool(`${head}command: [rg]\nrequires: { rg: ">=13", jq: { install: apt install jq } }\n`);
  expect(Object.keys(tool?.definition ?? {})).not.toContain("install");
});

it.each(["newer than 8", ">=1.x.y", "1.2.3.4"])("refuses the range '%s', short and long", async (range) => {
  const { diagnostics } = await compiledTool(`${head}command: [rg]\nrequires:\n  rg: "${range}"\n  jq: { range: "${range}" }\n`);
  expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
    ["bad-version-range", 6, 7],
    ["bad-version-range", 7, 16],
  ]);
});

it("merges what fragments require and replace with what the tool does", async () => {
  const { model, diagnostics } = await compiled({
    "base.yaml": "fragment: base\nrequires: { rg: '>=13', jq: '*' }\nplatforms: { macos: { env: [A] }, windows: {} }\n",
    "tool.yaml": `${head}extends: [base]
command: [rg]
requires: { rg: { install: apt install ripgrep } }
platforms: { macos: { program: grg }, windows: false }
`,
  });
  expect(diagnostics).toEqual([]);
  const [tool] = model.tools;
  expect(tool?.requires.linux.map(({ program, range, install }) => [program, range, install])).toEqual([
    ["rg", ">=13", "apt install ripgrep"],
    ["jq", "*", undefined],
  ]);
  expect(tool?.definition.platforms).toMatchObject({ darwin: { command: { program: "grg" }, env: { pass: ["A"] } }, win32: false });
});
