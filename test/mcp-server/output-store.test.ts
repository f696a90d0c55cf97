import { afterEach, expect, it, vi } from "vitest";
import { OutputStore } from "../../src/mcp-server/output-store.js";

afterEach(() => void vi.useRealTimers());

const output = (text: string | Buffer) => ({ toolName: "list_all", stream: "stdout" as const, bytes: Buffer.from(text), env: {} });

it("keeps an output for its caller alone", () => {
  const outputs = new OutputStore();
  const { uri, size, name } = outputs.keep("alice", output("all of it"));
  expect([name, size]).toEqual(["list_all stdout", 9]);
  expect(outputs.find(uri, "alice")?.content()).toEqual({ text: "all of it" });
  expect(outputs.find(uri, "bob")).toBeUndefined();
  expect(outputs.find(uri, "")).toBeUndefined();
  expect(outputs.find("toolgen-output://other", "alice")).toBeUndefined();
});

it("gives bytes that aren't text in Base64", () => {
  const outputs = new OutputStore();
  const bytes = Buffer.from([0xff, 0xfe]);
  expect(outputs.find(outputs.keep("", output(bytes)).uri, "")?.content()).toEqual({ blob: bytes.toString("base64") });
});

it("forgets an output after a while", () => {
  vi.useFakeTimers();
  const outputs = new OutputStore({ ms: 1000 });
  const { uri } = outputs.keep("", output("a"));
  vi.advanceTimersByTime(999);
  expect(outputs.find(uri, "")).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(outputs.find(uri, "")).toBeUndefined();
});

it("makes room by the oldest: of the same caller first, then of all", () => {
  const outputs = new OutputStore({ allBytes: 10, bytesOfOne: 4 });
  const keep = (principal: string) => [outputs.keep(principal, output("123")).uri, principal] as const;
  const isKept = ([uri, principal]: readonly [string, string]) => outputs.find(uri, principal) !== undefined;
  const first = [keep("a"), keep("b")] as const;
  const second = keep("a");
  expect([...first, second].map(isKept)).toEqual([false, true, true]);
  const others = [keep("c"), keep("d")];
  expect([first[1], second, ...others].map(isKept)).toEqual([false, true, true, true]);
});

it("leaves out the end of an output that is too long, and says so", () => {
  const outputs = new OutputStore({ maxBytes: 4 });
  const { uri, size } = outputs.keep("", output("123456"));
  expect(size).toBe(4);
  expect(outputs.find(uri, "")?.content()).toEqual({ text: expect.stringMatching(/^1234\n\[2 bytes left out here: /) });
});
