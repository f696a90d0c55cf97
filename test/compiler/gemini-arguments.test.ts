import { expect, it } from "vitest";
import { geminiArguments } from "../../src/compiler/gemini-policy.js";
import { compiled } from "../kit/compiled.js";

async function argumentsOf(properties: string, risk: string, more = "") {
  const { model, diagnostics } = await compiled({
    "tool.yaml": `name: t\ndescription: d\nkind: edit\nschema: { properties: { ${properties} } }\nrisk: ${risk}\ncommand: [echo, "{{json @params}}"]\n${more}`,
  });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const [tool] = model.tools;
  if (tool === undefined) throw new Error("no tool");
  const { rules, lost } = geminiArguments(tool);
  return { rules: rules.map(({ decision, when }) => `${decision} ${when}`), lost: lost.map(({ rule, because }) => `${rule}: ${because}`) };
}

it("says nothing of a tool whose calls are all one", async () => {
  expect(await argumentsOf("a: { type: boolean }", "moderate")).toEqual({ rules: [], lost: [] });
  const rules = "[{ when: { a: true }, level: dangerous }]";
  expect(await argumentsOf("a: { type: boolean }", `{ level: moderate, rules: ${rules} }`)).toEqual({ rules: [], lost: [] });
});

it("says by which values calls are allowed, and by which defaults", async () => {
  const risk = "{ level: safe, rules: [{ when: { mode: [fast, wild], force: true }, level: dangerous }] }";
  expect(await argumentsOf("mode: { enum: [slow, fast, wild], default: slow }, force: { type: boolean, default: false }", risk)).toEqual({
    rules: ["allow force is false or absent", 'allow mode is "slow" or absent'],
    lost: [],
  });
  expect(await argumentsOf("mode: { enum: [slow, fast, wild], default: wild }, force: { type: boolean, default: true }", risk)).toEqual({
    rules: ["allow force is false", 'allow mode is "slow"'],
    lost: [],
  });
});

it("says nothing where a rule before the one that allows might match", async () => {
  const risk =
    "{ level: moderate, rules: [{ when: { name: { pattern: x } }, level: dangerous }, { when: { dryRun: true }, level: safe }] }";
  expect(await argumentsOf("name: { type: string, maxLength: 9 }, dryRun: { type: boolean }", risk)).toEqual({
    rules: ["allow name is absent and dryRun is true"],
    lost: ["risk.rules.1: its condition on `name` isn't a list of single values"],
  });
});

it("has no rule for callers over HTTP, because a client on this machine never is one", async () => {
  const rules = '[{ when: { "@principal": ci, a: true }, level: safe }, { when: { "@principal": [alice, null], a: false }, level: safe }]';
  expect(await argumentsOf("a: { type: boolean }", `{ level: moderate, rules: ${rules} }`)).toEqual({
    rules: ["allow a is false"],
    lost: [],
  });
});

it("says nothing of texts where a schema holds of some and not of others", async () => {
  for (const schema of ["{ not: { const: main } }", "{ pattern: x }", "{ maxLength: 20 }"]) {
    const risk = `{ level: moderate, rules: [{ when: { to: ${schema} }, level: safe }] }`;
    const { rules } = await argumentsOf("to: { type: string, default: dev }", risk);
    expect(rules).toEqual(schema.includes("x }") ? [] : ["allow to is absent"]);
  }
  const risk = "{ level: moderate, rules: [{ when: { to: { type: string } }, level: safe }] }";
  expect((await argumentsOf("to: { type: string, default: dev }", risk)).rules).toEqual(["allow to is absent or a text"]);
});

it("says nothing of parameters that relate to each other", async () => {
  const risk = "{ level: moderate, rules: [{ when: { a: true }, level: safe }] }";
  const { rules, lost } = await argumentsOf("a: { type: boolean }, b: { type: boolean } }, dependentRequired: { a: [b]", risk);
  expect({ rules, lost }).toEqual({ rules: [], lost: ["risk.rules.0: its schema relates parameters to each other"] });
});

it("gives up on what depends on too many values, and says so", async () => {
  const names = Array.from({ length: 7 }, (_, i) => `p${i}`);
  const values = Array.from({ length: 6 }, (_, i) => `v${i}`);
  const properties = names.map((name) => `${name}: { type: string }`).join(", ");
  const when = names.map((name) => `${name}: [${values.join(", ")}]`).join(", ");
  expect(await argumentsOf(properties, `{ level: moderate, rules: [{ when: { ${when} }, level: safe }] }`)).toEqual({
    rules: [],
    lost: ["risk: it depends on too many values"],
  });
  const patterns = Array.from({ length: 20 }, (_, i) => `{ when: { p0: { pattern: "x${i}" } }, level: safe }`).join(", ");
  expect(await argumentsOf(properties, `{ level: moderate, rules: [${patterns}] }`)).toEqual({
    rules: [],
    lost: ["risk: it depends on too many values"],
  });
});
