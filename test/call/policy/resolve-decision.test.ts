import { expect, it } from "vitest";
import { resolveDecision } from "../../../src/call/decide-risk.js";
import { decideTool } from "../../../src/call/decide-tool.js";
import type { RiskSettings } from "../../../src/contract/risk.js";

const moderate = { level: "moderate", requiresConfirmation: true } as const;
const unasked = { level: "moderate", requiresConfirmation: false } as const;
const override = (what: object) => ({ override: { when: [], from: "x", ...what } });

it("follows the level if no settings say otherwise", () => {
  expect(resolveDecision(moderate, {})).toEqual({
    level: "moderate",
    decision: "ask",
    isExplicit: false,
    from: undefined,
  });
  expect(resolveDecision(unasked, {})).toEqual({
    level: "moderate",
    decision: "allow",
    isExplicit: false,
    from: undefined,
  });
});

it.each([
  ["allow", "deny", "deny"],
  ["deny", "allow", "deny"],
  ["ask", "allow", "ask"],
  ["allow", "ask", "ask"],
  [undefined, "allow", "allow"],
  ["allow", undefined, "allow"],
] as const)("lets a project only tighten what the user set: %s and %s make %s", (user, project, decision) => {
  const layer = (said: string | undefined) => (said === undefined ? {} : override({ decision: said }));
  expect(resolveDecision(moderate, { user: layer(user), project: layer(project) }).decision).toBe(decision);
});

it("lets no override of a project loosen what the user says of a level, nor one of the user what the project says", () => {
  const denied = { confirm: { moderate: "deny" } } as const;
  expect(resolveDecision(moderate, { user: denied, project: override({ decision: "allow" }) })).toMatchObject({
    decision: "deny",
    from: "the user's settings: confirm.moderate",
  });
  expect(resolveDecision(moderate, { user: override({ decision: "allow" }), project: denied })).toMatchObject({
    decision: "deny",
    from: "toolgen.yaml: confirm.moderate",
  });
  expect(resolveDecision(moderate, { user: { ...denied, ...override({ decision: "ask" }) }, project: {} }).decision).toBe("ask");
});

it("takes the higher level of the user's and the project's, either in the place of the spec's", () => {
  const both = { user: override({ level: "moderate" }), project: override({ level: "safe" }) };
  expect(resolveDecision({ level: "dangerous", requiresConfirmation: true }, both)).toMatchObject({ level: "moderate", decision: "ask" });
  expect(resolveDecision(moderate, { project: override({ level: "safe" }) })).toEqual({
    level: "safe",
    decision: "allow",
    isExplicit: false,
    from: "x",
  });
});

it("takes the word for a level where neither the spec nor an override decides", () => {
  const confirm = { safe: "ask", moderate: "allow", dangerous: "deny" } as const;
  expect(resolveDecision(moderate, { project: { confirm } })).toMatchObject({ decision: "allow", from: "toolgen.yaml: confirm.moderate" });
  expect(resolveDecision(moderate, { user: { confirm }, project: { confirm: { moderate: "deny" } } }).decision).toBe("deny");
  expect(resolveDecision(unasked, { user: { confirm: { moderate: "deny" } } })).toMatchObject({
    decision: "deny",
    from: "the user's settings: confirm.moderate",
  });
  expect(resolveDecision({ level: "safe", requiresConfirmation: true }, { user: { confirm: { safe: "allow" } } }).decision).toBe("ask");
  expect(resolveDecision(moderate, { user: { confirm, ...override({ decision: "ask" }) } }).decision).toBe("ask");
});

it("takes the word of the command line for this time, whatever files say", () => {
  const files = { user: override({ decision: "deny", level: "dangerous" }), project: override({ decision: "deny" }) };
  expect(resolveDecision(moderate, { ...files, commandLine: override({ decision: "allow", from: "now" }) })).toEqual({
    level: "dangerous",
    decision: "allow",
    isExplicit: false,
    from: "now",
  });
  expect(resolveDecision(moderate, { ...files, commandLine: override({ level: "safe" }) })).toMatchObject({
    level: "safe",
    decision: "deny",
  });
});

it("decides once for a tool by the most that a call can be, and denies it where nothing else is left", () => {
  const when = [{ param: "force", is: [true] }];
  const risk = {
    ...moderate,
    rules: [
      { when, level: "safe", requiresConfirmation: false },
      { when: [], ...moderate },
    ],
  } as const;
  const deny = (conditions: typeof when | []): RiskSettings => ({ overrides: [{ when: conditions, decision: "deny", from: "x" }] });
  expect(decideTool({ risk })).toEqual({ level: "moderate", decidedLevel: "moderate", decision: "ask", from: undefined, deniedBy: [] });
  expect(decideTool({ risk }, { user: deny(when) })).toMatchObject({ decision: "ask", deniedBy: ["x"] });
  expect(decideTool({ risk }, { user: deny([]) })).toEqual({
    level: "moderate",
    decidedLevel: "moderate",
    decision: "deny",
    from: "x",
    deniedBy: [],
  });
  expect(decideTool({ risk, riskSettings: { confirm: { moderate: "deny" } } })).toMatchObject({ decision: "allow", from: "risk.rules.0" });
});

it.each([
  ["the level alone", moderate, {}, false],
  ["the level alone, which settings say again", moderate, { user: { confirm: { moderate: "ask" } } }, false],
  ["the spec", { ...moderate, explicitConfirmation: true }, {}, true],
  [
    "the spec, of a level that settings changed",
    { ...moderate, explicitConfirmation: true },
    { user: override({ level: "dangerous" }) },
    true,
  ],
  [
    "the spec, whose word settings took back",
    { ...moderate, explicitConfirmation: true },
    { user: override({ decision: "allow" }) },
    false,
  ],
  ["an override of the user's", moderate, { user: override({ decision: "ask" }) }, true],
  ["an override of the project's", unasked, { project: override({ decision: "ask" }) }, true],
  ["the command line", moderate, { commandLine: override({ decision: "ask" }) }, true],
  [
    "a word for a level that isn't asked about otherwise",
    { level: "safe", requiresConfirmation: false },
    { user: { confirm: { safe: "ask" } } },
    true,
  ],
] as const)("knows whether a question is explicitly wanted: %s", (_, own, layers, isExplicit) => {
  expect(resolveDecision(own, layers).isExplicit).toBe(isExplicit);
});
