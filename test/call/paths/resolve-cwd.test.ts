import { expect, it } from "vitest";
import { resolveCwd } from "../../../src/call/paths/check-paths.js";
import type { PathRule } from "../../../src/contract/definition.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import type { TextTemplate } from "../../../src/contract/text-template.js";
import { block, either, given, scope, value, when } from "../command/pieces.js";
import { definition } from "../repair/tool-with-rules.js";
import { sentencesOf } from "../sentences.js";
import { makeFolders } from "./project-folders.js";

const { base, workspace } = makeFolders();

const project = { roots: { data: "../data" }, output: "generated", specPatterns: [] };

function resolved(cwd: TextTemplate | undefined, params: JsonObject, rule: Partial<PathRule> | undefined = {}): string {
  const whole: PathRule = { target: ["dir"], access: "read", root: "workspace", type: "any", mustExist: false, ...rule };
  const result = resolveCwd(definition({ cwd, paths: [whole], project }), scope(params), { workspace, projectDir: workspace });
  return (result.ok ? result.dir : sentencesOf(result).join("\n")).replaceAll(base, "BASE");
}

const dir = [value("dir")];
const rows: readonly (readonly [
  what: string,
  cwd: TextTemplate | undefined,
  params: JsonObject,
  rule: Partial<PathRule>,
  gives: string,
])[] = [
  ["the workspace without a rule", undefined, { dir: "src" }, {}, "BASE/work"],
  ["the workspace for an absent parameter", dir, {}, {}, "BASE/work"],
  ["a folder of the workspace", dir, { dir: "src/deep" }, {}, "BASE/work/src/deep"],
  ["an absolute folder of the workspace", dir, { dir: `${workspace}/src` }, {}, "BASE/work/src"],
  ["a folder whose name could be an option", [value("dir"), "/deep"], { dir: "src" }, {}, "BASE/work/src/deep"],
  ["a folder of another root", dir, { dir: "sub" }, { root: "data" }, "BASE/data/sub"],
  ["the folder that a link leads to", dir, { dir: "in-link/deep" }, {}, "BASE/work/src/deep"],
  ["the folder that a link itself is", dir, { dir: "deep-link" }, {}, "BASE/work/src/deep"],
  ["any folder where there is no bound", dir, { dir: "../outside" }, { root: "any" }, "BASE/outside"],
  ["the author's own folder", ["../outside"], {}, {}, "BASE/outside"],
  ["what a block says", [block(either<TextTemplate>([when(given("dir"), [value("dir")])], ["src"]))], {}, {}, "BASE/work/src"],
];

it.each(rows)("runs in %s", (_, cwd, params, rule, gives) => {
  expect(resolved(cwd, params, rule)).toBe(gives);
});

const refused: readonly (readonly [what: string, cwd: TextTemplate, params: JsonObject, says: string])[] = [
  ["outside its root", dir, { dir: "../outside" }, '`dir`: "../outside" leads to "BASE/outside", outside its root'],
  ["behind a link", dir, { dir: "out-dir" }, "outside its root"],
  ["behind a link in the author's text", [value("dir"), "/out-dir"], { dir: "." }, "The working directory, from `dir`,"],
  ["above by the author's text", [value("dir"), "/../.."], { dir: "src" }, "outside its root"],
  ["that is in a block", [block(either([when(given("dir"), [value("dir"), "/.."])]))], { dir: "." }, "outside its root"],
  ["that isn't there", dir, { dir: "missing" }, 'The working directory, from `dir`, "missing" doesn\'t exist.'],
  ["that is a file", dir, { dir: "src/a.ts" }, "is not a directory"],
  ["of the author's that isn't there", ["nowhere"], {}, 'The working directory, "nowhere" doesn\'t exist.'],
  ["with a NUL", dir, { dir: "a\0b" }, "no path can contain"],
  ["with a NUL from a parameter without a rule", [value("name")], { name: "a\0b" }, "no path can contain"],
  ["that is empty", dir, { dir: "" }, "is empty"],
];

it.each(refused)("refuses a folder %s", (_, cwd, params, says) => {
  expect(resolved(cwd, params)).toContain(says);
});
