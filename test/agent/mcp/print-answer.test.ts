import { expect, it } from "vitest";
import { isAnswer, printAnswer } from "../../../src/call/report.js";

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
  "shows content that MCP doesn't know as JSON: %j",
  (content) => {
    for (const format of ["text", "mcp"] as const) {
      const printed = printAnswer({ content }, format);
      expect(printed).toEqual({ ok: true, text: expect.stringMatching(/evil|null|7/) });
    }
  },
);

it("takes an answer that says nothing for a success, and shows one of another form", () => {
  for (const answer of [{}, { _meta: {} }, { content: [] }]) {
    expect([isAnswer(answer), printAnswer(answer, "text"), printAnswer(answer, "json")]).toEqual([
      true,
      { ok: true, text: "" },
      { ok: true, text: "" },
    ]);
  }
  expect([{ content: "a" }, null, "a"].map(isAnswer)).toEqual([false, false, false]);
  expect(printAnswer({ toolResult: { a: 1 } } as object, "text")).toEqual({ ok: true, text: expect.stringContaining('"a": 1') });
});
