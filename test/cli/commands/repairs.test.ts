import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { readStatistics } from "../../../src/call/repair-statistics.js";
import { BaseDeclarativeTool, DeclarativeTool, normalizeArguments } from "../../../src/runtime/index.js";
import { toolWithRules } from "../../call/repair/tool-with-rules.js";
import { brokenTool, projectOf, sayTool } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { clients } from "../../server/connect.js";

let folder: string;
let file: string;
let env: { readonly TOOLGEN_REPAIRS: string };
beforeEach(() => {
  folder = projectOf({ "tools.d/say.yaml": sayTool });
  file = join(temporaryFolder(), "repairs.jsonl");
  env = { TOOLGEN_REPAIRS: file };
});

const shown = (...args: readonly string[]) => toolgen(folder, ["repairs", ...args], { env });
const rules = () => readStatistics(file).map(({ rule, from, to, times }) => `${times} ${rule} ${from} ${to ?? ""}`.trimEnd());

it("shows what models get wrong, the most frequent first, and the aliases to add", () => {
  const calls = [
    '{"txt": "a"}',
    '{"Text": "a"}',
    '{"txt": "b"}',
    '{"text": "a", "tmies": 2}',
    '{"message": "a", "times": "2"}',
    '{"text": 1, "message": "b"}',
  ];
  toolgen(folder, ["repair", "say", "--jsonl"], { input: `${calls.join("\n")}\n{"text": "right"}\n`, env });
  expect(shown()).toEqual({
    status: 0,
    stdout: `say: 5 repairs, 2 refused calls
  Repaired
    2 × txt → text: A misspelt name was read as the one that is required and missing.
    1 × Text → text: A known name was written in another case or with other separators.
    1 × message → text: A declared other name became the parameter.
    1 × times: A text that spells a number became it.
  Refused because
    1 × \`tmies\` is not a parameter, and resembles \`times\`
    1 × two names of \`text\` have different values
  To add to tools.d/say.yaml
    aliases: { text: [txt, Text], times: [tmies] }
`,
    stderr: "",
  });
  expect(JSON.parse(shown("--json").stdout)).toEqual({
    file,
    tools: [
      expect.objectContaining({
        tool: "say",
        repairs: 5,
        refusals: 2,
        spec: "tools.d/say.yaml",
        aliases: { text: ["txt", "Text"], times: ["tmies"] },
      }),
    ],
  });
});

it("suggests no alias that the spec already has, and shows counts of unknown tools", () => {
  toolgen(folder, ["repair", "say", "--jsonl"], { input: '{"txt": "a"}\n', env });
  writeFileSync(join(folder, "tools.d/say.yaml"), sayTool.replace("[message]", "[message, txt]"));
  expect(shown().stdout).not.toContain("To add to");
  rmSync(join(folder, "tools.d/say.yaml"));
  expect(shown().stdout).toContain("To add to its spec\n    aliases: { text: [txt] }\n");
  writeFileSync(join(folder, "tools.d/say.yaml"), brokenTool);
  expect(shown()).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("say: 1 repair, 0 refused calls\n") });
});

it("names the key of an element that a name at the top stands for", () => {
  const project = projectOf({
    "tools.d/edit.yaml": `name: edit
description: Edit.
kind: edit
host: pi
schema:
  properties:
    edits: { type: array, description: E., items: { type: object, properties: { oldText: { type: string, description: O. } }, required: [oldText], additionalProperties: false } }
  required: [edits]
aliases: { "edits[].oldText": [old_string] }
wrap: { edits: [oldText] }
`,
  });
  toolgen(project, ["repair", "edit", "--jsonl"], { input: '{"OldString": "a"}\n{"edits": [{"oldTxt": "b"}]}\n', env });
  expect(toolgen(project, ["repairs"], { env }).stdout).toContain('aliases: { "edits[].oldText": [OldString, oldTxt] }');
});

it("counts what is called: by generated/bin/call, by toolgen call, by an MCP client, by a class", async () => {
  toolgen(folder, ["build"]);
  const called = spawnSync(join(folder, "generated/bin/call"), ["say"], {
    cwd: folder,
    input: '{"message":"a"}',
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  expect(called).toMatchObject({ status: 0, stdout: "a/1\n", stderr: "" });
  expect(rules()).toEqual(["1 alias message text"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(toolgen(folder, ["call", "say", '{"message":"a"}'], { env })).toMatchObject({ status: 0, stdout: "a/1\n" });
  expect(toolgen(folder, ["call", "say", '{"txet":"a","text":"b"}'], { env })).toMatchObject({ status: 2 });
  expect(rules()).toEqual(["2 alias message text", "1 refused", "1 unknown txet text"]);
  const session = await clients["SDK 2 as of 2026-07-28"]({ args: [join(folder, "generated/mcp/server.cjs")], cwd: folder, env });
  try {
    expect(await session.call("say", { message: "a" })).toMatchObject({ isError: false });
  } finally {
    await session.close();
  }
  expect(rules()[0]).toBe("3 alias message text");
});

it("counts a call of a class once, however often its arguments are looked at", () => {
  const { definition, validate } = toolWithRules(
    { properties: { text: { type: "string" } } },
    { name: "say", aliases: [{ target: ["text"], names: ["message"] }] },
  );
  const before = process.env.TOOLGEN_REPAIRS;
  process.env.TOOLGEN_REPAIRS = file;
  try {
    class Say extends BaseDeclarativeTool<{ text?: string }, never> {
      protected override createInvocation(): never {
        throw new Error("built");
      }
    }
    const info = { name: "say", displayName: "Say", description: "", parameterSchema: {}, isOutputMarkdown: false, canUpdateOutput: false };
    const tool = new Say({ ...info, kind: "read", risk: definition.risk, definition, validate });
    expect(tool).toBeInstanceOf(DeclarativeTool);
    expect(tool.validateToolParams({ message: "a" })).toBe(null);
    expect(() => tool.build({ message: "a" } as object)).toThrow("built");
    expect(rules()).toEqual(["1 alias message text"]);
    normalizeArguments({ definition, validate }, { message: "a" });
    expect(rules()).toEqual(["2 alias message text"]);
  } finally {
    if (before === undefined) delete process.env.TOOLGEN_REPAIRS;
    else process.env.TOOLGEN_REPAIRS = before;
  }
});

it("counts nothing while it is off, and no looks: repair of one call, dry runs, examples", () => {
  const example = `${sayTool}examples:\n  - { name: an alias, params: { message: a }, expect: { params: { text: a } } }\n`;
  writeFileSync(join(folder, "tools.d/say.yaml"), example);
  const home = temporaryFolder();
  toolgen(folder, ["call", "say", '{"message":"a"}'], { env: { TOOLGEN_REPAIRS: "", HOME: home, XDG_STATE_HOME: "" } });
  expect(existsSync(join(home, ".local"))).toBe(false);
  expect(toolgen(folder, ["repair", "say", '{"message":"a"}'], { env }).status).toBe(0);
  expect(toolgen(folder, ["call", "say", '{"message":"a"}', "--dry-run"], { env }).status).toBe(0);
  expect(toolgen(folder, ["test"], { env }).status).toBe(0);
  expect(existsSync(file)).toBe(false);
});

it("says how counting is switched on, where it was, and forgets what it is told to", () => {
  const home = temporaryFolder();
  const off = { TOOLGEN_REPAIRS: "", HOME: home, XDG_STATE_HOME: "" };
  expect(toolgen(folder, ["repairs"], { env: off })).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/Nothing was counted.*TOOLGEN_REPAIRS=1/s),
  });
  toolgen(folder, ["call", "say", '{"message":"a"}'], { env: { ...off, TOOLGEN_REPAIRS: "1" } });
  expect(toolgen(folder, ["repairs"], { env: off }).stdout).toContain("1 × message → text");
  expect(toolgen(folder, ["repairs", "--clear"], { env: off })).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(toolgen(folder, ["repairs"], { env: off }).stdout).toContain("Nothing was counted");
});

it("refuses an invalid path, and says why statistics can't be read", () => {
  expect(toolgen(folder, ["repairs"], { env: { TOOLGEN_REPAIRS: "stats.jsonl" } })).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("absolute path"),
  });
  mkdirSync(file);
  expect(shown()).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("EISDIR") });
  expect(shown("--json", "--clear")).toMatchObject({ status: 2, stdout: "" });
});
