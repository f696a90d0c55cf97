import { expect, it } from "vitest";
import { compareEvaluations, type EvalOutcome, type EvaluatedCase } from "../../../src/cli/eval/eval-results.js";

const tried = (prompt: string, ...outcomes: readonly EvalOutcome[]): EvaluatedCase => ({
  tool: "a",
  example: "b",
  prompt,
  expected: { kind: "none" },
  attempts: outcomes.map((outcome) => ({ outcome, repairs: [], tokens: 5 })),
});

it("compares the shares of right answers, also of cases that were tried differently often", () => {
  const before = [tried("won", "no-call"), tried("lost", "right", "right"), tried("same", "right"), tried("gone", "right")];
  const after = [
    tried("won", "right", "no-call"),
    tried("lost", "right", "wrong-tool"),
    tried("same", "right", "right", "unanswered"),
    tried("new", "right"),
  ];
  const { cases, added, removed, before: counts } = compareEvaluations(before, after);
  expect(cases.map((one) => [one.after.prompt, one.change])).toEqual([
    ["won", "win"],
    ["lost", "loss"],
    ["same", "same"],
  ]);
  expect([added, removed]).toEqual([1, 1]);
  expect(counts).toEqual({ answered: 4, rightTool: 3, right: 3, repaired: 0, unanswered: 0, tokens: 20 });
});

it("compares nothing with a case that has no answer", () => {
  expect(compareEvaluations([tried("a", "right")], [tried("a", "unanswered")])).toMatchObject({ cases: [], added: 0, removed: 1 });
  expect(compareEvaluations([tried("a", "unanswered")], [tried("a", "right")])).toMatchObject({ cases: [], added: 1, removed: 0 });
});
