import { beforeAll, expect, it } from "vitest";
import { listedTools } from "../../kit/project.js";
import { calls } from "../../tools.d/calls.js";
import { type Client, type DiscoveredTool, sharedClient } from "./client.js";
import { ownTools } from "./project.js";

/** A tool as the build lists it for MCP clients, with the schema of its spec. */
interface ListedTool {
  readonly name: string;
  readonly inputSchema: { readonly properties: Readonly<Record<string, unknown>> };
}

let project: string;
let client: Client;
let discovered: readonly DiscoveredTool[];

beforeAll(async () => {
  ({ project, client, discovered } = await sharedClient());
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

it("shows every tool's own parameters and no other names, so that a model learns the right ones", () => {
  const specs = listedTools(project) as readonly ListedTool[];
  for (const { name, inputSchema } of specs) {
    const { schema } = discovered.find((tool) => tool.name === `discovered_tool_${name}`) ?? {};
    const own = Object.keys(inputSchema.properties);
    expect(Object.keys(schema?.properties ?? {}), name).toEqual([...own, "wait_for_previous"]);
  }
});

it("gives the client nothing to warn of", async () => {
  expect(await client.noise()).toEqual([]);
});
