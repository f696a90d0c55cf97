import { expect, it } from "vitest";
import { type HttpExchange, withExchange } from "../../../src/server/state/current-exchange.js";
import { resultRoom } from "../../../src/server/state/result-room.js";
import { holdUnsent, maxUnsentBytes, UnsentAnswers } from "../../../src/server/state/unsent-answers.js";

/** A request of a client without a name that leaves its answer unread. */
const from = (network: string): HttpExchange => ({
  revision: undefined,
  network,
  signal: new AbortController().signal,
  sendJson: () => {},
  onDone: () => {},
});

it("leaves room for the clients of other networks beside one that leaves its answers unread", () => {
  const state = { unsent: new UnsentAnswers() };
  const hold = (network: string) => withExchange(from(network), () => holdUnsent(state, "", maxUnsentBytes / 4));
  const hasRoom = (network: string) => withExchange(from(network), () => resultRoom(state, "").hasRoom());
  expect([hold("10.0.0.1"), hold("10.0.0.1"), hold("10.0.0.1")]).toEqual([true, true, false]);
  expect([hasRoom("10.0.0.1"), hasRoom("10.0.0.2"), hold("10.0.0.2")]).toEqual([false, true, true]);
});

it("counts a result's text and data for its network", () => {
  const state = { unsent: new UnsentAnswers() };
  const hasRoom = (network: string) => withExchange(from(network), () => resultRoom(state, "").hasRoom());
  const data = { text: "x".repeat(maxUnsentBytes / 2) };
  withExchange(from("10.0.0.1"), () => resultRoom(state, "").hold({ content: [{ type: "text", text: "x" }], structuredContent: data }));
  expect([hasRoom("10.0.0.1"), hasRoom("10.0.0.2")]).toEqual([false, true]);
});

it("holds 32 MiB at most", () => {
  expect(maxUnsentBytes).toBe(32 * 1024 * 1024);
});
