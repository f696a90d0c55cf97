import { once } from "node:events";
import { existsSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { eventually, patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { servedOverHttp } from "./connect-http.js";
import { asClient, callOf, modernMeta, send } from "./send.js";

it("waits for calls alone before it ends, and not for clients that listen", async () => {
  const { url, close } = await servedOverHttp(
    builtProject({ "tools.d/echo.yaml": "name: echo\ndescription: d\nkind: read\ncommand: [echo]\n" }),
  );
  const listening = httpRequest(url, {
    method: "POST",
    headers: { ...asClient, "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" },
  });
  onTestFinished(() => void listening.destroy());
  const params = { notifications: { toolsListChanged: true }, _meta: modernMeta };
  listening.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }));
  const [response] = await once(listening, "response");
  let said = "";
  response
    .on("error", () => {})
    .on("data", (chunk: Buffer) => {
      said += chunk;
    });
  expect(await eventually(() => said.includes("acknowledged"))).toBe(true);
  const ended = once(response, "close");
  // If it waited for the stream, it would do so for as long as this test may take.
  await close(patience.timeout);
  await ended;
});

it("doesn't wait for a call that its client has cancelled in a session, whose exchange the SDK never ends", async () => {
  const project = builtProject({ "tools.d/stay.yaml": "name: stay\ndescription: d\nkind: read\nshell: touch started; sleep 600\n" });
  const { url, close } = await servedOverHttp(project, { hasSessions: true });
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const begun = await send(url, { headers: asClient, body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }) });
  const headers = { ...asClient, "mcp-session-id": String(begun.headers["mcp-session-id"]) };
  const call = send(url, { headers, body: callOf("stay", {}, 7) }).catch(() => undefined);
  expect(await eventually(() => existsSync(join(project, "started")))).toBe(true);
  const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
  expect(await send(url, { headers, body: JSON.stringify(cancelled) })).toMatchObject({ status: 202 });
  // If it waited for the exchange, it would do so for as long as this test may take.
  await close(patience.timeout);
  await call;
});
