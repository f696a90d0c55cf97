import { InMemoryTransport, type JSONRPCMessage, ProtocolError, Server } from "@modelcontextprotocol/server";
import fc from "fast-check";
import { expect, it } from "vitest";
import { DirectCalls } from "../../../src/server/call/direct-calls.js";
import type { CallHandler } from "../../../src/server/call/serve-tool-calls.js";

const initialize = {
  jsonrpc: "2.0",
  id: "initialize",
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1.0.0" } },
} as const;

/** A server of the SDK whose client has begun, with what both ways answer to a message. */
async function serve(handler: CallHandler) {
  const server = new Server({ name: "test", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/call", handler);
  const calls = new DirectCalls(server, handler);
  const [client, transport] = InMemoryTransport.createLinkedPair();
  await server.connect(transport);
  const messages: JSONRPCMessage[] = [];
  client.onmessage = (message) => messages.push(message);
  await client.send(initialize);
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  await settled();
  messages.length = 0;
  const bySdk = async (message: JSONRPCMessage) => {
    await client.send(message);
    await settled();
    return messages.splice(0);
  };
  const directly = async (message: JSONRPCMessage) => {
    const sent: JSONRPCMessage[] = [];
    const isTaken = calls.take(message, { send: async (one) => void sent.push(one) });
    await settled();
    return isTaken ? sent : undefined;
  };
  return { server, calls, bySdk, directly };
}

const text = fc.string().map((value) => ({ type: "text", text: value }));
const image = fc.record({ type: fc.constant("image"), data: fc.constantFrom("AAAA", "no Base64!"), mimeType: fc.constant("image/png") });
const link = fc.record({ type: fc.constant("resource_link"), uri: fc.constantFrom("file:///a", ""), name: fc.string() });
const result = fc.record(
  {
    content: fc.array(fc.oneof(text, image, link), { maxLength: 3 }),
    isError: fc.constant(true),
    structuredContent: fc.constant({ a: 1 }),
  },
  { requiredKeys: ["content"] },
);
const thrown = fc.oneof(
  fc.string().map((message) => new Error(message)),
  fc
    .tuple(
      fc.integer({ min: -33000, max: -32000 }).filter((code) => code !== -32002),
      fc.string(),
    )
    .map(([code, message]) => new ProtocolError(code, message, { a: 1 })),
);
const outcome = fc.oneof(
  result.map((value) => () => value as Awaited<ReturnType<CallHandler>>),
  thrown.map((error) => () => {
    throw error;
  }),
);
const params = fc.record(
  {
    name: fc.oneof({ weight: 9, arbitrary: fc.string() }, fc.integer()),
    arguments: fc.oneof({ weight: 9, arbitrary: fc.dictionary(fc.string(), fc.jsonValue()) }, fc.jsonValue()),
    _meta: fc.record({ progressToken: fc.oneof(fc.string(), fc.integer()) }, { requiredKeys: [] }),
    task: fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, fc.constantFrom({ ttl: 1 }, 1)),
  },
  { requiredKeys: ["name"] },
);
const message = fc
  .record({ jsonrpc: fc.constant("2.0"), id: fc.oneof(fc.integer(), fc.string()), method: fc.constant("tools/call"), params })
  .map((one) => JSON.parse(JSON.stringify(one)) as JSONRPCMessage);

it("answers a usual call as the SDK does, and leaves others to it", async () => {
  let next: () => Awaited<ReturnType<CallHandler>> = () => ({ content: [] });
  const { bySdk, directly } = await serve(async () => next());
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(message, outcome, async (sent, end) => {
      next = end;
      const answers = await directly(sent);
      if (answers === undefined) return;
      taken++;
      const [answer] = answers;
      const [expected] = await bySdk(sent);
      const isRefusedResult = JSON.stringify(expected).includes("Invalid tools/call result");
      if (isRefusedResult) expect(answer).toMatchObject({ error: { code: -32602, message: "Invalid tools/call result" } });
      else expect(answer).toEqual(expected);
    }),
  );
  expect(taken).toBeGreaterThan(3);
});

it("gives the handler the arguments that the SDK gives it", async () => {
  const given: string[] = [];
  const { bySdk, directly } = await serve(async ({ params: { arguments: args } }) => {
    given.push(JSON.stringify(args));
    return { content: [] };
  });
  const key = fc.constantFrom("__proto__", "constructor", "toString", "a", "");
  const members = fc.array(fc.tuple(key, fc.oneof(fc.jsonValue(), fc.constant({}))), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(members, fc.boolean(), async (entries, isNested) => {
      const object = `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`;
      const args = isNested ? `{"a":${object}}` : object;
      const sent = JSON.parse(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":${args}}}`) as JSONRPCMessage;
      given.length = 0;
      const isTaken = (await directly(sent)) !== undefined;
      await bySdk(sent);
      expect(given).toHaveLength(isTaken ? 2 : 1);
      expect(new Set(given).size).toBe(1);
      if (!isNested && entries.some(([name]) => name === "__proto__")) expect(isTaken).toBe(false);
    }),
  );
});

const call = { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "wait", _meta: { progressToken: "p" } } } as const;

it("doesn't answer a call that its client cancels, or whose client goes", async () => {
  const reasons: unknown[] = [];
  const { server, calls, directly } = await serve(
    (_, { mcpReq: { signal } }) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => {
          reasons.push(signal.reason);
          reject(signal.reason as Error);
        }),
      ),
  );
  const first = directly(call);
  calls.cancel(8, "another call");
  calls.cancel(7, "not needed");
  expect(await first).toEqual([]);
  const second = directly(call);
  await server.close();
  expect(await second).toEqual([]);
  expect(reasons).toEqual(["not needed", expect.objectContaining({ message: "Connection closed" })]);
});

it("sends notifications of a call where its answer goes", async () => {
  const { directly } = await serve(async (_, { mcpReq: { notify, _meta: meta } }) => {
    await notify({ method: "notifications/progress", params: { progressToken: meta?.progressToken ?? "", progress: 1 } });
    return { content: [] };
  });
  expect(await directly(call)).toEqual([
    { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "p", progress: 1 } },
    { result: { content: [] }, jsonrpc: "2.0", id: 7 },
  ]);
});
