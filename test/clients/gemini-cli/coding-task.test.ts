import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { libraryNames } from "../../../src/compiler/source.js";
import { readAssets } from "../../../src/contract/node-host.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { type Asked, type Call, generated, makeHome, runGemini, startModel, type Turn, writeSettings } from "./program.js";

// The program corrects a small project, with the library's tools and one of the project's own. None of the program's own tools is there.

const files = {
  "package.json": '{ "name": "shop", "type": "module", "private": true }\n',
  ".gitignore": "node_modules/\n*.log\n",
  "build.log": "shippingOf: nobody is to read this\n",
  "src/cart.js": 'import { shippingOf } from "./shipping.js";\n\nexport const total = (cart) => cart.sum + shippingOf(cart);\n',
  "src/shipping.js": "export function shippingOf(cart) {\r\n\treturn cart.sum > 50 ? 0 : 4;\r\n}\r\n",
  "test/cart.test.js": [
    'import assert from "node:assert";\nimport { test } from "node:test";\nimport { total } from "../src/cart.js";\n',
    'test("adds the shipping", () => assert.equal(total({ sum: 20 }), 24));',
    'test("is free from 50 on", () => assert.equal(total({ sum: 50 }), 50));\n',
  ].join("\n"),
  "tools.d/run-tests.yaml": [
    "name: run_tests\ndescription: Run the project's tests.\nkind: execute\nrisk: safe",
    "command: [node, --test, --test-reporter=tap]\nexitCodes: { 1: { error: Some tests fail. } }\n",
  ].join("\n"),
};

const call = (name: string, args: Call["args"]): Call => ({ name: `discovered_tool_${name}`, args });
/** The answer to a turn's first call. */
const outputIn = ([answer]: Asked["answered"]) => String(answer?.response.output ?? answer?.response.error);

/** The model's turns, with other agents' names where models use them. A turn that depends on a finding is made of it. */
const turns: readonly Turn[] = [
  [call("list_directory", { path: "." })],
  [call("run_tests", {})],
  [call("grep_search", { query: "shippingOf", path: "src" }), call("glob", { glob: "**/*.js" })],
  (answered) => {
    const [, file] = /File: (\S+)\nL\d+: export function/.exec(outputIn(answered)) ?? [];
    return [call("read_file", { path: `src/${file}` })];
  },
  (answered) => {
    const line = outputIn(answered)
      .split("\n")
      .find((text) => text.includes("> 50"));
    return [call("replace", { path: "src/shipping.js", oldText: line, newText: line?.replace("> 50", ">= 50") })];
  },
  [call("write_file", { path: "docs/changes.md", text: "Shipping is free from 50 on.\n" })],
  [
    call("run_shell_command", { cmd: "node --test --test-reporter=tap | tail -n 12", explanation: "Run the tests." }),
    call("read_many_files", { paths: ["src/shipping.js", "docs/changes.md"] }),
  ],
];

/** The policy in docs/gemini-cli.md that excludes the program's own tools. */
function documentedPolicy(): string {
  const page = readFileSync(new URL("../../../docs/gemini-cli.md", import.meta.url), "utf8");
  expect(page).toContain("## These tools instead of the client's own");
  return page.split("## These tools instead of the client's own")[1]?.split("```toml\n")[1]?.split("```")[0] ?? "";
}

const library = libraryNames(await readAssets());
const config = `version: 1\nlibrary: [${library.join(", ")}]\nrisk: { replace: { decision: allow }, write_file: { decision: allow }, run_shell_command: { decision: allow } }\n`;

/** Has the program make the calls of these turns in a fresh project, with these settings about tools beside what a build emits. */
async function run({ turns, tools = {}, policy }: { readonly turns: readonly Turn[]; readonly tools?: object; readonly policy?: string }) {
  const project = projectOf({ ...files, "toolgen.yaml": config });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const settings = generated<{ readonly tools: object }>(project, "gemini/settings.json");
  writeSettings(project, { ...settings, tools: { ...settings.tools, ...tools } });
  const { stop, ...model } = await startModel(turns);
  try {
    const home = makeHome(policy === undefined ? {} : { "own-tools.toml": policy });
    const ended = await runGemini({ project, home, modelUrl: model.url, prompt: "The test of the cart fails. Mend it." });
    expect(ended, ended.stderr).toMatchObject({ status: 0, stdout: expect.stringMatching(/^done\n?$/) });
    return { project, ...model, names: model.asked[0]?.declarations.map(({ name }) => name) ?? [] };
  } finally {
    stop();
  }
}

let mended: Awaited<ReturnType<typeof run>>;

beforeAll(async () => {
  mended = await run({ turns, policy: documentedPolicy() });
});

/** The program's answers to the calls of a turn. */
const answersTo = (turn: number) => mended.asked[turn + 1]?.answered.map(({ response }) => response) ?? [];

it("shows the model our tools alone, where a policy takes the program's own away", () => {
  const ours = ["run_tests", ...library.map((name) => name.replace("std/", ""))].map((name) => `discovered_tool_${name}`);
  expect(mended.names.filter((name) => !ours.includes(name))).toEqual([]);
  const used = turns.flatMap((turn) => (typeof turn === "function" ? [] : turn)).map(({ name }) => name);
  expect(mended.names).toEqual(expect.arrayContaining(used));
  expect(mended.unknown).toEqual([]);
});

it("hands the model what it needs to find the mistake", () => {
  const { project } = mended;
  expect(answersTo(0)).toEqual([{ output: expect.stringMatching(/\[DIR\] src\n[\s\S]*package\.json \(\d+ bytes\)[\s\S]*\(1 ignored\)/) }]);
  expect(answersTo(1)).toEqual([{ error: expect.stringMatching(/not ok 2 - is free from 50 on[\s\S]*54 == 50[\s\S]*Some tests fail\./) }]);
  const [found, listed] = answersTo(2);
  expect(found?.output).toMatch(
    /^Found 3 matches .*\n---\nFile: cart\.js\nL1: [\s\S]*\nFile: shipping\.js\nL1: export function shippingOf/,
  );
  expect(String(listed?.output).split("\n").slice(1).toSorted()).toEqual(
    ["src/cart.js", "src/shipping.js", "test/cart.test.js"].map((path) => `${project}/${path}`),
  );
  const text = "export function shippingOf(cart) {\n\treturn cart.sum > 50 ? 0 : 4;\n}\n";
  expect(answersTo(3)).toEqual([{ output: `${text}\n[Its lines end in CRLF.]` }]);
});

it("repairs the code, and shows it by the tests", () => {
  const { project } = mended;
  expect(answersTo(4)).toEqual([{ output: expect.stringContaining("(1 replacements). Here is the updated code:\n") }]);
  expect(answersTo(5)).toEqual([{ output: expect.stringContaining("Successfully created and wrote to new file") }]);
  const [tests, texts] = answersTo(6);
  expect(tests?.output).toMatch(/^Output: [\s\S]*# pass 2\n# fail 0\n/);
  expect(texts?.output).toMatch(/Shipping is free from 50 on\.[\s\S]*cart\.sum >= 50/);
  const written = {
    "src/shipping.js": files["src/shipping.js"].replace("> 50", ">= 50"),
    "docs/changes.md": "Shipping is free from 50 on.\n",
  };
  for (const [path, text] of Object.entries({ ...files, ...written })) expect(readFileSync(join(project, path), "utf8"), path).toBe(text);
});

const bothNames: Turn = [call("read_file", { path: "src/cart.js" }), { name: "read_file", args: { file_path: "src/cart.js" } }];

it("has tools of both kinds by the names that they share, unless one is taken away", async () => {
  const { names, asked } = await run({ turns: [bothNames] });
  expect(names).toEqual(expect.arrayContaining(["read_file", "discovered_tool_read_file"]));
  expect(asked[1]?.answered.map(({ response }) => response)).toEqual([{ output: files["src/cart.js"] }, { output: files["src/cart.js"] }]);
});

it("counts discovered tools among those that `tools.core` lists or doesn't", async () => {
  const none = await run({ turns: [bothNames], tools: { core: [] } });
  expect(none.names).toEqual([]);
  expect(none.asked[1]?.answered.map(({ response }) => response)).toEqual(
    ["discovered_tool_read_file", "read_file"].map((name) => ({ error: `Tool "${name}" not found.` })),
  );
  const ours = await run({ turns: [bothNames], tools: { core: ["discovered_tool_read_file"] } });
  expect(ours.names).toEqual(["discovered_tool_read_file"]);
});
