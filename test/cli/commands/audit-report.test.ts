import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { auditReport } from "../../../src/cli/describe/audit-report.js";
import type { AuditLine, AuditOutcome } from "../../../src/contract/call.js";
import { builtProject } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { initialize, initialized, serverHere } from "../../server/raw-server.js";

const spec = (name: string) => `name: ${name}
description: Says a text, and nothing else.
kind: read
schema: { properties: { text: { type: string } }, required: [text] }
command: [printf, "%s", "{{text}}"]
`;

it("counts the calls of a project by tool and client, and names what would help most", async () => {
  const project = builtProject({ "tools.d/say.yaml": spec("say"), "tools.d/shout.yaml": spec("shout") });
  const log = join(project, "audit.jsonl");
  const env = { ...process.env, TOOLGEN_AUDIT: log, TOOLGEN_REPAIRS: join(project, "repairs") };
  const call = (args: object) =>
    spawnSync(join(project, "generated/bin/call"), ["say"], { cwd: project, input: JSON.stringify(args), env });
  for (const args of [{ text: "x".repeat(400) }, { txt: "a" }, { phrase: "b" }, { phrase: "c" }, {}]) call(args);
  const server = serverHere(project, { env: { TOOLGEN_AUDIT: log } });
  server.send(initialize, initialized, { id: "a", method: "tools/call", params: { name: "say", arguments: { text: "d" } } });
  await server.answer("a");
  await server.end();
  expect(readFileSync(log, "utf8")).toContain('"client":"test"');
  const { status, stdout } = toolgen(project, ["audit", "--report", "--json"], { env });
  expect(status).toBe(0);
  const report = JSON.parse(stdout);
  expect(report.tools).toEqual([expect.objectContaining({ tool: "say", calls: 6, denied: 0, clients: { call: 5, test: 1 } })]);
  expect(report.tools[0].results).toBeGreaterThanOrEqual(100);
  expect(report.tools[0].invalid).toBeGreaterThanOrEqual(3);
  expect(report.neverCalled).toEqual([{ tool: "shout", declared: expect.any(Number) }]);
  const changes = report.suggestions.map(({ change, evidence }: { change: string; evidence: string }) => `${change}: ${evidence}`);
  expect(changes).toEqual(expect.arrayContaining([expect.stringMatching(/^description: \d of 6 calls had wrong arguments/)]));
  expect(changes).toEqual(
    expect.arrayContaining([expect.stringMatching(/^toolset: None of 6 calls was of them, and their declarations cost \d+ tokens/)]),
  );
  const shown = toolgen(project, ["audit", "--report"], { env }).stdout;
  expect(shown).toContain("Never called:\n  shout (");
  expect(shown).toContain("Would help most:\n");
});

const outcomes: readonly AuditOutcome[] = ["done", "failed", "invalid", "denied", "timedOut"];
const lines = fc.array(
  fc.record({
    tool: fc.constantFrom("a", "b", "c"),
    outcome: fc.constantFrom(...outcomes),
    resultBytes: fc.nat(1000),
    client: fc.constantFrom("x", "y"),
  }),
);

it.each(["constructor", "__proto__", "toString"])("counts a client called %s", (client) => {
  const line = { time: "2026-05-01T12:00:00.000Z", id: "1", via: "mcp", pid: 1, tool: "a", outcome: "done", client } as AuditLine;
  const { tools } = auditReport({ lines: [line, { ...line, id: "2" }], declared: new Map(), repairs: [] });
  expect(Object.entries(tools[0]?.clients ?? {})).toEqual([[client, 2]]);
});

it("counts every call once, and suggests nothing without evidence", () => {
  fc.assert(
    fc.property(lines, fc.subarray(["a", "b", "c", "d"]), (drawn, declared) => {
      const calls = drawn.map(
        (line, index): AuditLine => ({ time: "2026-05-01T12:00:00.000Z", id: String(index), via: "mcp", pid: 1, ...line }),
      );
      const report = auditReport({ lines: calls, declared: new Map(declared.map((name) => [name, 10])), repairs: [] });
      expect(report.tools.reduce((sum, one) => sum + one.calls, 0)).toBe(calls.length);
      for (const { calls: all, clients } of report.tools) expect(Object.values(clients).reduce((sum, one) => sum + one, 0)).toBe(all);
      for (const { tool } of report.neverCalled) expect(calls.some((line) => line.tool === tool)).toBe(false);
      if (calls.length === 0) expect(report.suggestions).toEqual([]);
      for (const { change, tools } of report.suggestions)
        if (change === "description") expect(report.tools.find(({ tool }) => tool === tools[0])?.invalid).toBeGreaterThanOrEqual(3);
    }),
  );
});
