import { expect, it } from "vitest";
import { describeProviderError } from "../../../src/cli/eval/run-evaluation.js";

const hints = { model: "anthropic/x", keyVariable: "ANTHROPIC_API_KEY" };
const failed = (statusCode: number) => Object.assign(new Error("said"), { statusCode });

it.each<[unknown, string, boolean]>([
  [failed(401), "The provider rejects the key (HTTP 401): said. Check ANTHROPIC_API_KEY.", true],
  [failed(403), "The provider rejects the key (HTTP 403): said. Check ANTHROPIC_API_KEY.", true],
  [failed(404), "The provider doesn't know anthropic/x (HTTP 404): said. Check --model and --base-url.", true],
  [failed(429), "The provider limits requests (HTTP 429): said. Wait, or ask less at a time with --concurrency 1.", false],
  [failed(500), "The provider answers HTTP 500: said", false],
  [Object.assign(new Error("tried 3 times"), { lastError: failed(429) }), "The provider limits requests (HTTP 429)", false],
  [
    Object.assign(new Error("failed"), { url: "http://127.0.0.1:9/v1", statusCode: undefined }),
    "The provider can't be reached: failed. Check --base-url and the network.",
    true,
  ],
  [new Error("something else"), "something else", false],
  ["a text", "a text", false],
])("describes %s", (error, problem, isFatal) => {
  expect(describeProviderError(error, hints)).toEqual({ problem: expect.stringContaining(problem), isFatal });
});
