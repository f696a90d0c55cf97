import { afterAll, beforeAll, expect, it } from "vitest";
import { removeFolders } from "../../tools.d/repository.js";
import { type Client, type DiscoveredTool, startClient } from "./client.js";
import { makeProject, ownTools } from "./project.js";

let project: string;
let client: Client;
let discovered: readonly DiscoveredTool[];

beforeAll(async () => {
  project = makeProject();
  client = await startClient(project);
  discovered = await client.discover();
});
afterAll(() => {
  client?.stop();
  removeFolders();
});

/** A call of each of this project's tools, what it must print, and a call that the client itself must refuse. */
const calls = {
  search_text: { params: { pattern: "needle", glob: "*.js" }, prints: "src/a.js:2:export const needle = 4;\n", wrong: { pattern: ["a"] } },
  list_files: { params: { glob: "*.js" }, prints: "src/a.js\n", wrong: { path: {} } },
  git_status: { params: {}, prints: "## main\n M src/a.js\nA  staged.txt\n", wrong: { untracked: "some" } },
  git_log: {
    params: { path: "src/a.js" },
    prints: /^[0-9a-f]{7,} 2026-01-02 Ada: Count one more\n[0-9a-f]{7,} 2026-01-02 Ada: Begin\n$/,
    wrong: { limit: [] },
  },
  git_diff: { params: { staged: true, detail: "names" }, prints: "A\tstaged.txt\n", wrong: { paths: "src" } },
  git_show: {
    params: { revision: "v1:src/a.js" },
    prints: "export const a = 1;\nexport const needle = 2;\n",
    wrong: { detail: "everything" },
  },
  git_blame: {
    params: { path: "src/a.js", startLine: 2 },
    prints: /^[0-9a-f]{8} \(Ada 2026-01-02 2\) export const needle = 3;\n$/,
    wrong: { path: 5, startLine: {} },
  },
  check_javascript: { params: { path: "src/a.js" }, prints: "The syntax is correct.", wrong: { path: [] } },
} as const;

it("discovers every tool of tools.d, under the client's prefix and with its description", () => {
  const names = discovered.map((tool) => tool.name);
  expect(names).toEqual(expect.arrayContaining(ownTools(project).map((name) => `discovered_tool_${name}`)));
  for (const tool of discovered) expect(tool.description).toMatch(/^[A-Z][^\n]{20,}/);
});

it("has a call here for every tool of tools.d", () => {
  expect(Object.keys(calls).sort()).toEqual([...ownTools(project)].sort());
});

it.each(Object.entries(calls))("executes %s on a real repository", async (tool, { params, prints }) => {
  const { llmContent, error } = await client.call(tool, params);
  expect(error).toBeUndefined();
  if (typeof prints === "string") expect(llmContent.trimEnd()).toBe(prints.trimEnd());
  else expect(llmContent).toMatch(prints);
});

it("shows the client schemas that its own validator accepts and that have no cycle", () => {
  expect(discovered.filter((tool) => tool.problem !== null || tool.cyclic)).toEqual([]);
});

it.each(Object.entries(calls))("lets the client's own validation refuse a wrong call of %s", async (tool, { wrong }) => {
  expect(await client.validate(tool, wrong)).toMatch(/^params/);
  await expect(client.call(tool, wrong)).rejects.toThrow(/^params/);
});

it("lets the client refuse an unknown key of every tool, so none has its validation switched off", async () => {
  for (const { name } of discovered) {
    expect(await client.validate(name.replace("discovered_tool_", ""), { no_such_key: 1 }), name).toMatch(/^params/);
  }
});

it("gives the client nothing to warn of", async () => {
  expect(await client.noise()).toEqual([]);
});
