import { afterEach, expect, it, vi } from "vitest";
import { OutputStore } from "../../../src/server/state/output-store.js";

afterEach(() => void vi.useRealTimers());

const output = (text: string | Buffer) => ({ toolName: "list_all", stream: "stdout" as const, bytes: Buffer.from(text), env: {} });

it("keeps an output for its caller alone", async () => {
  const outputs = new OutputStore();
  const { uri, size, name } = outputs.keep("alice", output("all of it"));
  expect([name, size]).toEqual(["list_all stdout", 9]);
  expect((await outputs.find(uri, "alice"))?.content()).toEqual({ text: "all of it" });
  expect(await outputs.find(uri, "bob")).toBeUndefined();
  expect(await outputs.find(uri, "")).toBeUndefined();
  expect(await outputs.find("toolgen-output://other", "alice")).toBeUndefined();
});

it("gives bytes that aren't text in Base64", async () => {
  const outputs = new OutputStore();
  const bytes = Buffer.from([0xff, 0xfe]);
  expect((await outputs.find(outputs.keep("", output(bytes)).uri, ""))?.content()).toEqual({ blob: bytes.toString("base64") });
});

it("forgets an output after a while", async () => {
  vi.useFakeTimers();
  const outputs = new OutputStore({ ms: 1000 });
  const { uri } = outputs.keep("", output("a"));
  vi.advanceTimersByTime(999);
  expect(await outputs.find(uri, "")).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(await outputs.find(uri, "")).toBeUndefined();
});

it("makes room by the oldest: of the same caller first, then of all", async () => {
  const outputs = new OutputStore({ allBytes: 10, bytesOfOne: 4 });
  const keep = (principal: string) => [outputs.keep(principal, output("123")).uri, principal] as const;
  const areKept = (kept: readonly (readonly [string, string])[]) =>
    Promise.all(kept.map(async ([uri, principal]) => (await outputs.find(uri, principal)) !== undefined));
  const first = [keep("a"), keep("b")] as const;
  const second = keep("a");
  expect(await areKept([...first, second])).toEqual([false, true, true]);
  const others = [keep("c"), keep("d")];
  expect(await areKept([first[1], second, ...others])).toEqual([false, true, true, true]);
});

it("leaves out the end of an output that is too long, and says so", async () => {
  const outputs = new OutputStore({ maxBytes: 4 });
  const { uri, size } = outputs.keep("", output("123456"));
  expect(size).toBe(4);
  expect((await outputs.find(uri, ""))?.content()).toEqual({ text: expect.stringMatching(/^1234\n\[2 bytes left out here: /) });
});
