import { beforeAll, expect, it, onTestFinished } from "vitest";
import { builtCatalogue, startHttpServer, stdioBridge } from "./catalogue-server.js";
import { expectedFailures, failures, runSuite, type SuiteName, suites } from "./suites.js";

const names = Object.keys(suites) as readonly SuiteName[];
const server = "generated/mcp/server.cjs";

let project: string;
beforeAll(() => {
  project = builtCatalogue();
});

it.each(names)("passes the official suite over HTTP, except what the file of expected failures has (%s)", async (name) => {
  const run = await runSuite(name, await startHttpServer(server, project));
  const expected = expectedFailures(run, "http");
  expect(failures(run, expected), JSON.stringify([...run], null, 1)).toEqual(expected);
});

it.each(names)("passes the official suite over standard input and output, except what the file has (%s)", async (name) => {
  const bridge = await stdioBridge([server], project);
  onTestFinished(bridge.close);
  const run = await runSuite(name, bridge.url);
  const expected = expectedFailures(run, "stdio");
  expect(failures(run, expected), JSON.stringify([...run], null, 1)).toEqual(expected);
});
