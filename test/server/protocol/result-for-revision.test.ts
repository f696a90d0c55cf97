import { expect, it } from "vitest";
import type { ContentBlock } from "../../../src/contract/call-result.js";
import { resultForRevision, revisionOf } from "../../../src/server/protocol-result.js";
import { withExchange } from "../../../src/server/state/current-exchange.js";

const audio: ContentBlock = { type: "audio", data: Buffer.from("abc").toString("base64"), mimeType: "audio/wav" };
const link: ContentBlock = { type: "resource_link", uri: "test://a", name: "a", description: "The first." };
const others: readonly ContentBlock[] = [
  { type: "text", text: "t" },
  { type: "image", data: "", mimeType: "image/png" },
  { type: "resource", resource: { uri: "test://b", text: "B" } },
];

it.each([
  ["2024-11-05", ["text", "text"]],
  ["2025-03-26", ["audio", "text"]],
  ["2025-06-18", ["audio", "resource_link"]],
  ["2026-07-28", ["audio", "resource_link"]],
])("describes what revision %s doesn't have, and leaves the rest", (revision, types) => {
  const result = resultForRevision({ content: [audio, link, ...others] }, revision);
  expect(result.content.map(({ type }) => type)).toEqual([...types, "text", "image", "resource"]);
});

it("says what the content was", () => {
  const { content } = resultForRevision({ content: [audio, link] }, "2024-11-05");
  expect(content).toEqual([
    { type: "text", text: "[audio/wav, 3 bytes, which this client doesn't take]" },
    { type: "text", text: "a test://a The first." },
  ]);
});

it("leaves a result without content as it is", () => {
  const later = { resultType: "input_required" };
  expect(resultForRevision(later, "2024-11-05")).toBe(later);
});

it("reads the revision of a request without a session from its header", () => {
  const within = (revision: string | undefined, negotiated?: string) =>
    withExchange({ network: undefined, sendJson: () => {}, revision, signal: new AbortController().signal, onDone: () => {} }, () =>
      revisionOf(negotiated),
    );
  expect(within("2025-06-18", "2025-11-25")).toBe("2025-11-25");
  expect(within("2025-06-18")).toBe("2025-06-18");
  expect(within(undefined)).toBe("2025-03-26");
});
