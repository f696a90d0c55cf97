import { once } from "node:events";
import { existsSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { eventually, patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { servedOverHttp } from "./connect-http.js";
import { asClient, callOf, modernMeta, send } from "./send.js";

const echo = { "tools.d/echo.yaml": "name: echo\ndescription: d\nkind: read\ncommand: [echo]\n" };

/** A client that listens for changes until it leaves. `ended`: its answer has ended or was cut. */
async function listens(url: string): Promise<{ readonly leave: () => void; readonly ended: Promise<unknown> }> {
  const listening = httpRequest(url, {
    method: "POST",
    headers: { ...asClient, "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" },
  });
  const leave = () => void listening.destroy();
  onTestFinished(leave);
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
  listening.on("error", () => {});
  return { leave, ended: new Promise((resolve) => void response.once("close", resolve)) };
}

it("waits for calls alone before it ends, and not for clients that listen", async () => {
  const { url, close } = await servedOverHttp(builtProject(echo));
  const { ended } = await listens(url);
  // If it waited for the stream, it would do so for as long as this test may take.
  await close(patience.timeout);
  await ended;
});

it("leaves answers on their way as long as flushMs says, and by default a second", async () => {
  const closed: string[] = [];
  const project = builtProject(echo);
  const ending = async (name: string, options: { readonly flushMs?: number }) => {
    const { url, close } = await servedOverHttp(project, options);
    const { leave, ended } = await listens(url);
    return { leave, begin: () => Promise.all([close(0), ended]).then(() => closed.push(name)) };
  };
  const patient = await ending("patient", { flushMs: patience.timeout });
  const usual = await ending("usual", {});
  const short = await ending("short", { flushMs: 1 });
  // In this order: with the same limit, the patient one would end first.
  const closing = patient.begin();
  await Promise.all([usual.begin(), short.begin()]);
  expect(closed).toEqual(["short", "usual"]);
  patient.leave();
  await closing;
  expect(closed).toEqual(["short", "usual", "patient"]);
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
