import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { lenientValidator } from "../../../src/agent/validator.js";
import { decideCall } from "../../../src/call/decide-risk.js";
import { matchesSchema, matchesWithLimit } from "../../../src/call/schema-keywords.js";
import { interruptAfter, TimeLimitReached } from "../../../src/contract/time-limit.js";
import { compiledTool } from "../../kit/compiled.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const evil = "^(a+)+$";
const attack = `${"a".repeat(60)}!`;

it("matches as a regular expression does", () => {
  expect(matchesWithLimit("^(a|b)+$", "abab")).toBe(true);
  expect(matchesWithLimit("^(a|b)+$", "abc")).toBe(false);
});

it("limits work inside of limited work, and lets what it throws through", () => {
  const spin = () => /^(a+)+$/.test(attack);
  expect(interruptAfter(60_000, () => interruptAfter(60_000, () => [1]))).toEqual([1]);
  expect(() => interruptAfter(60_000, () => interruptAfter(20, spin))).toThrow(TimeLimitReached);
  expect(() => interruptAfter(20, () => interruptAfter(60_000, spin))).toThrow(TimeLimitReached);
  expect(() =>
    interruptAfter(60_000, () => {
      throw new RangeError("own");
    }),
  ).toThrow("own");
});

it("doesn't match a pattern of a condition where `maxLength` beside it doesn't hold, in either order", () => {
  const text = "a,".repeat(4_000_000);
  expect(matchesSchema(text, { pattern: "^.*,.*,.*,$", maxLength: 10 })).toBe(false);
  expect(matchesSchema("a,b", { pattern: "^.*,.*$", maxLength: 3 })).toBe(true);
  expect(matchesSchema("👍,b", { pattern: "^.*,.*$", maxLength: 3 })).toBe(true);
});

it("refuses a call that a slow pattern of the user's settings would have to decide", async () => {
  const XDG_CONFIG_HOME = temporaryFolder();
  mkdirSync(join(XDG_CONFIG_HOME, "toolgen"));
  const settings = { risk: { push: [{ when: { to: { pattern: evil } }, decision: "deny" }] } };
  writeFileSync(join(XDG_CONFIG_HOME, "toolgen/settings.json"), JSON.stringify(settings));
  const schema = { properties: { to: { type: "string" } } };
  const { tool } = await compiledTool(
    JSON.stringify({ name: "push", description: "d", kind: "other", schema, command: ["echo", "--to={{to}}"] }),
  );
  if (tool?.definition === undefined) throw new Error("no tool");
  const context = { workspace: XDG_CONFIG_HOME, projectDir: XDG_CONFIG_HOME, env: { XDG_CONFIG_HOME } };
  const { definition } = tool;
  expect(decideCall(definition, { to: attack }, context)).toEqual({
    ok: false,
    problems: ['The pattern "^(a+)+$" takes longer than 1 s for a value of this call.'],
  });
  expect(decideCall(definition, { to: "aaaa" }, context)).toMatchObject({ ok: true, decided: { decision: "deny" } });
});

it("stops checking by a schema of another program whose patterns are slow, and says so once", () => {
  const reasons: string[] = [];
  const schema = { type: "object", properties: { a: { type: "string", pattern: evil }, n: { type: "integer" } } };
  const validate = lenientValidator(schema, (reason) => reasons.push(reason));
  expect(validate({ a: "b" })).toBe(false);
  expect(validate.errors).toHaveLength(1);
  expect(validate({ a: "aa" })).toBe(true);
  expect(validate.errors).toBeNull();
  for (let i = 0; i < 3; i++) expect(validate({ a: attack, n: "x" })).toBe(true);
  expect(validate({ a: "b" })).toBe(true);
  expect(reasons).toEqual(["it took longer than 1 s"]);
});
