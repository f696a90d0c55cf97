import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { limitedFetch } from "../../../src/agent/auth-fetch.js";
import { markNumbers } from "../../../src/contract/exact-json.late.js";

async function served(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const mebibyte = "x".repeat(1024 * 1024);

it.each([
  ["an answer up to the limit", "application/json", [mebibyte.repeat(10)]],
  ["any number of events", "text/event-stream; charset=utf-8", Array.from({ length: 15 }, () => `data: ${mebibyte}\r\n\r\n`)],
  ["events whose lines end with CR", "text/event-stream", Array.from({ length: 15 }, () => `data: ${mebibyte}\r\r`)],
])("passes on %s, with its status and headers", async (_, type, parts) => {
  const url = await served((_request, response) => response.writeHead(201, { "content-type": type, "x-other": "1" }).end(parts.join("")));
  const response = await limitedFetch(url);
  expect([response.status, response.headers.get("x-other")]).toEqual([201, "1"]);
  expect((await response.text()).length).toBe(parts.join("").length);
});

it.each([
  ["an answer", "application/json", [mebibyte.repeat(10), "x"]],
  ["an event", "text/event-stream", ["data: small\n\n", ...Array.from({ length: 11 }, () => `data: ${mebibyte}\n`)]],
])("ends with an error where %s is larger than the limit", async (_, type, parts) => {
  const url = await served((_request, response) => response.writeHead(200, { "content-type": type }).end(parts.join("")));
  await expect((await limitedFetch(url)).text()).rejects.toThrow("It sent a message of more than 10 MiB.");
});

it("passes on answers without a body", async () => {
  const url = await served((_request, response) => response.writeHead(204).end());
  expect((await limitedFetch(url)).status).toBe(204);
});

it.each([
  ["an answer", "application/json", '{\n "result": {"structuredContent":\n {"id":9007199254740993}}}'],
  ["an event", "text/event-stream", 'data: {"result":{"structuredContent":{"id":9007199254740993}}}\n\n'],
])("marks the numbers of structured content in %s that a double can't hold", async (_, type, text) => {
  const url = await served((_request, response) => {
    response.writeHead(200, { "content-type": type });
    // In pieces, as a network passes them on.
    for (const part of text.match(/.{1,7}/gs) ?? []) response.write(part);
    response.end();
  });
  expect(await (await limitedFetch(url)).text()).toBe(text.replace("9007199254740993", markNumbers));
  const schema = text.replace('"structuredContent"', '"inputSchema"');
  const other = await served((_request, response) => response.writeHead(200, { "content-type": type }).end(schema));
  expect(await (await limitedFetch(other)).text()).toBe(schema);
});

it.each(["\n", "\r", "\r\n"])("passes an event on before the next one, where lines end with %j", async (end) => {
  const event = `event: message${end}data: {"result":{"structuredContent":{"id":9007199254740993}}}${end}${end}`;
  const url = await served((_request, response) => void response.writeHead(200, { "content-type": "text/event-stream" }).write(event));
  const left = new AbortController();
  const { body } = await limitedFetch(url, { signal: left.signal });
  const decoder = new TextDecoder();
  let read = "";
  for await (const chunk of body ?? []) {
    read += decoder.decode(chunk, { stream: true });
    if (read.endsWith(`}${end}${end}`)) break;
  }
  expect(read).toBe(event.replace("9007199254740993", markNumbers));
  left.abort();
});
