import { expect, it } from "vitest";
import { type LanguageModel, runAgenticLoop } from "../../../src/runtime/index.js";
import { modelOf, OwnTool, registryOf } from "./model.js";

const png = { mimeType: "image/png", data: "AQID" };
const pdf = { mimeType: "application/pdf", data: "BAUG" };
const wav = { mimeType: "audio/wav", data: "BwgJ" };

const camera = () =>
  new OwnTool("camera", {
    execute: () => ({
      llmContent: [
        { text: "Here." },
        { inlineData: png },
        { inlineData: pdf },
        { inlineData: wav },
        { fileData: { fileUri: "file:///a.txt" } },
      ],
      returnDisplay: "",
    }),
  });

/** The messages after a call that has images. */
async function messagesOf(provider: string) {
  const scripted = modelOf({ calls: [["camera", { what: "a" }]] }, { text: "Nice." });
  const model = Object.assign(scripted.model as object, { provider }) as LanguageModel;
  const result = await runAgenticLoop({ model, registry: registryOf(camera()), prompt: "Go." });
  expect(result.status).toBe("completed");
  return result.messages.slice(2, -1);
}

it.each(["anthropic.messages", "google.generative-ai", "google.vertex.chat", "amazon-bedrock", "openai.responses"])(
  "puts images into the result of a tool for %s",
  async (provider) => {
    const output = {
      type: "content",
      value: [
        { type: "text", text: "Here.\nfile:///a.txt\n[audio/wav, 3 bytes, which can't be shown here]" },
        { type: "image-data", mediaType: "image/png", data: "AQID" },
        { type: "file-data", mediaType: "application/pdf", data: "BAUG" },
      ],
    };
    expect(await messagesOf(provider)).toEqual([
      { role: "tool", content: [{ type: "tool-result", toolCallId: "t1.1", toolName: "camera", output }] },
    ]);
  },
);

it("puts them into a message after it for providers that take texts alone", async () => {
  const text =
    "Here.\nfile:///a.txt\n[application/pdf, 3 bytes, which can't be shown here]\n[audio/wav, 3 bytes, which can't be shown here]";
  expect(await messagesOf("lmstudio.chat")).toEqual([
    { role: "tool", content: [{ type: "tool-result", toolCallId: "t1.1", toolName: "camera", output: { type: "text", value: text } }] },
    {
      role: "user",
      content: [
        { type: "text", text: "What camera (t1.1) has shown:" },
        { type: "image", image: "AQID", mediaType: "image/png" },
      ],
    },
  ]);
});
