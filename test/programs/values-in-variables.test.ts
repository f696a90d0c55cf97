import { expect, it } from "vitest";
import { compiledTool } from "../kit/compiled.js";

const base = {
  name: "t",
  description: "d",
  kind: "read",
  schema: { properties: { s: { type: "string" } }, required: ["s"] },
  env: { set: { INPUT_S: "{{s}}" } },
};
const evaluating = ["git", "-c", "alias.q=!eval $INPUT_S", "q"];

const valuesOf = async (more: object) => (await compiledTool(JSON.stringify({ ...base, ...more }))).tool?.values;
const asked = { param: "s", where: "the variable INPUT_S", class: "unknown", verdict: "asked", because: "class" };

it("asks about a variable that a text for another program names, on every platform", async () => {
  expect(await valuesOf({ command: evaluating })).toEqual([asked]);
  expect(await valuesOf({ command: ["date"], platforms: { macos: { command: evaluating } } })).toEqual([asked]);
  expect(await valuesOf({ command: ["date"], platforms: { macos: { shell: "date" } } })).toEqual([]);
});

it("asks about a variable that a platform's own program gets", async () => {
  const make = { command: ["date"], platforms: { macos: { program: "make" } } };
  expect(await valuesOf(make)).toEqual([asked]);
});

it("says what decides about a variable", async () => {
  const env = { set: { REGION: "{{s}}" } };
  const one = (await valuesOf({ env, command: ["report", "--all"], data: ["s"] }))?.[0];
  expect(one).toMatchObject({ verdict: "allowed", because: "claim", claimedIn: "REGION=<value> report --all" });
  const word = { properties: { s: { type: "string", pattern: "^[a-z]+$" } } };
  expect(await valuesOf({ env, command: ["report"], schema: word })).toMatchObject([{ verdict: "allowed", because: "word" }]);
});
