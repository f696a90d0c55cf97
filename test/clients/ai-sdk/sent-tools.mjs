// What the AI SDK's own providers send as `tools`, without a request that leaves the process.
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";

const apiKey = "not-a-key";

const models = {
  openai: (fetch) => createOpenAI({ apiKey, fetch }).chat("gpt-5"),
  anthropic: (fetch) => createAnthropic({ apiKey, fetch })("claude-sonnet-4-5"),
  gemini: (fetch) => createGoogleGenerativeAI({ apiKey, fetch })("gemini-3-pro-preview"),
};

/** `tools` of the request that a provider makes of tools: their names, descriptions, schemas, and whether they are strict. */
export async function sentTools(provider, tools) {
  let sent;
  const fetch = async (_url, { body }) => {
    sent = JSON.parse(body).tools;
    return new Response("{}", { status: 500 });
  };
  const prompt = [{ role: "user", content: [{ type: "text", text: "Go on." }] }];
  await models[provider](fetch)
    .doGenerate({ prompt, tools: tools.map((tool) => ({ type: "function", ...tool })) })
    .catch((error) => {
      if (sent === undefined) throw error;
    });
  return sent;
}
