import { expect, it } from "vitest";
import { surfaceOfModel } from "../../src/compiler/compare-surfaces.js";
import { compile } from "../../src/compiler/compile.js";
import { checkSurfaceLock, printSurfaceLock } from "../../src/compiler/surface-lock.js";
import { assets } from "../kit/compiled.js";
import { memoryHost } from "../kit/memory-host.js";

const orders = {
  name: "orders",
  description: "List orders.",
  kind: "read",
  data: ["status"],
  schema: { properties: { status: { type: "string" } }, required: ["status"] },
  command: ["acme", "orders", "--status", "{{status}}"],
};

async function compiledWith(spec: object, files: Readonly<Record<string, string>> = {}) {
  const host = memoryHost({ "tools.d/orders.yaml": JSON.stringify({ ...orders, ...spec }), ...files });
  const [{ model }, diagnostics] = await compile(host, assets, { targets: [] });
  expect(diagnostics).toEqual([]);
  return model;
}

async function statusOf(spec: object, files: Readonly<Record<string, string>> = {}) {
  const [tool] = (await compiledWith(spec, files)).tools;
  const value = tool?.values.find(({ because }) => because !== "fixed");
  return [tool?.risk.level, tool?.definition.risk.explicitConfirmation === true ? "asks" : "runs", value?.because];
}

const lockOf = async (spec: object) => ({ "toolgen.lock": printSurfaceLock(surfaceOfModel(await compiledWith(spec))) });
const allowed = ["safe", "runs", "claim"];
const voided = ["moderate", "asks", "void"];

it("writes in the lock for which command a value is data", async () => {
  const { "toolgen.lock": text } = await lockOf({});
  expect(JSON.parse(text).tools.orders.details["data.status"]).toEqual(["acme orders --status <value>"]);
});

it("takes a claim without a lock, that the lock has, or in a tool that the lock doesn't have", async () => {
  expect(await statusOf({})).toEqual(allowed);
  expect(await statusOf({}, await lockOf({}))).toEqual(allowed);
  expect(await statusOf({}, await lockOf({ name: "others" }))).toEqual(allowed);
});

it.each([
  { command: ["acme", "orders", "--filter", "{{status}}"] },
  { command: ["acme", "purge", "--status", "{{status}}"] },
  { command: ["acme", "orders", "--status={{status}}"] },
  { command: ["acme", "--eval", "orders", "--status", "{{status}}"] },
  { command: ["acme", "orders", "--status", "{{status}}", "--exec"] },
  { command: ["acme2", "orders", "--status", "{{status}}"] },
  { command: ["timeout", "5", "acme", "orders", "--status", "{{status}}"] },
  { command: undefined, shell: "acme orders --status {{status}} --all" },
  { stdin: "exec {{status}}" },
  { env: { set: { REGION: "{{status}}" } } },
  { platforms: { macos: { program: "acme.sh" } } },
  { name: "list_orders", nameAliases: ["orders"], command: ["acme", "purge", "{{status}}"] },
])("voids a claim if the command changed, until it is accepted: %j", async (change) => {
  const lock = await lockOf({});
  const tool = await compiledWith(change, lock);
  expect(tool.tools[0]?.risk).toMatchObject({ level: "moderate", requiresConfirmation: true });
  expect(tool.tools[0]?.values.map(({ because }) => because)).toContain("void");
  const [, problems] = checkSurfaceLock(tool, lock["toolgen.lock"]);
  expect(problems.map(({ code }) => code)).toEqual(["riskier-change"]);
  expect(problems[0]?.message).toContain("The author calls 'status' plain data in `");
  // What is accepted is the claim, and not that calls ask until then.
  expect(surfaceOfModel(tool)).toEqual(surfaceOfModel(await compiledWith(change)));
  expect((await compiledWith(change, await lockOf(change))).tools[0]?.risk.level).toBe("safe");
});

it("voids a claim if the author lists other values of another parameter, which may name a command", async () => {
  const withVerbs = (...verbs: readonly string[]) => ({
    schema: { properties: { status: { type: "string" }, verb: { enum: verbs } }, required: ["status", "verb"] },
    command: ["acme", "{{verb}}", "{{status}}"],
  });
  const lock = await lockOf(withVerbs("list", "show"));
  expect(JSON.parse(lock["toolgen.lock"]).tools.orders.details["data.status"]).toEqual(["acme (list|show) <value>"]);
  expect(await statusOf(withVerbs("list", "show"), lock)).toEqual(allowed);
  expect(await statusOf(withVerbs("exec", "eval"), lock)).toEqual(voided);
});

it("voids a claim if the value moves", async () => {
  const schema = { properties: { status: { type: "string" }, n: { type: "integer" } }, required: ["status", "n"] };
  const lock = await lockOf({ schema, command: ["acme", "{{status}}", "{{n}}"] });
  expect(await statusOf({ schema, command: ["acme", "{{status}}", "{{n}}"] }, lock)).toEqual(allowed);
  expect((await compiledWith({ schema, command: ["acme", "{{n}}", "{{status}}"] }, lock)).tools[0]?.risk.level).toBe("moderate");
});

it("voids a new claim in a known tool", async () => {
  expect(await statusOf({}, await lockOf({ data: undefined }))).toEqual(voided);
});

it("keeps a claim if something else changed, or a parameter has another name", async () => {
  const lock = await lockOf({});
  expect(await statusOf({ description: "List all orders.", timeout: "5s" }, lock)).toEqual(allowed);
  const renamed = {
    data: ["state"],
    aliases: { state: ["status"] },
    schema: { properties: { state: { type: "string" } }, required: ["state"] },
    command: ["acme", "orders", "--status", "{{state}}"],
  };
  expect(await statusOf(renamed, lock)).toEqual(allowed);
});

it("has no claims if the lock can't be read", async () => {
  expect(await statusOf({}, { "toolgen.lock": "<<<<<<< ours" })).toEqual(voided);
});

it("raises each rule of a tool, and keeps what the project's settings deny", async () => {
  const risk = { rules: [{ when: { status: "open" }, level: "safe", requiresConfirmation: false }] };
  const change = { risk, command: ["acme", "purge", "{{status}}"] };
  const lock = await lockOf({ risk });
  const [tool] = (await compiledWith(change, lock)).tools;
  expect(tool?.definition.risk.rules?.map(({ level, explicitConfirmation }) => [level, explicitConfirmation])).toEqual([
    ["moderate", true],
    ["moderate", true],
  ]);
  const settings = { "toolgen.yaml": "version: 1\nrisk: { orders: { decision: deny } }\n" };
  expect((await compiledWith(change, { ...lock, ...settings })).tools[0]?.risk.isDenied).toBe(true);
});
