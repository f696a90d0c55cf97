import { expect, it } from "vitest";
import { readRiskArguments } from "../../../src/call/risk-settings.js";

it("reads decisions and levels, of tools and toolsets", () => {
  expect(readRiskArguments(["push=deny", "toolset:git=safe", "a=b=ask"])).toEqual({
    ok: true,
    settings: {
      confirm: {},
      overrides: {
        push: [{ when: [], decision: "deny", from: "the command line: risk.push" }],
        "toolset:git": [{ when: [], level: "safe", from: "the command line: risk.toolset:git" }],
        "a=b": [{ when: [], decision: "ask", from: "the command line: risk.a=b" }],
      },
    },
  });
});

it.each([
  ["push=alow", `--risk: "alow" is not one of safe, moderate, dangerous, allow, ask, deny. Did you mean 'allow'?`],
  ["push=dangerus", `--risk: "dangerus" is not one of safe, moderate, dangerous, allow, ask, deny. Did you mean 'dangerous'?`],
  ["push=perhaps", `--risk: "perhaps" is not one of safe, moderate, dangerous, allow, ask, deny.`],
  ["push=", `--risk: "" is not one of safe, moderate, dangerous, allow, ask, deny.`],
])("says what a word can be, and which may be meant: %s", (given, message) => {
  expect(readRiskArguments(["look=safe", given])).toEqual({ ok: false, message, hint: expect.stringContaining("--risk git_push=deny") });
});

it.each([
  ["push", "git_push=deny"],
  ["alow", "git_push=allow"],
  ["=ask", "git_push=ask"],
])("says how an argument without a tool or a word is written: %s", (given, written) => {
  expect(readRiskArguments([given])).toEqual({
    ok: false,
    message: `--risk ${given} names no tool and word.`,
    hint: `Write it as --risk ${written}.`,
  });
});
