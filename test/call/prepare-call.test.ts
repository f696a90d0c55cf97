import { expect, it } from "vitest";
import { prepareCall } from "../../src/call/prepare-call.js";
import type { CallContext } from "../../src/contract/call.js";
import type { ToolDefinition } from "../../src/contract/definition.js";
import { each, group, json, stretch, value, word } from "./command/pieces.js";
import { makeFolders } from "./paths/project-folders.js";
import { toolWithRules } from "./repair/tool-with-rules.js";
import { sentencesOf } from "./sentences.js";

const { workspace } = makeFolders();

const context: CallContext = { workspace, projectDir: workspace, env: { PATH: "/bin", SECRET: "s", AWS_REGION: "r" } };
const schema = {
  properties: {
    pattern: { type: "string" },
    path: { type: "string", default: "." },
    globs: { type: "array", items: { type: "string" } },
    limit: { type: "integer", default: 50 },
    dir: { type: "string" },
    body: { type: "string" },
  },
  required: ["pattern"],
};
const rules: Partial<ToolDefinition> = {
  aliases: [{ target: ["pattern"], names: ["query"] }],
  paths: [
    { target: ["path"], access: "read", root: "workspace", type: "any", mustExist: true },
    { target: ["dir"], access: "read", root: "workspace", type: "directory", mustExist: true },
  ],
  command: {
    program: "rg",
    specDir: false,
    items: [
      stretch(each("globs", [word("--glob=", value("this"))])),
      group(word("--max-count"), word(value("limit"))),
      word("--"),
      word(value("pattern")),
      word(value("path", true)),
    ],
  },
  cwd: [value("dir")],
  stdin: [value("body")],
  env: { pass: ["AWS_*"], set: { NO_COLOR: ["1"] } },
  summary: ["Search ", value("path"), " for ", value("pattern")],
};
const tool = toolWithRules(schema, rules);

it("turns an aliased, repairable call into the one to run", () => {
  expect(prepareCall(tool, { query: "needle", limit: "7", globs: ["*.ts", "a b"], path: "src", wait_for_previous: true }, context)).toEqual(
    {
      ok: true,
      call: {
        program: "rg",
        args: ["--glob=*.ts", "--glob=a b", "--max-count", "7", "--", "needle", "src"],
        cwd: workspace,
        stdin: undefined,
        env: { PATH: "/bin", AWS_REGION: "r", NO_COLOR: "1" },
        params: { pattern: "needle", limit: 7, globs: ["*.ts", "a b"], path: "src" },
        summary: "Search src for needle",
      },
    },
  );
});

it("gives paths to the program as it needs them, and to people as the model gave them", () => {
  const prepared = prepareCall(tool, { pattern: "x", path: "src/a.ts", dir: "src", body: "in\0put" }, context);
  expect(prepared).toMatchObject({
    ok: true,
    call: {
      cwd: `${workspace}/src`,
      args: ["--max-count", "50", "--", "x", `${workspace}/src/a.ts`],
      stdin: "in\0put",
      params: { path: "src/a.ts", dir: "src" },
      summary: "Search src/a.ts for x",
    },
  });
});

it("finds a program beside its spec, and hands on the whole call", () => {
  const script = toolWithRules(schema, {
    command: { program: "bin/run.sh", specDir: true, items: [word({ kind: "json", ref: { from: "call", name: "params" } })] },
    specDir: "tools.d",
  });
  expect(prepareCall(script, { limit: 1, pattern: "p" }, context)).toMatchObject({
    ok: true,
    call: { program: `${workspace}/tools.d/bin/run.sh`, args: ['{"pattern":"p","path":".","limit":1}'], summary: undefined },
  });
});

it("refuses at the first step that finds something wrong", () => {
  const problems = (input: unknown) => {
    const prepared = prepareCall(tool, input, context);
    return prepared.ok ? [] : sentencesOf(prepared);
  };
  expect(problems(null)).toHaveLength(1);
  expect(problems({ path: "../outside", zzz: 1 })).toEqual([
    "`pattern` is required, but missing.",
    expect.stringMatching(/^`zzz` is not a parameter of this tool\./),
  ]);
  expect(problems({ pattern: "-x", path: "../outside" })).toEqual([expect.stringContaining('`path`: "../outside" leads to')]);
  expect(problems({ pattern: "x", dir: "missing" })).toEqual(['`dir`: "missing" doesn\'t exist.']);
});

it("tells everything that the arguments and their surroundings can't hold at once, and each thing once", () => {
  const all = toolWithRules(schema, {
    command: { program: "p", specDir: false, items: [word(value("pattern")), word("=", value("body"))] },
    stdin: [value("body")],
    env: { pass: [], set: { V: [json("limit"), value("pattern")] } },
  });
  const prepared = prepareCall(all, { pattern: "-a\0", body: "\ud800" }, context);
  expect(prepared.ok ? [] : sentencesOf(prepared).map((problem) => problem.split(/[,.:]/)[0])).toEqual([
    "`pattern` contains a NUL character",
    '`pattern` must not begin with "-"',
    "`body` contains an unpaired surrogate",
    "The environment variable V would contain a NUL character",
  ]);
});

it("doesn't touch what it was given", () => {
  const input = { query: "needle", path: "src", dir: "src", globs: ["a"] };
  const before = structuredClone(input);
  prepareCall(tool, input, context);
  expect(input).toEqual(before);
});
