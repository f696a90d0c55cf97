import { afterAll, beforeAll, expect, it } from "vitest";
import { calls } from "../../tools.d/calls.js";
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
