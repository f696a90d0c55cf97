// Models of the AI SDK's own providers, which speak to a server on the loopback.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";

const apiKey = "not-a-key";

export const models = {
  "openai-compatible": (url) =>
    createOpenAICompatible({ name: "loopback", baseURL: `${url}/v1`, apiKey, includeUsage: true })("some-model"),
  google: (url) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey })("gemini-3-pro-preview"),
  anthropic: (url) => createAnthropic({ baseURL: `${url}/v1`, apiKey })("claude-sonnet-4-5"),
};
