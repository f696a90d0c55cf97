import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { Approvals, callRisk } from "../../../src/call/approvals.js";
import { decideRisk } from "../../../src/call/decide-risk.js";
import { ToolConfirmationOutcome } from "../../../src/contract/confirmation.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import type { RiskSettings } from "../../../src/contract/risk.js";
import { compiled, compiledTool } from "../../kit/compiled.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

let workspace: string;
beforeAll(() => {
  workspace = temporaryFolder();
  mkdirSync(join(workspace, "tmp"));
  symlinkSync("../.npmrc", join(workspace, "tmp/link"));
});

const spec = {
  name: "put",
  description: "d",
  kind: "edit",
  schema: { properties: { path: { type: "string" }, dryRun: { type: "boolean" } }, required: ["path"] },
  paths: { path: "write" },
  command: ["echo", "{{path}}", "{{#if dryRun}}-c{{/if}}"],
};

async function putting(more: object, riskSettings?: RiskSettings) {
  const { tool, diagnostics } = await compiledTool(JSON.stringify({ ...spec, ...more }));
  expect(diagnostics).toEqual([]);
  if (tool?.definition === undefined) throw new Error("no tool");
  const definition = { ...tool.definition, ...(riskSettings && { riskSettings }) };
  const folders = { workspace, projectDir: workspace };
  return {
    definition,
    decide: (path: string, user?: RiskSettings, more: JsonObject = {}) =>
      decideRisk(definition, { path, ...more }, folders, { ...(user && { user }) }),
  };
}

it("raises a call that writes a trusted path, and says why", async () => {
  const { decide } = await putting({ risk: { impact: "Writes {{path}}." } });
  expect(decide(".npmrc")).toMatchObject({
    level: "dangerous",
    decision: "ask",
    impact: "Writes .npmrc. .npmrc: package managers read registries, programs and plugins from it.",
    from: "the trusted path .npmrc",
    isAskedByPath: false,
  });
  for (const path of ["tmp/link", "sub/AGENTS.md", ".VSCODE/tasks.json", "tmp/../.envrc"])
    expect(decide(path)).toMatchObject({ level: "dangerous" });
  expect(decide("src/a.ts")).toMatchObject({ level: "moderate", impact: "Writes src/a.ts.", from: undefined });
  expect(decide("package.json")).toMatchObject({ level: "moderate", decision: "ask", from: undefined });
});

it("raises it whatever the spec says", async () => {
  const risks = [
    { level: "safe" },
    { level: "moderate", requiresConfirmation: false },
    { level: "dangerous", requiresConfirmation: false },
    { level: "dangerous", rules: [{ when: { path: { pattern: "." } }, level: "safe" }] },
    { level: "dangerous", rules: [{ when: { dryRun: true }, requiresConfirmation: false }] },
  ];
  for (const risk of risks) {
    const { decide } = await putting({ risk });
    const raised = { level: "dangerous", decision: "ask", isExplicit: true, isAskedByPath: true };
    expect(decide(".mcp.json", undefined, { dryRun: true }), JSON.stringify(risk)).toMatchObject(raised);
  }
  const { decide } = await putting({ risk: { level: "safe" } });
  expect(decide("package.json")).toMatchObject({ level: "moderate", decision: "ask", isExplicit: true, isAskedByPath: true });
  expect(decide("a.txt")).toMatchObject({ level: "safe", decision: "allow", isAskedByPath: false });
});

it("raises it whatever the project's settings say, which can only make it stricter", async () => {
  const override = (more: object) => ({ overrides: [{ when: [], from: "toolgen.yaml: risk.put", ...more }] });
  for (const riskSettings of [
    override({ decision: "allow" }),
    override({ level: "safe" }),
    override({ level: "moderate", decision: "allow" }),
    { confirm: { dangerous: "allow", moderate: "allow" } },
  ] as const satisfies readonly RiskSettings[]) {
    const { decide } = await putting({}, riskSettings);
    expect(decide(".envrc"), JSON.stringify(riskSettings)).toMatchObject({ level: "dangerous", decision: "ask" });
  }
  for (const riskSettings of [
    override({ decision: "deny" }),
    { confirm: { dangerous: "deny" } },
  ] as const satisfies readonly RiskSettings[]) {
    const { decide } = await putting({}, riskSettings);
    expect(decide(".envrc"), JSON.stringify(riskSettings)).toMatchObject({ level: "dangerous", decision: "deny" });
  }
});

it("leaves the last word to the user, but not to what they allowed of other calls", async () => {
  const { decide } = await putting({});
  const user = (more: object): RiskSettings => ({ overrides: [{ when: [], from: "the user's settings: risk.put", ...more }] });
  expect(decide(".envrc", user({ decision: "allow" }))).toMatchObject({ decision: "allow" });
  expect(decide(".envrc", { confirm: { dangerous: "allow" } })).toMatchObject({ decision: "allow", level: "dangerous" });
  expect(decide(".envrc", user({ decision: "allow", upTo: "moderate" }))).toMatchObject({ decision: "ask", level: "dangerous" });
});

it("takes an answer that allows calls for good only for the same arguments, and one about other calls not at all", async () => {
  const { definition } = await putting({});
  const risk = (path: string) => callRisk({ definition, validate: () => true }, { path }, { workspace, projectDir: workspace, env: {} });
  const subject = (path: string) => ({ tool: "put", risk: risk(path) });
  const { ProceedAlways } = ToolConfirmationOutcome;
  const trusted = new Approvals();
  await trusted.remember(ProceedAlways, subject(".envrc"));
  expect([".envrc", "./.envrc", ".npmrc", "a.txt"].map((path) => trusted.has(subject(path)))).toEqual([true, true, false, false]);
  const plain = new Approvals();
  await plain.remember(ProceedAlways, subject("a.txt"));
  expect(["b.txt", "package.json", ".npmrc", "tmp/link"].map((path) => plain.has(subject(path)))).toEqual([true, true, false, false]);
});

it("asks about the library's own tools", async () => {
  const { model, diagnostics } = await compiled({
    "toolgen.yaml": "version: 1\nlibrary: [std/write_file, std/replace, std/move_file, std/delete_file]\n",
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const calls = {
    write_file: { file_path: ".cursor/mcp.json", content: "" },
    replace: { file_path: "CLAUDE.md", old_string: "a", new_string: "b" },
    move_file: { source: "a", destination: ".husky/pre-commit" },
    delete_file: { path: ".github/workflows/ci.yml" },
  };
  for (const [name, params] of Object.entries(calls)) {
    const tool = model.tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(name);
    expect(decideRisk(tool.definition, params, { workspace, projectDir: workspace }), name).toMatchObject({
      level: "dangerous",
      decision: "ask",
    });
  }
});
