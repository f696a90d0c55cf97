import { expect, it } from "vitest";
import type { EvalOutcome } from "../../../src/cli/eval/eval-results.js";
import { evalDiagnostics } from "../../../src/cli/eval/print-report.js";

it.each<[EvalOutcome, string, string]>([
  ["wrong-tool", "warning", "Say in the tool's description when to use it and when not."],
  ["wrong-arguments", "warning", "Say in the descriptions of the parameters what each means."],
  ["unanswered", "error", "This says nothing about the tools. Check the provider, and evaluate again."],
])("says after the outcome %s what to change", (outcome, severity, help) => {
  const attempt = { outcome, repairs: [], tokens: 0 };
  const cases = [{ tool: "show_log", example: "thanks", prompt: "Thank you!", expected: { kind: "none" } as const, attempts: [attempt] }];
  const evaluation = { version: 1, model: "openai/x", showing: "mcp", isComplete: true, cases } as const;
  const report = { evaluation, positions: new Map(), withoutPrompt: 0, notOffered: 0, pending: 0 };
  expect(evalDiagnostics(report)).toMatchObject([{ code: `eval-${outcome}`, severity, help }]);
});
