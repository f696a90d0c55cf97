import { beforeAll, expect, it } from "vitest";
import { directRequest } from "../../../src/server/http/answer-directly.js";
import { builtProject } from "../../kit/project.js";
import { servedOverHttp } from "./connect-http.js";
import { asClient, callOf, modernBody, modernHeaders, send } from "./send.js";

let project: string;
beforeAll(() => {
  project = builtProject({
    "tools.d/echo.yaml":
      "name: echo\ndescription: d\nkind: read\nschema: { properties: { text: { type: string } }, required: [text] }\ncommand: [printf, '%s', '{{text}}']\n",
  });
});

const request = (method: string, params: object) => JSON.stringify({ jsonrpc: "2.0", id: "one", method, params });

it.each([
  ["a call", callOf("echo", { text: "hello" })],
  ["a refused call", callOf("echo", {})],
  ["a call of an unknown tool", callOf("nothing", {})],
  ["a list", request("tools/list", {})],
  ["a list after a cursor", request("tools/list", { cursor: "x" })],
  ["a list that there is none of", request("prompts/list", {})],
  ["the beginning", request("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } })],
  ["an unknown method", request("tools/unknown", {})],
])("answers %s as the SDK's handler does, which answers batches", async (_, body) => {
  const { url } = await servedOverHttp(project);
  const answer = async (sent: string) => {
    const { status, headers, body: text } = await send(url, { headers: { ...asClient, "mcp-protocol-version": "2025-06-18" }, body: sent });
    const { event, message } = /^event: (?<event>.*)\ndata: (?<message>.*)\n\n$/.exec(text)?.groups ?? {};
    const { "content-length": _length, "transfer-encoding": _encoding, ...others } = headers;
    return { status, headers: { ...others, date: "" }, event, message: JSON.parse(String(message)) };
  };
  expect(await answer(body)).toEqual(await answer(`[${body}]`));
});

it("says the length of an answer that it sends whole", async () => {
  const { url } = await servedOverHttp(project);
  const { headers, body } = await send(url, { headers: asClient, body: callOf("echo", { text: "über" }) });
  expect(headers).toMatchObject({ "content-length": String(Buffer.byteLength(body)) });
  expect(headers).not.toHaveProperty("transfer-encoding");
});

it("leaves whatever else is sent to the SDK's handler", () => {
  const call: unknown = JSON.parse(callOf("echo", { text: "hello" }));
  const sent = { method: "POST", headers: { ...asClient, "mcp-protocol-version": "2025-11-25" } };
  expect(directRequest(sent, call)).toEqual(call);
  const without = (more: Record<string, string>) => directRequest({ ...sent, headers: { ...sent.headers, ...more } }, call);
  const others = [
    directRequest({ ...sent, method: "PUT" }, call),
    directRequest(sent, [call]),
    directRequest(sent, { jsonrpc: "2.0", method: "notifications/initialized" }),
    directRequest(sent, undefined),
    without({ accept: "application/json" }),
    without({ "content-type": "text/plain" }),
    without({ "mcp-protocol-version": "2020-01-01" }),
    directRequest({ method: "POST", headers: modernHeaders("echo") }, JSON.parse(modernBody("echo", {}))),
  ];
  expect(others).toEqual(others.map(() => undefined));
});
