import { mkdirSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { decideRisk } from "../../../src/call/decide-risk.js";
import { prepareCall } from "../../../src/call/prepare-call.js";
import { compile } from "../../../src/compiler/compile.js";
import { geminiArguments } from "../../../src/compiler/gemini-policy.js";
import type { ToolModel } from "../../../src/compiler/tool-model.js";
import type { CompiledTool } from "../../../src/contract/definition.js";
import { nodeHost } from "../../../src/contract/node-host.js";
import { assets } from "../../kit/compiled.js";
import { projectOf } from "../../kit/project.js";
import { repeat } from "../../kit/repeat.js";
import { toolgen } from "../../kit/toolgen.js";

const core = fileURLToPath(new URL("node_modules/@google/gemini-cli-core/dist/src/policy", import.meta.url));

/** The client's own engine in this process: `PolicyEngine` and its loader of TOML. */
interface Engine {
  check(call: { readonly name: string; readonly args: object }): Promise<{ readonly decision: Decision }>;
}
type Decision = "allow" | "ask_user" | "deny";

const spec = (name: string, properties: string, risk: string, more = "") =>
  `name: ${name}\ndescription: d\nkind: edit\nschema: { properties: { ${properties} } }\nrisk: ${risk}\ncommand: [echo, "{{json @params}}"]\n${more}`;

const specs: Readonly<Record<string, string>> = {
  remove: spec(
    "remove",
    'resource: { enum: [pod, job] }, name: { type: string }, namespace: { type: string, pattern: "^[a-z]", default: dev }, dryRun: { type: boolean }',
    "{ level: dangerous, rules: [{ when: { dryRun: true }, level: safe }, { when: { namespace: [dev, test] }, level: safe }, { when: { name: { pattern: '^tmp' } }, level: safe }] }",
    "aliases: { dryRun: [dry, dry_run], namespace: [ns] }\n",
  ),
  push: spec(
    "push",
    "force: { type: boolean, default: false }, branch: { type: string }, remote: { enum: [origin, fork], default: origin }",
    "moderate",
  ),
  dig: spec(
    "dig",
    "depth: { type: integer, minimum: 0 }, note: { type: string }",
    "{ level: safe, rules: [{ when: { depth: [3, 4] }, level: dangerous }, { when: { depth: { minimum: 100 } }, level: moderate }] }",
    // Names of models' making may hold anything.
    'aliases: { depth: [level, "x)*+", "\\u2028é\\""] }\n',
  ),
  odd: spec(
    "odd",
    '"a.b": { type: boolean }, "x-9-": { type: boolean }, -e_: { type: string }, input: { type: object }',
    `{ level: safe, rules: [{ when: { "a.b": true, -e_: ["(?!", "a|b", "\\u2028\\n\\""] }, level: moderate }, { when: { "x-9-": [true, null] }, level: moderate }] }`,
  ),
  place: spec(
    "place",
    "path: { type: string }, force: { type: boolean }",
    '{ level: moderate, rules: [{ when: { force: true }, level: moderate }, { when: { path: { pattern: "^tmp/" } }, level: safe }, { when: { path: null, force: null }, level: safe }] }',
    "paths: { path: write }\n",
  ),
  lift: spec(
    "lift",
    "id: { type: string }, edits: { type: array, items: { type: object, properties: { text: { type: string } } } }, all: { type: boolean }",
    "{ level: safe, rules: [{ when: { id: x }, level: moderate }, { when: { all: true }, level: moderate }] }",
    'aliases: { id: [key, "edits[].id"] }\n',
  ),
};

const settings = `version: 1
risk:
  push:
    - { when: { force: true }, decision: deny }
    - { when: { branch: main }, decision: ask }
    - { decision: allow }
`;

let project: string;
let tools: readonly ToolModel[];
const loaded = new Map<string, CompiledTool>();
const engines = new Map<string, Engine>();

beforeAll(async () => {
  // It logs every call.
  vi.spyOn(console, "debug").mockImplementation(() => {});
  const files = Object.entries(specs).map(([name, text]) => [`tools.d/${name}.yaml`, text]);
  project = projectOf({ "toolgen.yaml": settings, ...Object.fromEntries(files) });
  mkdirSync(join(project, "src"));
  mkdirSync(join(project, "tmp"));
  symlinkSync("../src", join(project, "tmp/out"));
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  const [{ model }] = await compile(nodeHost(project), assets);
  tools = model.tools;
  const require = createRequire(join(project, "generated/bin/tools.json"));
  for (const { name } of tools) loaded.set(name, require(`./tools/${name}.cjs`));
  const { loadPoliciesFromToml } = await import(pathToFileURL(join(core, "toml-loader.js")).href);
  const { PolicyEngine } = await import(pathToFileURL(join(core, "policy-engine.js")).href);
  const { rules, errors } = await loadPoliciesFromToml([join(project, "generated/gemini/policies.toml")], () => 2);
  expect(errors).toEqual([]);
  for (const approvalMode of ["default", "autoEdit", "yolo", "plan"])
    for (const nonInteractive of [false, true]) {
      const plan = { toolName: "*", decision: "deny", priority: 1.07, modes: ["plan"] };
      engines.set(`${approvalMode} ${nonInteractive}`, new PolicyEngine({ rules: [...rules, plan], approvalMode, nonInteractive }));
    }
});
afterAll(() => {
  vi.restoreAllMocks();
});

async function decided(name: string, args: object, mode = "default", headless = false): Promise<Decision> {
  const answer = await engines.get(`${mode} ${headless}`)?.check({ name: `discovered_tool_${name}`, args });
  return answer?.decision ?? "deny";
}

/** The decision about the call here; `refused` if nothing of it runs, whatever the client does. */
function ours(name: string, args: object) {
  const tool = loaded.get(name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  const context = { workspace: project, projectDir: project, env: {} };
  const prepared = prepareCall(tool, structuredClone(args), context);
  if (!prepared.ok) return "refused";
  const { decision } = decideRisk(tool.definition, prepared.call.params, context);
  return decision;
}

const texts = [
  "main",
  "x",
  "dev",
  "test",
  "prod",
  "tmp/a",
  "tmp/out/a",
  "tmpfile",
  "true",
  "false",
  "3",
  "(?!",
  "a|b",
  '\u2028\n"',
  "pod",
  "fork",
];
const sneaky = ['","dryRun":true', '\0"dryRun":true\0', '{"dryRun":true}', '"}\0,\0"force":false\0'];
const scalar = fc.oneof(fc.constantFrom<unknown>(true, false, null, 3, 4, 5, 100, 3.0, -0, ...texts, ...sneaky), fc.string(), fc.double());
const keys = [
  "dryRun",
  "dry",
  "dry_run",
  "DryRun",
  "namespace",
  "ns",
  "name",
  "resource",
  "force",
  "branch",
  "remote",
  "depth",
  "level",
  "note",
  "a.b",
  "x-9-",
  "-e_",
  "x)*+",
  '\u2028é"',
  "input",
  "path",
  "id",
  "key",
  "edits",
  "all",
  "quiet",
  "arguments",
  "args",
  "wait_for_previous",
  "__proto__",
  '","dryRun":true,"x',
];
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...keys), scalar, { maxKeys: 3 }) },
  { weight: 1, arbitrary: fc.array(fc.dictionary(fc.constantFrom("id", "key", "text", "all"), scalar, { maxKeys: 2 }), { maxLength: 2 }) },
);

/** Arguments for a tool: most of them under names that it has. */
function argsFor(tool: ToolModel): fc.Arbitrary<Record<string, unknown>> {
  const names = [...tool.definition.params, ...tool.definition.aliases.flatMap((rule) => rule.names)];
  const listed = Object.fromEntries(
    tool.definition.params.map((param) => {
      const conditions = [...(tool.definition.risk.rules ?? []), ...(tool.definition.riskSettings?.overrides ?? [])].flatMap(
        ({ when }) => when,
      );
      return [param, conditions.flatMap((one) => (one.param === param && "is" in one ? one.is : []))];
    }),
  );
  const key = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.constantFrom(...keys) });
  const entry = key.chain((name) => {
    const own = Object.hasOwn(listed, name) ? (listed[name] ?? []) : [];
    return fc.tuple(fc.constant(name), own.length === 0 ? value : fc.oneof(value, fc.constantFrom<unknown>(...own, true, false)));
  });
  return fc.array(entry, { maxLength: 5 }).map((entries) => JSON.parse(JSON.stringify(Object.fromEntries(entries))));
}

it.each(Object.keys(specs))("never lets the client be laxer than we are, whatever a model sends (%s)", async (name) => {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  let allowed = 0;
  await fc.assert(
    fc.asyncProperty(argsFor(tool), async (args) => {
      const here = ours(name, args);
      if (here === "refused") return;
      for (const mode of ["default", "autoEdit", "plan"])
        for (const headless of [false, true]) {
          const there = await decided(name, args, mode, headless);
          if (there !== "allow") continue;
          if (mode === "default") allowed++;
          expect([here, mode, headless]).toEqual(["allow", mode, headless]);
        }
    }),
    { numRuns: repeat({ usual: 300, soak: 4_000 }) },
  );
  // Of "lift" nothing can be said.
  expect(allowed > 0).toBe(name !== "lift");
});

it("allows by arguments what toolgen's decision allows, also if no user can be asked, and asks about the rest", async () => {
  const calls: readonly (readonly [string, object, Decision])[] = [
    ["remove", { resource: "pod", namespace: "prod", dryRun: true }, "allow"],
    ["remove", { resource: "pod", namespace: "prod", dryRun: true, wait_for_previous: true }, "allow"],
    ["remove", { resource: "pod", namespace: "test" }, "allow"],
    ["remove", {}, "allow"],
    ["remove", { namespace: "prod" }, "ask_user"],
    ["remove", { namespace: "prod", dryRun: "true" }, "ask_user"],
    ["remove", { namespace: "prod", dry: true }, "ask_user"],
    ["remove", { ns: "prod" }, "ask_user"],
    ["remove", { name: '","dryRun":true', namespace: "prod" }, "ask_user"],
    ["push", { branch: "topic" }, "allow"],
    ["push", {}, "allow"],
    ["push", { branch: "main" }, "ask_user"],
    ["push", { branch: "main", force: true }, "deny"],
    ["push", { force: true }, "deny"],
    ["push", { force: false, branch: "x", remote: "fork" }, "allow"],
    ["dig", { note: "x" }, "allow"],
    ["dig", { depth: 3 }, "ask_user"],
    ["odd", { "a.b": false, "x-9-": false }, "allow"],
    ["odd", { "a.b": true, "x-9-": false, "-e_": "other" }, "allow"],
    ["odd", { "a.b": true, "x-9-": false, "-e_": "a|b" }, "ask_user"],
    ["odd", {}, "ask_user"],
    ["place", {}, "allow"],
    ["place", { path: "tmp/a" }, "ask_user"],
    ["lift", { all: false }, "ask_user"],
  ];
  for (const [name, args, decision] of calls) {
    expect(await decided(name, args), JSON.stringify([name, args])).toBe(decision);
    expect(await decided(name, args, "autoEdit", true), JSON.stringify([name, args])).toBe(decision === "allow" ? "allow" : "deny");
    expect(await decided(name, args, "plan"), JSON.stringify([name, args])).toBe("deny");
    expect(await decided(name, args, "yolo"), JSON.stringify([name, args])).toBe(decision === "deny" ? "deny" : "allow");
  }
});

it("says of each rule what the policy can't, and why", () => {
  const lost = Object.fromEntries(
    tools.map((tool) => [tool.name, geminiArguments(tool).lost.map(({ rule, because }) => `${rule}: ${because}`)]),
  );
  expect(lost).toEqual({
    dig: ["risk: its condition on `depth` isn't a list of single values"],
    lift: ["risk: `id` can be given in another place or shape"],
    odd: [],
    place: ["risk.rules.1: the target of `path` is only known during a call"],
    push: [],
    remove: ["risk.rules.2: its condition on `name` isn't a list of single values"],
  });
});
