import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decideRisk } from "../../../src/call/decide-risk.js";
import { checkPermitted } from "../../../src/call/policy/check-permitted.late.js";
import { compiledTool } from "../../kit/compiled.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const level = fc.constantFrom("safe", "moderate", "dangerous");
const decision = fc.constantFrom("allow", "ask", "deny");
const override = fc.oneof(
  level.map((one) => ({ level: one })),
  decision.map((one) => ({ decision: one })),
);
const condition = fc.constantFrom({}, { when: { all: true } }, { when: { all: false } });
const entry = fc.tuple(override, condition).map(([what, when]) => ({ ...what, ...when }));
const word = fc.constantFrom("never", "ask", "deny");
const confirm = fc.record({ safe: word, moderate: word, unattended: fc.constantFrom("allow", "deny") }, { requiredKeys: [] });
const settings = fc.record({ confirm, risk: fc.record({ push: entry, "*": entry }, { requiredKeys: [] }) }, { requiredKeys: [] });

it("runs no call of generated/bin/call that only the user's settings require confirmation for", async () => {
  const XDG_CONFIG_HOME = temporaryFolder();
  mkdirSync(join(XDG_CONFIG_HOME, "toolgen"));
  const folders = { workspace: XDG_CONFIG_HOME, projectDir: XDG_CONFIG_HOME };
  const context = { ...folders, env: { XDG_CONFIG_HOME } };
  const schema = { properties: { all: { type: "boolean", default: false } } };
  const tools = await Promise.all(
    ["safe", "moderate", "dangerous"].map(async (risk) => {
      const { tool } = await compiledTool(
        JSON.stringify({ name: "push", description: "d", kind: "other", risk, schema, command: ["true"] }),
      );
      if (tool === undefined) throw new Error("no tool");
      return tool.definition;
    }),
  );
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.constantFrom(...tools), settings, fc.boolean(), (definition, user, all) => {
      writeFileSync(join(XDG_CONFIG_HOME, "toolgen/settings.json"), JSON.stringify(user));
      const asked = checkPermitted(definition, { all }, context);
      const { denial } = checkPermitted(definition, { all }, { ...context, via: "call" });
      if (!asked.answer.ok) throw new Error(asked.answer.problems.join());
      const { decided } = asked.answer;
      // The client's policy is compiled from the spec and the project's settings alone.
      const policy = decideRisk(definition, { all }, folders).decision;
      const isUnasked = decided.decision === "ask" && policy === "allow" && decided.unattended !== "allow";
      const expected = decided.decision === "deny" ? "by-settings" : isUnasked ? "unasked" : undefined;
      expect(denial?.code).toBe(expected);
      expect(asked.denial?.code).toBe(decided.decision === "deny" ? "by-settings" : undefined);
      seen.add(String(expected));
    }),
    { numRuns: 300 },
  );
  expect([...seen].sort()).toEqual(["by-settings", "unasked", "undefined"]);
});
