import { EventEmitter } from "node:events";
import type { ServerResponse } from "node:http";
import { expect, it } from "vitest";
import { openEventStreams } from "../../../src/cli/dev/dev-server.js";

/** A response that records what is written to it. `unread` is what its client hasn't read. */
function response(unread = 0) {
  const written: string[] = [];
  const events = new EventEmitter();
  const destroyed = () => events.listenerCount("close") > 0 && events.emit("close");
  const part = { writableLength: unread, writeHead: () => {}, write: (text: string) => written.push(text), destroy: destroyed };
  // The streams use no more of a response.
  return { response: Object.assign(events, part) as unknown as ServerResponse, written };
}

const errors = (text: string) => ({ kind: "errors", text }) as const;

it("begins a stream with what its page must know, and tells all pages the same later", () => {
  const streams = openEventStreams();
  const [one, other] = [response(), response()];
  expect(streams.isEmpty()).toBe(true);
  streams.open(one.response, {}, () => [errors("first")]);
  streams.open(other.response, {}, () => []);
  streams.push(errors("later"));
  expect(one.written.join("")).toBe(':\n\ndata: {"kind":"errors","text":"first"}\n\ndata: {"kind":"errors","text":"later"}\n\n');
  expect(other.written.join("")).toContain("later");
  one.response.emit("close");
  streams.push(errors("last"));
  expect(one.written.join("")).not.toContain("last");
});

it("keeps nothing for a page that doesn't read", () => {
  const streams = openEventStreams();
  const stuck = response(20_000_000);
  const reading = response();
  streams.open(reading.response, {}, () => []);
  streams.open(stuck.response, {}, () => []);
  streams.push(errors("later"));
  expect(stuck.written).toEqual([]);
  expect(reading.written.join("")).toContain("later");
  reading.response.emit("close");
  expect(streams.isEmpty()).toBe(true);
});

it("opens no more streams than pages need", () => {
  const streams = openEventStreams();
  const opened = Array.from({ length: 31 }, () => streams.open(response().response, {}, () => []));
  expect(opened.filter(Boolean)).toHaveLength(30);
});
