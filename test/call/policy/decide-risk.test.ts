import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { decideRisk } from "../../../src/call/decide-risk.js";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { compiledTool } from "../../kit/compiled.js";

const workspace = mkdtempSync(join(tmpdir(), "toolgen-risk-"));
afterAll(() => rmSync(workspace, { recursive: true }));
mkdirSync(join(workspace, "tmp"));
mkdirSync(join(workspace, "src"));
symlinkSync("../src", join(workspace, "tmp/link"));
const folders = { workspace, projectDir: workspace };

const spec = {
  name: "t",
  description: "d",
  kind: "delete",
  schema: {
    properties: {
      path: { type: "string" },
      namespace: { type: "string", default: "dev" },
      dryRun: { type: "boolean" },
      names: { type: "array", items: { type: "string" } },
    },
  },
  paths: { path: "readWrite", "names[]": "read" },
  aliases: { dryRun: ["dry_run"] },
  data: ["path", "namespace", "dryRun", "names"],
  command: ["prog", "{{json @params}}", "--path={{path}}"],
};

async function deciding(risk: object) {
  const { tool, diagnostics } = await compiledTool(JSON.stringify({ ...spec, risk }));
  expect(diagnostics).toEqual([]);
  const definition = tool?.definition;
  if (tool === undefined || definition === undefined) throw new Error("no tool");
  return { tool, decide: (params: JsonObject) => decideRisk(definition, params, folders) };
}

const rules = [
  { when: { dryRun: true }, level: "safe", impact: "Shows what would go." },
  { when: { namespace: ["dev", "test"], path: { pattern: "^tmp/" } }, level: "moderate" },
  { when: { path: null }, requiresConfirmation: false },
];

it("decides by the caller, whom no argument names", async () => {
  const { definition } = (
    await deciding({
      rules: [
        { when: { "@principal": ["ci", null], dryRun: true }, level: "safe" },
        { when: { "@principal": { pattern: "^a" } }, level: "moderate" },
      ],
    })
  ).tool;
  const level = (params: JsonObject, principal?: string) => decideRisk(definition, params, { ...folders, principal }).level;
  expect(level({ dryRun: true }, "ci")).toBe("safe");
  expect(level({ dryRun: true })).toBe("safe");
  expect(level({ dryRun: true }, "bob")).toBe("dangerous");
  expect(level({}, "alice")).toBe("moderate");
  expect(level({})).toBe("dangerous");
  expect(level({ "@principal": "alice" })).toBe("dangerous");
  expect(level({ "@principal": "alice" }, "bob")).toBe("dangerous");
});

it("takes what the first rule that matches names, and the rest from the tool", async () => {
  const { tool, decide } = await deciding({ level: "dangerous", impact: "Deletes {{path}} in {{namespace}}.", rules });
  expect(decide({ dryRun: true, namespace: "dev" })).toMatchObject({
    level: "safe",
    requiresConfirmation: false,
    impact: "Shows what would go.",
    rule: 0,
  });
  expect(decide({ path: "tmp/a", namespace: "test" })).toMatchObject({
    level: "moderate",
    requiresConfirmation: true,
    impact: "Deletes tmp/a in test.",
    rule: 1,
  });
  expect(decide({ namespace: "prod" })).toMatchObject({ level: "dangerous", requiresConfirmation: false, rule: 2 });
  expect(decide({ path: "src/a", namespace: "dev" })).toMatchObject({ level: "dangerous", requiresConfirmation: true, rule: undefined });
  expect(tool.risk).toMatchObject({ level: "dangerous", requiresConfirmation: true });
});

it("sees the checked call: other names are repaired and defaults applied before", async () => {
  const { tool, decide } = await deciding({ rules: [{ when: { dryRun: true, namespace: "dev" }, level: "safe" }] });
  const { definition } = tool;
  const repaired = repairArguments(
    { definition, validate: (params) => Object.assign(params as object, { namespace: "dev" }) !== null },
    { dry_run: true },
  );
  expect(repaired.ok && decide(repaired.params).level).toBe("safe");
});

it("compares paths as they lead, however they are written", async () => {
  const { decide } = await deciding({ level: "dangerous", rules: [{ when: { path: { pattern: "^tmp/" } }, level: "moderate" }] });
  const level = (path: string) => decide({ path }).level;
  expect(["tmp/a", "./tmp/a", "tmp//a", `${workspace}/tmp/a`, "src/../tmp/a"].map(level)).toEqual(Array(5).fill("moderate"));
  expect(["tmp/../src/a", "tmp/link/a", "../tmp/a", "/tmp/a", "tmp"].map(level)).toEqual(Array(5).fill("dangerous"));
});

it("compares the paths in a list as they lead, too", async () => {
  const { decide } = await deciding({ rules: [{ when: { names: { items: { pattern: "^tmp/" } } }, level: "safe" }] });
  expect(decide({ names: ["tmp/a", "./tmp/b"] }).level).toBe("safe");
  expect(decide({ names: ["tmp/a", "tmp/../b"] }).level).toBe("dangerous");
});

it("takes null for absence, in a list too, and asks a schema only about what was given", async () => {
  const { decide } = await deciding({
    rules: [
      { when: { names: [null, []] }, level: "safe" },
      { when: { path: { not: { pattern: "^a" } } }, level: "moderate" },
    ],
  });
  expect(decide({}).level).toBe("safe");
  expect(decide({ names: [] }).level).toBe("safe");
  expect(decide({ names: ["x"] }).level).toBe("dangerous");
  expect(decide({ names: ["x"], path: "b" }).level).toBe("moderate");
});

it("keeps a confirmation that the tool itself asks for", async () => {
  const { decide } = await deciding({ requiresConfirmation: true, rules: [{ when: { dryRun: true }, level: "safe" }] });
  expect(decide({ dryRun: true })).toMatchObject({ level: "safe", requiresConfirmation: true });
});

it("gives a target that must decide once the highest level of all", async () => {
  const { tool } = await deciding({ level: "safe", rules: [{ when: { path: { pattern: "^src/" } }, level: "dangerous" }] });
  expect(tool.risk).toMatchObject({ level: "dangerous", requiresConfirmation: true });
});

it("finds no value on what every object inherits", async () => {
  const { tool } = await compiledTool(
    JSON.stringify({
      ...spec,
      schema: {
        properties: { path: { type: "string" }, names: { type: "array", items: { type: "string" } }, constructor: { type: "string" } },
      },
      aliases: {},
      data: ["path", "names", "constructor"],
      risk: { rules: [{ when: { constructor: null }, level: "safe" }] },
    }),
  );
  expect(tool && decideRisk(tool.definition, {}, folders).level).toBe("safe");
});
