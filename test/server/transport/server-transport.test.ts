import { PassThrough } from "node:stream";
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { ServerTransport } from "../../../src/server/transport/server-transport.js";

/** A transport whose client writes to `input`; what it reads are `answers`, and what the server gets are `messages`. */
async function connected() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new ServerTransport({ input, output, maxRequestBytes: 40_000_000 });
  const messages: JSONRPCMessage[] = [];
  transport.onmessage = (message) => messages.push(message);
  await transport.start();
  const send = async (message: object) => {
    await new Promise((resolve) => input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`, resolve));
  };
  const answers = async () => {
    await new Promise(setImmediate);
    return String(output.read() ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as unknown);
  };
  return { transport, input, output, messages, send, answers };
}

const request = (id: number, bytes: number) => ({ id, method: "m", params: { text: "x".repeat(bytes) } });

it("refuses requests while those without an answer hold too much, and takes them again after an answer or a cancellation", async () => {
  const { transport, messages, send, answers } = await connected();
  const mebibytes = 1024 * 1024;
  for (const id of [1, 2, 3]) await send(request(id, 30 * mebibytes));
  expect(messages).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(await answers()).toMatchObject([{ id: 3, error: { code: -32000, message: expect.stringContaining("busy") } }]);
  // What is small has room, and so has what ends a request.
  await send(request(4, 100));
  await send({ method: "notifications/cancelled", params: { requestId: 1 } });
  await send(request(5, 30 * mebibytes));
  await transport.send({ jsonrpc: "2.0", id: 2, result: {} });
  await send(request(6, 30 * mebibytes));
  expect(messages.flatMap((message) => ("id" in message ? [message.id] : []))).toEqual([1, 2, 4, 5, 6]);
});

it("reads no more while too much is unread, and goes on once it is read", async () => {
  const { transport, input, output } = await connected();
  for (let i = 0; i < 20; i++) await transport.send({ jsonrpc: "2.0", id: i, result: { text: "x".repeat(1024 * 1024) } });
  expect(input.isPaused()).toBe(true);
  output.resume();
  await new Promise((resolve) => output.once("data", () => setImmediate(resolve)));
  await new Promise((resolve) => setImmediate(resolve));
  expect(input.isPaused()).toBe(false);
  await transport.close();
});

it("writes the messages of one turn together, and what is left before it closes", async () => {
  const { transport, output, answers } = await connected();
  for (let id = 0; id < 3; id++) await transport.send({ jsonrpc: "2.0", id, result: {} });
  expect(output.readableLength).toBe(0);
  expect(await answers()).toMatchObject([{ id: 0 }, { id: 1 }, { id: 2 }]);
  await transport.send({ jsonrpc: "2.0", id: 3, result: {} });
  await transport.close();
  expect(String(output.read())).toBe('{"jsonrpc":"2.0","id":3,"result":{}}\n');
});
