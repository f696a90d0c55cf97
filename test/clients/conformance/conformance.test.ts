import { beforeAll, expect, it, onTestFinished } from "vitest";
import { builtCatalogue, startHttpServer, stdioBridge } from "./catalogue-server.js";
import { conformanceTable, type Results, recordedTable } from "./conformance-table.js";
import { type Carrier, carriers, expectedFailures, failures, runSuite, type SuiteName, suites } from "./suites.js";

const names = Object.keys(suites) as readonly SuiteName[];
const server = "generated/mcp/server.cjs";

let project: string;
beforeAll(() => {
  project = builtCatalogue();
});

async function startServer(over: Carrier): Promise<string> {
  if (over !== "stdio") return startHttpServer(server, project, over === "sessions" ? ["--sessions"] : []);
  const bridge = await stdioBridge([server], project);
  onTestFinished(bridge.close);
  return bridge.url;
}

const results: Results = new Map(names.map((name) => [name, new Map()]));

it.each(carriers.flatMap((over) => names.map((name) => [name, over] as const)))(
  "passes the official suite, except what the file of expected failures has (%s, %s)",
  async (name, over) => {
    const run = await runSuite(name, await startServer(over));
    results.get(name)?.set(over, run);
    const expected = expectedFailures(name, run, over);
    expect(failures(run, expected), JSON.stringify([...run], null, 1)).toEqual(expected);
  },
);

it("passes as many scenarios as docs/mcp-server.md says", () => {
  const table = conformanceTable(results);
  expect(recordedTable(table)).toBe(table);
});
