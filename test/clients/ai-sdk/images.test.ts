import { expect, it, onTestFinished } from "vitest";
import { runAgenticLoop } from "../../../src/runtime/index.js";
import { OwnTool, registryOf } from "../../agent/loop/model.js";
import { type Api, anthropic, gemini, models, openai, type Provider, serve } from "./scripted-server.js";

/** A picture of one dot. */
const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const camera = new OwnTool("camera", {
  execute: () => ({ llmContent: [{ text: "Here." }, { inlineData: { mimeType: "image/png", data } }], returnDisplay: "" }),
});

it.each<[Provider, Api, object]>([
  [
    "openai-compatible",
    openai,
    {
      messages: [
        {},
        {},
        { role: "tool", content: "Here." },
        { role: "user", content: [{ type: "text" }, { type: "image_url", image_url: { url: `data:image/png;base64,${data}` } }] },
      ],
    },
  ],
  [
    "google",
    gemini,
    {
      contents: [
        {},
        {},
        { parts: [{ functionResponse: { response: { content: "Here." }, parts: [{ inlineData: { mimeType: "image/png", data } }] } }] },
      ],
    },
  ],
  [
    "anthropic",
    anthropic,
    {
      messages: [
        {},
        {},
        {
          content: [
            {
              type: "tool_result",
              content: [
                { type: "text", text: "Here." },
                { type: "image", source: { type: "base64", media_type: "image/png", data } },
              ],
            },
          ],
        },
      ],
    },
  ],
])("shows a model of %s the images of a result", async (provider, api, told) => {
  const server = await serve(api, [{ calls: [{ name: "camera", json: '{"what":"a"}' }] }, { text: "A dot." }]);
  onTestFinished(() => server.close());
  const result = await runAgenticLoop({ model: models[provider](server.url), registry: registryOf(camera), prompt: "Look." });
  expect(result).toMatchObject({ status: "completed", text: "A dot." });
  expect(JSON.parse(server.bodies[1] ?? "")).toMatchObject(told);
});
