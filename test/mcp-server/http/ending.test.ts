import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { builtProject } from "../../cli/toolgen.js";
import { eventually, patience } from "../../eventually.js";
import { removeFolders } from "../../tools.d/repository.js";
import { servedOverHttp } from "./connect-http.js";
import { modernMeta } from "./modern-call.js";
import { asClient } from "./send.js";

afterAll(removeFolders);

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
