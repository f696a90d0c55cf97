import { expect, it } from "vitest";
import { valueLines } from "../../../src/cli/describe/tool-facts.js";
import { compiledTool } from "../../kit/compiled.js";

const properties = { x: { type: "string" }, n: { type: "integer" }, w: { type: "string", pattern: "^[a-z]+$" } };

async function linesOf(more: object): Promise<readonly string[]> {
  const spec = { name: "t", description: "d", kind: "read", schema: { properties }, ...more };
  const { tool, diagnostics } = await compiledTool(JSON.stringify(spec));
  expect(diagnostics.filter(({ severity, code }) => severity === "error" && code !== "unused-parameter")).toEqual([]);
  return valueLines(tool?.values ?? []);
}

it.each([
  [{ command: ["git", "log", "--author={{x}}"] }, "x in `git log --author` (data): allowed, because the program only looks at it"],
  [{ command: ["wc", "{{x}}"] }, "x in `wc` (read): asked, because it names a file that the program reads, and isn't in `paths`"],
  [{ command: ["wc", "{{x}}"], paths: { x: "read" } }, "x in `wc` (read): allowed, because it is in `paths`"],
  [{ command: ["tee", "{{x}}"], paths: { x: "write" } }, "x in `tee` (write): asked, because it names a file that the program writes"],
  [{ command: ["ping", "{{x}}"] }, "x in `ping` (place): asked, because it names a host, an address or an image"],
  [
    { command: ["pytest", "{{x}}"], paths: { x: "read" } },
    "x in `pytest` (runs): asked, because it names files or targets of the workspace that run",
  ],
  [
    { command: ["acme", "orders", "--status", "{{x}}"] },
    "x in `acme orders --status` (unknown): asked, because nothing is known about this place",
  ],
  [
    { command: ["acme", "orders", "--status", "{{x}}", "--limit={{n}}"], data: ["x"] },
    "x in `acme orders --status` (unknown): allowed, because `data` says that it is data in `acme orders --status <value> --limit=…`",
  ],
  [{ command: ["acme", "{{w}}"] }, "w in `acme` (unknown): allowed, because its `pattern` admits only plain characters"],
  [{ command: ["acme", "{{n}}"] }, "n in `acme` (unknown): allowed, because the spec lists every value, or it is a number"],
  [{ command: ["jq", "{{x}}"], code: { x: "jq" } }, "x in `jq` (code): allowed, because it is in `code`"],
])("says of each value its place, the class, the verdict and what decides: %j", async (more, line) => {
  const used = Object.keys(properties).filter((name) => JSON.stringify(more).includes(`{{${name}}}`));
  const schema = { properties: Object.fromEntries(Object.entries(properties).filter(([name]) => used.includes(name))) };
  expect(await linesOf({ schema, ...more })).toContain(line);
});
