import { expect, it, vi } from "vitest";
import { type MessageError, readMessages } from "../../../src/server/transport/read-messages.js";

interface Seen {
  readonly messages: readonly unknown[];
  readonly answers: readonly MessageError[];
  readonly ignored: readonly string[];
}

/** Reads a stream in chunks of so many bytes. */
function read(stream: string | Uint8Array, { limit = 1000, chunk = 7 }: { readonly limit?: number; readonly chunk?: number } = {}): Seen {
  const seen = { messages: [] as unknown[], answers: [] as MessageError[], ignored: [] as string[] };
  const lines = readMessages(limit, {
    onMessage: (message) => seen.messages.push(message),
    onUnreadable: (answer) => seen.answers.push(answer),
    onIgnored: (reason) => seen.ignored.push(reason),
  });
  const bytes = Buffer.from(stream);
  for (let at = 0; at < bytes.length; at += chunk) lines.push(bytes.subarray(at, at + chunk));
  return seen;
}

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const pinged = `${JSON.stringify(ping)}\n`;
const filler = "x".repeat(2000);

it.each([1, 2, 3, 10, 1000])("reads messages that come in chunks of %i bytes, whatever ends their lines", (chunk) => {
  const umlaut = { ...ping, id: "ä€😀", params: { text: "ä\u2028€😀" } };
  const stream = `${pinged}\r\n\n \r\n${JSON.stringify(umlaut)}\r\n${pinged}`;
  expect(read(stream, { chunk })).toEqual({ messages: [ping, umlaut, ping], answers: [], ignored: [] });
});

it.each([
  ["that comes first", `{"id":7,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{"id":8,"text":"${filler}"}}}`, 7],
  [
    "that comes last, as the SDK writes it",
    `{"method":"m","params":{"id":8,"a":[{"id":9}],"text":"\\"${filler}\\\\"},"jsonrpc":"2.0","id":"s"}`,
    "s",
  ],
  ["with spaces, in other characters", ` { "method" : "m" , "id" : "ä\\n" , "p" : "${filler}" } `, "ä\n"],
  ["that is none", `{"method":"m","id":{"id":1},"p":"${filler}"}`, null],
  ["that is longer than any", `{"method":"m","id":"${filler}"}`, null],
  ["that isn't there", filler, null],
  ["of a batch", `[{"id":1,"method":"m"},"${filler}"]`, null],
])("answers a message that is too large with the id %s, and reads on", (_, line, id) => {
  const { messages, answers } = read(`${line}\n${pinged}`);
  expect(answers).toMatchObject([{ id, error: { code: -32600, message: expect.stringContaining("limits.request") } }]);
  expect(messages).toEqual([ping]);
});

it("answers a message that is too large before its line has ended, once", () => {
  expect(read(`{"id":7,"method":"m","params":"${filler}`).answers).toMatchObject([{ id: 7 }]);
  expect(read(filler).answers).toMatchObject([{ id: null }]);
  expect(read(`{"id":7,"method":"m","params":"${filler}${filler}"}\n`).answers).toHaveLength(1);
});

it("reads a message of exactly the limit", () => {
  const limit = pinged.length - 1;
  expect(read(pinged, { limit }).messages).toEqual([ping]);
  expect(read(pinged, { limit: limit - 1 })).toMatchObject({ messages: [], answers: [{ id: 1 }] });
});

const deep = (levels: number) => `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":${"[".repeat(levels - 2)}${"]".repeat(levels - 2)}}}`;

it.each([
  ["what is not JSON", "no JSON", { id: null, error: { code: -32700 } }],
  ["NULs", "\0\0\0", { id: null, error: { code: -32700 } }],
  ["a number that JSON doesn't have", `{"jsonrpc":"2.0","id":3,"method":"m","params":{"a":NaN}}`, { id: 3, error: { code: -32700 } }],
  ["half a message", `{"jsonrpc":"2.0","id":3,"method":"m","par`, { id: 3, error: { code: -32700 } }],
  ["an object that is no message", `{"jsonrpc":"2.0","id":5}`, { id: 5, error: { code: -32600 } }],
  ["another protocol", `{"id":5,"method":"m"}`, { id: 5, error: { code: -32600, message: expect.stringContaining(`"jsonrpc": "2.0"`) } }],
  ["a batch", `[${JSON.stringify(ping)}]`, { id: null, error: { code: -32600, message: expect.stringContaining("Batches") } }],
  ["deep nesting", deep(211), { id: 1, error: { code: -32600, message: expect.stringContaining("210 levels") } }],
  ["bytes that are not UTF-8", Buffer.from([...Buffer.from(`{"id":4,"method":"`), 0xc3, 0x22, 0x7d]), { id: 4, error: { code: -32700 } }],
])("answers %s, and reads on", (_, line, answer) => {
  const stream = Buffer.concat([Buffer.from(line), Buffer.from(`\n${pinged}`)]);
  expect(read(stream)).toMatchObject({ messages: [ping], answers: [answer], ignored: [] });
});

it("reads nesting up to the limit, and overflows no stack at any depth", () => {
  expect(read(`${deep(210)}\n`).messages).toHaveLength(1);
  expect(read(`${deep(1_000_000)}\n`, { limit: 4_000_000, chunk: 65_536 }).answers).toHaveLength(1);
});

it("doesn't answer a response that can't be read: what waits for it gets an error", () => {
  const { messages, answers } = read(`{"jsonrpc":"2.0","id":2,"result":{"a":"${filler}"}}\n{"jsonrpc":"2.0","id":3,"result":{"a":NaN}}\n`);
  expect(messages).toMatchObject([
    { id: 2, error: { code: -32600 } },
    { id: 3, error: { code: -32700 } },
  ]);
  expect(answers).toEqual([]);
  expect(read(`{"jsonrpc":"2.0","result":"${filler}"}\n`)).toMatchObject({ answers: [], ignored: [expect.any(String)] });
});

it.each([65_536, 16])("copies a message at most three times and holds none of what is too large, in chunks of %i bytes", (chunk) => {
  let copied = 0;
  const { set } = Uint8Array.prototype;
  const spy = vi.spyOn(Uint8Array.prototype, "set").mockImplementation(function (this: Uint8Array, ...args: Parameters<typeof set>) {
    copied += args[0].length;
    set.apply(this, args);
  });
  const message = `{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":"${"x".repeat(8 * 1024 * 1024)}"}}`;
  expect(read(`${message}\n`, { limit: 64 * 1024 * 1024, chunk }).messages).toHaveLength(1);
  expect(copied).toBeLessThanOrEqual(3 * message.length);
  copied = 0;
  const limit = 1_000_000;
  expect(read(`${message}\n`, { limit, chunk }).answers).toHaveLength(1);
  expect(copied).toBeLessThanOrEqual(3 * limit);
  spy.mockRestore();
});
