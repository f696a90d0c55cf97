import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, inputRequired, Server } from "@modelcontextprotocol/server";
import { expect, it, onTestFinished } from "vitest";
import {
  type ElicitationHandler,
  type ElicitationRequest,
  type McpServerSettings,
  type RegistryProblem,
  ToolRegistry,
  type ToolRegistryOptions,
} from "../../../src/runtime/index.js";

const never = new AbortController().signal;
const program = fileURLToPath(new URL("programs/asking-server.mjs", import.meta.url));
const asking = (mode = "asks"): McpServerSettings => ({ command: process.execPath, args: [program, mode] });
const form = {
  type: "object",
  properties: { name: { type: "string" }, days: { type: "integer", default: 30 } },
  required: ["name"],
} as const;

async function connected(files: McpServerSettings, options: ToolRegistryOptions = {}) {
  const problems: RegistryProblem[] = [];
  const registry = new ToolRegistry({ mcpServers: { files }, onProblem: (problem) => problems.push(problem), ...options });
  onTestFinished(() => registry.close());
  await registry.discoverAllTools();
  const call = (name: string, signal = never) => registry.getTool(name)?.buildAndExecute({}, signal);
  return { call, problems };
}

/** A server of the newest revision, whose results say what they need. */
async function modernServer(): Promise<McpServerSettings> {
  const handler = createMcpHandler(
    () => {
      const server = new Server({ name: "modern", version: "1" }, { capabilities: { tools: {} } });
      server.setRequestHandler("tools/list", () => ({ tools: [{ name: "ask", inputSchema: { type: "object" } }] }));
      server.setRequestHandler("tools/call", (_, { mcpReq: { inputResponses, requestState } }) =>
        inputResponses === undefined
          ? inputRequired({
              inputRequests: { who: inputRequired.elicit({ message: "Who are you?", requestedSchema: { ...form, required: ["name"] } }) },
              requestState: "the state",
            })
          : { content: [{ type: "text", text: JSON.stringify([requestState(), inputResponses.who]) }] },
      );
      return server;
    },
    { legacy: "reject" },
  );
  const http = createServer((request, response) => void toNodeHandler(handler)(request as NodeIncomingMessageLike, response));
  http.listen(0, "127.0.0.1");
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  await new Promise((resolve) => http.once("listening", resolve));
  return { httpUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp` };
}

const accept: ElicitationHandler = async () => ({ action: "accept", content: { name: "Alice" } });

it("asks the user what a server wants to know during a call, and adds the defaults of the form", async () => {
  const requests: ElicitationRequest[] = [];
  const onElicitation: ElicitationHandler = (request, options) => {
    requests.push(request);
    return accept(request, options);
  };
  const { call, problems } = await connected(asking(), { onElicitation });
  const answer = { action: "accept", content: { name: "Alice", days: 30 } };
  expect(await call("ask")).toMatchObject({ llmContent: JSON.stringify(answer) });
  expect(requests).toEqual([{ serverName: "files", message: "Who are you?", requestedSchema: form }]);

  const modern = await connected(await modernServer(), { onElicitation });
  expect(await modern.call("ask")).toMatchObject({ llmContent: JSON.stringify(["the state", answer]) });
  expect(requests).toEqual([requests[0], requests[0]]);
  expect([...problems, ...modern.problems]).toEqual([]);
});

it.each(["decline", "cancel"] as const)("tells a server that its user has decided on %s", async (action) => {
  const { call } = await connected(asking(), { onElicitation: async () => ({ action }) });
  expect(await call("ask")).toMatchObject({ llmContent: JSON.stringify({ action }) });
});

it("tells a server that it can't ask if there is no callback", async () => {
  const { call } = await connected(asking());
  expect(await call("capabilities")).toMatchObject({ llmContent: "{}" });
  expect(await call("ask")).toMatchObject({ llmContent: expect.stringContaining('"code":-32601') });
  const withUser = await connected(asking(), { onElicitation: accept });
  expect(await withUser.call("capabilities")).toMatchObject({ llmContent: '{"elicitation":{"form":{"applyDefaults":true}}}' });
});

it.each([
  ["fails", () => Promise.reject(new Error("no window"))],
  ["returns nothing", async () => undefined],
])("gives a server no decision, and reports it, if the callback %s", async (_, broken) => {
  const { call, problems } = await connected(asking(), { onElicitation: broken as unknown as ElicitationHandler });
  expect(await call("ask")).toMatchObject({ llmContent: '{"action":"cancel"}' });
  expect(problems).toEqual([{ source: "mcpServers.files", message: expect.stringMatching(/^onElicitation failed: /) }]);
});

it("asks nothing for a server that asks outside of a call", async () => {
  let count = 0;
  const onElicitation: ElicitationHandler = (request, options) => {
    count += 1;
    return accept(request, options);
  };
  const { call } = await connected(asking("early"), { onElicitation });
  expect(await call("early")).toMatchObject({ llmContent: '{"action":"cancel"}' });
  expect(count).toBe(0);
});

it("counts no time that a user takes to answer", async () => {
  const slow: ElicitationHandler = async (request, options) => {
    await setTimeout(1500);
    return accept(request, options);
  };
  const { call } = await connected({ ...asking(), timeout: 1000 }, { onElicitation: slow });
  expect(await call("ask")).toMatchObject({ llmContent: expect.stringContaining("Alice") });
  expect(await call("ask_and_wait")).toMatchObject({ llmContent: expect.stringContaining("It did not answer within 1 s.") });
});

it.each([
  ["accept", 10],
  ["decline", 10],
  ["cancel", 1],
] as const)("ends the questions of a server that asks again after each %s", async (action, most) => {
  let count = 0;
  const onElicitation: ElicitationHandler = async (request, options) => {
    count += 1;
    return action === "accept" ? accept(request, options) : { action };
  };
  const { call } = await connected(asking(), { onElicitation });
  const answers = Array.from({ length: 30 }, (_, i) => (i < most ? action : "cancel"));
  expect(await call("ask_again")).toMatchObject({ llmContent: JSON.stringify(answers) });
  expect(count).toBe(most);
  // The next call may ask again.
  await call("ask");
  expect(count).toBe(most + 1);
});

it("lets a call with a timeout longer than Node's timers finish", async () => {
  const long = { ...asking(), timeout: 3_000_000_000 };
  const { call } = await connected(long, { onElicitation: accept });
  expect(await call("ask")).toMatchObject({ llmContent: expect.stringContaining("Alice") });
  const withoutUser = await connected(long);
  expect(await withoutUser.call("answer_later")).toMatchObject({ llmContent: '"later"' });
});

it("needs no answer any more once the call is cancelled", async () => {
  const cancelled = new AbortController();
  let isAborted = false;
  const { call, problems } = await connected(asking(), {
    onElicitation: (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isAborted = true;
          resolve({ action: "cancel" });
        });
        cancelled.abort();
      }),
  });
  expect(await call("ask", cancelled.signal)).toMatchObject({ llmContent: "ask was cancelled." });
  expect(isAborted).toBe(true);
  expect(problems).toEqual([]);
});
