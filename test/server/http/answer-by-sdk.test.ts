import { type JSONRPCMessage, type JSONRPCRequest, PerRequestHTTPServerTransport } from "@modelcontextprotocol/server";
import { beforeAll, expect, it } from "vitest";
import { type ReadRequest, webRequest } from "../../../src/server/http/answer-by-sdk.js";
import { sendResultDirectly } from "../../../src/server/http/answer-directly.js";
import { builtProject } from "../../kit/project.js";
import { servedOverHttp } from "./connect-http.js";
import { asClient, modernBody, modernHeaders, modernMeta, send } from "./send.js";

let project: string;
beforeAll(() => {
  project = builtProject({
    "tools.d/echo.yaml":
      "name: echo\ndescription: d\nkind: read\nschema: { properties: { text: { type: string } }, required: [text] }\ncommand: [printf, '%s', '{{text}}']\n",
    "tools.d/slow.yaml": "name: slow\ndescription: d\nkind: read\nshell: echo one; sleep 2; echo two\n",
  });
});

const call = JSON.parse(modernBody("echo", { text: "hello" })) as JSONRPCRequest;
const result = { jsonrpc: "2.0", id: 1, result: { content: [] } } as const;
const error = { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "wrong" } } as const;
const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } } as const;

/** Returns the answer to a request for which these messages are sent, by the SDK's transport alone or beside ours. */
async function answered(messages: readonly JSONRPCMessage[], isDirect: boolean) {
  const transport = new PerRequestHTTPServerTransport({ classification: { era: "modern", revision: "2026-07-28" } });
  const direct: string[] = [];
  let closed = 0;
  transport.onclose = () => closed++;
  if (isDirect) sendResultDirectly(transport, (json) => direct.push(json));
  await transport.start();
  transport.onmessage = () => {
    setImmediate(
      () => void messages.reduce((before, one) => before.then(() => transport.send(one, { relatedRequestId: 1 })), Promise.resolve()),
    );
  };
  const response = await transport.handleMessage(call).catch(() => undefined);
  const body = await response?.text();
  return { direct, type: response?.headers.get("content-type"), status: response?.status, body, closed };
}

it("sends a result as the SDK's transport would, and closes that as it closes itself", async () => {
  const own = await answered([result], false);
  expect(own).toMatchObject({ direct: [], status: 200, type: "application/json" });
  expect(await answered([result], true)).toMatchObject({ direct: [own.body], closed: 1 });
  // A second answer isn't sent, by neither.
  expect((await answered([result, result], true)).direct).toEqual([own.body]);
});

it.each([
  ["an error", [error]],
  ["events before the result", [progress, result]],
  ["events before the error", [progress, progress, error]],
] as const)("leaves %s to the SDK's transport", async (_, messages) => {
  const direct = await answered(messages, true);
  expect(direct).toEqual(await answered(messages, false));
  expect(direct.direct).toEqual([]);
});

it("answers with JSON, with events where there is progress, and with a status for what can't be answered", async () => {
  const { url } = await servedOverHttp(project);
  const answer = await send(url, { headers: modernHeaders("echo"), body: modernBody("echo", { text: "hello" }) });
  expect(answer).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
  expect(JSON.parse(answer.body)).toMatchObject({ id: 1, result: { resultType: "complete", content: [{ text: "hello" }] } });
  const _meta = { ...modernMeta, progressToken: "slow" };
  const events = await send(url, { headers: modernHeaders("slow"), body: modernBody("slow", {}, { _meta }) });
  expect(events).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream" } });
  const messages = events.body
    .split("data: ")
    .slice(1)
    .map((data) => JSON.parse(data.split("\n")[0] ?? ""));
  expect(messages.at(0)).toMatchObject({ method: "notifications/progress", params: { progressToken: "slow" } });
  expect(messages.at(-1)).toMatchObject({ id: 1, result: { content: [{ text: expect.stringContaining("two") }] } });
  const unknown = { ...modernHeaders("echo"), "mcp-method": "tools/unknown" };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/unknown", params: { _meta: modernMeta } });
  expect(await send(url, { headers: unknown, body })).toMatchObject({ status: 404, body: expect.stringContaining("-32601") });
  const otherName = { ...modernHeaders("other") };
  expect(await send(url, { headers: otherName, body: modernBody("echo", { text: "hello" }) })).toMatchObject({ status: 400 });
});

/** A request of Node as the SDK's handler gets it, with a body that is read. */
function requestOf(method: string, json: unknown, body = "") {
  const { signal } = new AbortController();
  const request = { method, url: "/mcp?a=1", headers: { "mcp-name": "echo" } } as unknown as ReadRequest["request"];
  return { signal, made: webRequest({ request, body: { chunks: [Buffer.from(body)], json, isUtf8: true } }, signal) };
}

it.each([
  ["POST", call],
  ["GET", undefined],
  ["DELETE", undefined],
])("gives the SDK's handler a request without a body, if it has none or is handed over (%s)", (method, json) => {
  const { made, signal } = requestOf(method, json);
  const { pathname } = new URL(made.url);
  expect([made.method, made.headers.get("MCP-Name"), pathname, made.signal]).toEqual([method, "echo", "/mcp", signal]);
  expect(() => made.clone()).toThrow(TypeError);
});

it("gives the SDK's handler a body that isn't JSON, which refuses it", async () => {
  expect(await requestOf("POST", undefined, "{").made.text()).toBe("{");
  const { url } = await servedOverHttp(project);
  const { status, headers, body } = await send(url, { headers: asClient, body: "{" });
  expect(status).toBe(400);
  expect(headers).toMatchObject({ "content-length": String(Buffer.byteLength(body)) });
  expect(JSON.parse(body)).toMatchObject({ error: { code: -32700 }, id: null });
});
