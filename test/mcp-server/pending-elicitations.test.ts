import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ElicitationQuestion } from "../../src/mcp-server/elicitation-question.js";
import { isLate, PendingElicitations } from "../../src/mcp-server/pending-elicitations.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const question = { digest: "digest", files: [] } as unknown as ElicitationQuestion;
const tenMinutes = 600_000;

it("takes an answer within its time, once", () => {
  const questions = new PendingElicitations(tenMinutes);
  const name = questions.open(question);
  vi.advanceTimersByTime(tenMinutes);
  expect(questions.take(name)).toMatchObject({ digest: "digest" });
  expect(questions.take(name)).toBeUndefined();
});

it("takes no answer after its time, nor by a clock that was set back", () => {
  const questions = new PendingElicitations(tenMinutes);
  const [late, early] = [questions.open(question), questions.open(question)];
  const asked = Date.now();
  vi.setSystemTime(asked + tenMinutes + 1);
  expect(questions.take(late)).toBeUndefined();
  vi.setSystemTime(asked - 1000);
  expect(questions.take(early)).toBeUndefined();
  expect([isLate(asked - 2000, 1000), isLate(asked - 3000, 1000)]).toEqual([false, true]);
});
