import { expect, it } from "vitest";
import { printAnswer } from "../../../src/runtime/mcp-call/print-answer.js";

it("prints the texts of an answer", () => {
  expect(
    printAnswer(
      {
        content: [
          { type: "text", text: "a" },
          { type: "image", data: "", mimeType: "image/png" },
        ],
      },
      "text",
    ),
  ).toEqual({ ok: true, text: "a" });
  expect(printAnswer({ content: [], structuredContent: { a: 1 } }, "json")).toEqual({ ok: true, text: '{"a":1}' });
});

it.each([[[{ type: "evil" }]], [[null]], [[{ type: "text", text: "a" }, 7]]])(
  "takes content that MCP doesn't know for a failure: %j",
  (content) => {
    for (const format of ["text", "json", "mcp"] as const)
      expect(printAnswer({ content }, format)).toEqual({ ok: false, advice: expect.stringContaining("content that MCP doesn't know") });
  },
);
