import { expect, it } from "vitest";
import { brokenTool, projectOf, sayTool } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const longTool = `name: tell
description: ${"Tell a long story about it. ".repeat(20)}
kind: read
schema: { properties: { times: { type: integer } } }
command: [echo, "--times={{times}}"]
`;
const twoTools = { "tools.d/say.yaml": sayTool, "tools.d/tell.yaml": longTool };

interface Budget {
  readonly encoding: string;
  readonly showings: readonly { readonly name: string; readonly clients: string; readonly tokens: number }[];
  readonly tools: readonly { readonly name: string; readonly tokens: Readonly<Record<string, number>> }[];
}

const budgetOf = (folder: string) => JSON.parse(toolgen(folder, ["budget", "--json"]).stdout) as Budget;

it("counts each tool in each form in which clients show it, the most expensive first", () => {
  const { encoding, showings, tools } = budgetOf(projectOf(twoTools));
  expect(encoding).toBe("o200k_base");
  expect(tools.map(({ name }) => name)).toEqual(["tell", "say"]);
  expect(showings.map(({ name }) => name)).toEqual(["mcp", "mcp-open", "gemini", "registry"]);
  for (const { name, tokens } of showings) expect(tokens, name).toBe(tools.reduce((sum, tool) => sum + (tool.tokens[name] ?? 0), 0));
  const tell = tools[0]?.tokens;
  expect(tell?.["mcp-open"], "an integer that also admits a text").toBeGreaterThan(tell?.mcp ?? 0);
});

it("prints a table with totals, and what was counted", () => {
  const { status, stdout } = toolgen(projectOf(twoTools), ["budget"]);
  expect(status).toBe(0);
  const [head, first, second, total] = stdout.split("\n").map((line) => line.split(/ {2,}/));
  expect(head).toEqual(["tokens", "mcp", "mcp-open", "gemini", "registry"]);
  expect([first?.[0], second?.[0], total?.[0]]).toEqual(["tell", "say", "total"]);
  expect(stdout).toContain("Counted with o200k_base");
});

it("leaves a tool out of the showings of a target that excludes it", () => {
  const folder = projectOf({ ...twoTools, "toolgen.yaml": "version: 1\ntargets: { mcp: { exclude: [tell] } }\n" });
  expect(budgetOf(folder).tools.find(({ name }) => name === "tell")?.tokens).toEqual({
    gemini: expect.any(Number),
    registry: expect.any(Number),
  });
  expect(toolgen(folder, ["budget"]).stdout).toMatch(/^tell +- +- +\d+ +\d+$/m);
  expect(toolgen(folder, ["build"]).stdout.trimEnd()).toMatch(/\n1 tool costs a model about \d+ tokens; 'toolgen budget' shows each\.$/);
});

it("fails where the tools cost more than --max, and names the form", () => {
  const folder = projectOf(twoTools);
  const { status, stderr } = toolgen(folder, ["budget", "--max", "10"]);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringMatching(/The tools cost \d+ tokens in 'mcp', and --max allows 10\.\n/),
  });
  expect(toolgen(folder, ["budget", "--max", "5000"])).toMatchObject({ status: 0, stderr: "" });
  expect(toolgen(folder, ["budget", "--max", "few"])).toMatchObject({ status: 2, stdout: "" });
});

it("reports mistakes in specs in the place of a count", () => {
  expect(toolgen(projectOf({ "tools.d/broken.yaml": brokenTool }), ["budget"])).toMatchObject({ status: 1, stdout: "" });
});

it("counts at the end of a build, rounded to what is certain, also where nothing changed, and not of a check", () => {
  const folder = projectOf(twoTools);
  const [, about] =
    /\n2 tools cost a model about ([\d,]+) tokens; 'toolgen budget' shows each\.\n$/.exec(toolgen(folder, ["build"]).stdout) ?? [];
  const [mcp] = budgetOf(folder).showings;
  expect(Number(about?.replace(",", ""))).toBe(Number(mcp?.tokens.toPrecision(2)));
  expect(toolgen(folder, ["build"]).stdout).toContain(`about ${about} tokens;`);
  expect(toolgen(folder, ["build", "--check"]).stdout).not.toContain("tokens");
});

it("counts what a client shows of each skill, the rest of it, and its references", () => {
  const project = projectOf({
    ...twoTools,
    "toolgen.yaml": "version: 1\nserver: notes\ntargets: { skills: { description: Use it for notes. } }\n",
  });
  const { skills } = JSON.parse(toolgen(project, ["budget", "--json"]).stdout);
  // "notes: Use it for notes."
  expect(skills).toEqual([{ name: "notes", prompt: 7, body: expect.any(Number), references: expect.any(Number) }]);
  expect(Math.min(skills[0].body, skills[0].references)).toBeGreaterThan(50);
  expect(toolgen(project, ["budget"]).stdout).toMatch(/^notes {2,}7 {2,}\d+ {2,}\d+$/m);
});
