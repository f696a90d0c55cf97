import { MockLanguageModelV3 } from "ai/test";

/** A call as a model sends it. */
export interface SentCall {
  readonly toolName: string;
  readonly input: string;
  readonly providerExecuted?: boolean;
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The SDK's own model for tests: it makes these calls in its first turn, and says in the second that it has done so. */
export function modelThatCalls(...calls: readonly SentCall[]): MockLanguageModelV3 {
  const answers = [
    {
      content: calls.map((call, i) => ({ type: "tool-call" as const, toolCallId: `call-${i}`, ...call })),
      finishReason: { unified: "tool-calls" as const, raw: undefined },
      usage,
      warnings: [],
    },
    {
      content: [{ type: "text" as const, text: "Done." }],
      finishReason: { unified: "stop" as const, raw: undefined },
      usage,
      warnings: [],
    },
  ];
  let turn = 0;
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const answer = answers[turn++];
      if (answer === undefined) throw new Error("there is no third turn");
      return answer;
    },
  });
}
