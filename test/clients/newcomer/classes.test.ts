import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { compilers, compileTypeScript, installedProject, run } from "./packed.js";

let folder: string;

beforeAll(() => {
  folder = installedProject();
});

const program = `
import { type GitLogParams, GitLogTool, normalizeGitLogArgs, normalizeSearchTextArgs, SearchTextTool, tools } from "./generated/tools/index.js";
import type { ToolName, ToolParamsByName } from "./generated/tools/index.js";
import { problemText, contentText } from "toolgen/runtime";

const { signal } = new AbortController();
const params: GitLogParams = { path: "größe.txt", detail: "subject" };
const invocation = new GitLogTool().build(params);
const limit: number = invocation.params.limit;
const done = await invocation.execute({ abortSignal: signal });

const normalized = normalizeSearchTextArgs({ query: "needle", ignore_case: "true" });
if (!normalized.ok) throw new Error(normalized.problems.map(problemText).join());
const path: string = normalized.params.path;
const found = await new SearchTextTool().buildAndExecute(normalized.params, signal);
const refused = normalizeGitLogArgs({ limit: "many", sinse: "today" });

const all = Object.keys(tools) as ToolName[];
const byName: ToolParamsByName["git_show"] = { revision: "v1" };
const shown = await new tools.git_show({ workspace: ".", projectDir: "." }).validateBuildAndExecute(byName, signal);

console.log(JSON.stringify({
  limit, path, all, found: found.llmContent, refused, shown: contentText(shown.llmContent).split("\\n")[0],
  name: GitLogTool.Name, description: invocation.getDescription(), locations: invocation.toolLocations(), done: done.llmContent,
}));
`;

const mistakes = `
import { GitDiffTool, GitLogTool, type SearchTextParams } from "./generated/tools/index.js";
// @ts-expect-error a parameter that is required is missing
export const missing: SearchTextParams = {};
// @ts-expect-error an unknown parameter
export const unknown: SearchTextParams = { pattern: "x", query: "x" };
// @ts-expect-error not one of the options
new GitLogTool().build({ detail: "everything" });
// @ts-expect-error a number
new GitLogTool().build({ limit: "5" });
// @ts-expect-error an array of texts
new GitDiffTool().build({ paths: [1] });
// @ts-expect-error a parameter without a default may be absent
export const author: string = new GitLogTool().build({}).params.author;
`;

it.each(compilers)("compiles under %s as strictly as it goes, with every declaration of the package, and runs", (compiler) => {
  writeFileSync(join(folder, "main.ts"), program);
  expect(compileTypeScript(compiler, folder, `out-${compiler}`, "main.ts")).toBe("");
  const told = JSON.parse(run(folder, `out-${compiler}/main.js`));
  expect(told).toMatchObject({
    limit: 20,
    path: ".",
    all: ["check_javascript", "git_blame", "git_diff", "git_log", "git_show", "git_status", "list_files", "search_text"],
    found: expect.stringContaining("größe.txt:1:a needle in a 草 stack"),
    shown: expect.stringMatching(/^commit [0-9a-f]+/),
    name: "git_log",
    description: expect.stringMatching(/^git\/safe-git .*--max-count=20 .*-- größe.txt$/),
    locations: [{ path: join(folder, "größe.txt") }],
    done: expect.stringContaining("Begin"),
  });
  expect(told.refused.problems).toEqual([
    { code: "unknown", path: ["sinse"], suggestion: ["since"], accepted: expect.arrayContaining(["limit"]) },
    { code: "not-accepted", path: ["limit"], expected: ["be an integer"], given: "many", isJson: false },
  ]);
});

it.each(compilers)("lets %s find calls that the validator would refuse", (compiler) => {
  writeFileSync(join(folder, "mistakes.ts"), mistakes);
  expect(compileTypeScript(compiler, folder, "out-mistakes", "mistakes.ts")).toBe("");
});
