import { expect, it } from "vitest";
import type { Attempt } from "../../../src/cli/eval/eval-results.js";
import { type EvalJob, type JobAnswer, runEvaluation } from "../../../src/cli/eval/run-evaluation.js";

const job = (prompt: string): EvalJob => ({
  evalCase: { tool: "a", example: "b", prompt, expected: { kind: "none" }, file: "a.yaml", line: 1 },
  tools: { declarations: [], find: () => undefined, repair: () => ({ ok: true, params: {}, repairs: [] }) },
});
const jobs = ["1", "2", "3", "4", "5"].map(job);
const right: Attempt = { outcome: "right", repairs: [], tokens: 10 };
const bounds = { concurrency: 2, calls: 99, tokens: 999, signal: new AbortController().signal };

async function run(changed: Partial<typeof bounds>, ask = async (): Promise<JobAnswer> => ({ attempt: right })) {
  const seen: string[] = [];
  const asked = async ({ evalCase }: EvalJob) => {
    seen.push(evalCase.prompt);
    await new Promise((resolve) => setImmediate(resolve));
    return ask();
  };
  const result = await runEvaluation(jobs, asked, { bounds: { ...bounds, ...changed }, onAttempt: () => {} });
  return { seen, done: result.attempts.filter((attempt) => attempt !== undefined).length, stopped: result.stopped };
}

it("makes every request, at most so many at a time", async () => {
  let now = 0;
  let most = 0;
  const ask = async () => {
    most = Math.max(most, ++now);
    await new Promise((resolve) => setImmediate(resolve));
    now--;
    return { attempt: right };
  };
  expect(await run({ concurrency: 3 }, ask)).toEqual({ seen: ["1", "2", "3", "4", "5"], done: 5, stopped: undefined });
  expect(most).toBeLessThanOrEqual(3);
});

it("stops at a number of requests and of tokens", async () => {
  expect(await run({ calls: 3 })).toEqual({ seen: ["1", "2", "3"], done: 3, stopped: "calls" });
  expect(await run({ calls: 5 })).toMatchObject({ done: 5, stopped: undefined });
  expect(await run({ concurrency: 1, tokens: 20 })).toEqual({ seen: ["1", "2"], done: 2, stopped: "tokens" });
});

it("stops for a problem that every request would have", async () => {
  expect(await run({ concurrency: 1 }, async () => ({ fatal: "bad key" }))).toEqual({ seen: ["1"], done: 0, stopped: "fatal" });
});

it("stops when it is aborted, and drops the answers that were interrupted", async () => {
  const controller = new AbortController();
  const ask = async () => {
    controller.abort();
    return { attempt: { outcome: "unanswered" as const, repairs: [], tokens: 0 } };
  };
  expect(await run({ concurrency: 1, signal: controller.signal }, ask)).toEqual({ seen: ["1"], done: 0, stopped: "signal" });
});
