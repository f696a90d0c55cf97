import { expect, it, onTestFinished } from "vitest";
import { type RegistryProblem, ToolRegistry } from "../../../src/runtime/index.js";
import { startForgetfulServer } from "../mcp/forgetful-server.js";

const never = new AbortController().signal;

/** Calls a discovered tool, several times at once, of a server that answers its first calls with these statuses. */
async function callWith(statuses: readonly number[], times = 1) {
  const { url, methods } = await startForgetfulServer(statuses);
  const problems: RegistryProblem[] = [];
  const registry = new ToolRegistry({ mcpServers: { notes: { httpUrl: url } }, onProblem: (problem) => problems.push(problem) });
  onTestFinished(() => registry.close());
  await registry.discoverAllTools();
  const tool = registry.getTool("find");
  const results = await Promise.all(Array.from({ length: times }, () => tool?.buildAndExecute({}, never)));
  return { results: results.map((result) => result?.llmContent), methods, problems };
}

it("makes a discovered tool's call again in a new session if the server has forgotten the session", async () => {
  expect(await callWith([404])).toEqual({
    results: ["found"],
    methods: ["initialize -", "tools/call s1", "initialize -", "tools/call s2"],
    problems: [],
  });
});

it("begins one session for all calls whose session was forgotten", async () => {
  const { results, methods, problems } = await callWith([404, 404, 404], 3);
  expect(results).toEqual(["found", "found", "found"]);
  expect(methods.filter((method) => method.startsWith("initialize"))).toHaveLength(2);
  expect(problems).toEqual([]);
});

it("makes it no more than twice, and not after another failure", async () => {
  const twice = await callWith([404, 404]);
  expect(twice.results).toEqual([expect.stringContaining("It has forgotten the session.")]);
  expect(twice.methods).toHaveLength(4);
  const broken = await callWith([500]);
  expect(broken.results).toEqual([expect.stringContaining("HTTP status 500")]);
  expect(broken.methods).toEqual(["initialize -", "tools/call s1"]);
});
