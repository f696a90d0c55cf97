import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { envelope, startServer } from "../../server/raw-server.js";
import { builtCatalogue, startHttpServer, stdioBridge } from "./catalogue-server.js";
import {
  type Message,
  officialSchema,
  type Problems,
  type Received,
  RecordedSession,
  type Revision,
  revisions,
} from "./recorded-session.js";

const server = "generated/mcp/server.cjs";

let project: string;
beforeAll(() => {
  project = builtCatalogue();
});

const results: Readonly<Record<string, string>> = {
  initialize: "InitializeResult",
  "server/discover": "DiscoverResult",
  ping: "EmptyResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
  "prompts/list": "ListPromptsResult",
  "prompts/get": "GetPromptResult",
  "completion/complete": "CompleteResult",
  "resources/subscribe": "EmptyResult",
  "resources/unsubscribe": "EmptyResult",
};

/** The definitions that a message must meet, each with the part that it is about. */
function definitionsOf({ method, message }: Received, revision: Revision): readonly (readonly [string, unknown])[] {
  const whole = ["JSONRPCMessage", message] as const;
  if (message.method !== undefined) return [whole, [message.id === undefined ? "ServerNotification" : "ServerRequest", message]];
  if (message.result === undefined) return [whole, [revision < "2025-11-25" ? "JSONRPCError" : "JSONRPCErrorResponse", message]];
  const isQuestion = message.result.resultType === "input_required";
  return [whole, [isQuestion ? "InputRequiredResult" : (results[method] ?? method), message.result]];
}

const wrongIn = (received: readonly Received[], problems: Problems, revision: Revision) =>
  received.flatMap((one) =>
    definitionsOf(one, revision).flatMap(([definition, value]) => {
      const problem = problems(definition, value);
      return problem === "" ? [] : [{ method: one.method, definition, problem, message: one.message }];
    }),
  );

const kinds = (received: readonly Received[]) =>
  new Set(received.map(({ method, message }) => message.method ?? (message.error === undefined ? method : "error")));

it.each(revisions)("sends messages that are valid by the official schema of %s, over standard output", async (revision) => {
  const bridge = await stdioBridge([server], project);
  onTestFinished(bridge.close);
  await expectValid(bridge.url, revision);
});

// Streamable HTTP came with 2025-03-26, but clients of all revisions may use it.
it.each(revisions)("sends messages that are valid by the official schema of %s, over HTTP", async (revision) => {
  await expectValid(await startHttpServer(server, project, ["--sessions"]), revision);
});

it.each(revisions)("sends messages that are valid by the official schema of %s, over HTTP without sessions", async (revision) => {
  await expectValid(await startHttpServer(server, project), revision, { canAsk: revision >= "2026-07-28" });
});

async function expectValid(url: string, revision: Revision, { canAsk = revision >= "2025-06-18" } = {}): Promise<void> {
  const session = new RecordedSession(url, revision);
  await session.run();
  const { received } = session;
  expect(wrongIn(received, await officialSchema(revision), revision)).toEqual([]);
  const legacy = canAsk ? ["elicitation/create", "initialize", "ping"] : ["initialize", "ping"];
  const questions = revision >= "2026-07-28" ? ["server/discover"] : legacy;
  const everywhere = Object.keys(results).filter((method) => /^(?:tools|resources|prompts|completion)\/(?!.*subscribe)/.test(method));
  expect([...kinds(received)]).toEqual(expect.arrayContaining([...everywhere, ...questions, "error", "notifications/progress"]));
  const isQuestion = ({ method, result }: Message) => method === "elicitation/create" || result?.resultType === "input_required";
  const asksForArguments = received.some(({ method, message }) => method === "prompts/get" && isQuestion(message));
  expect(asksForArguments).toBe(canAsk);
}

it("finds what isn't valid", async () => {
  const audio = { content: [{ type: "audio", data: "", mimeType: "audio/wav" }] };
  expect((await officialSchema("2024-11-05"))("CallToolResult", audio)).not.toBe("");
  expect((await officialSchema("2025-03-26"))("CallToolResult", audio)).toBe("");
  for (const revision of revisions) expect((await officialSchema(revision))("ListToolsResult", { tools: [{}] })).not.toBe("");
});

/** A client that follows everything gets each notification and each request of the server. */
it.each(revisions)("sends notifications and requests that are valid by the official schema of %s", async (revision) => {
  const cwd = builtProject({
    "tools.d/all.yaml":
      "name: echo\ndescription: d\nkind: read\ncommand: [echo, hello]\n---\nprompt: greet\ndescription: d\ntext: Hello.\n---\n" +
      "name: wipe\ndescription: d\nkind: delete\ncommand: [echo, wiped]\n---\nresource: readme\nuri: notes://readme\ndescription: d\nfile: README.md\n",
    "README.md": "1",
  });
  const isModern = revision >= "2026-07-28";
  const client = startServer(cwd, { args: [server, "--roots", cwd] });
  onTestFinished(() => void client.child.kill());
  const received: Received[] = [];
  createInterface({ input: client.child.stdout }).on("line", (line) => {
    const message = JSON.parse(line) as Message;
    received.push({ method: methods.get(message.id) ?? "", message });
    // The client has one root, and its user accepts everything.
    const result = message.method === "roots/list" ? { roots: [{ uri: pathToFileURL(cwd).href }] } : { action: "accept", content: {} };
    if (message.method !== undefined && message.id !== undefined) client.send({ id: message.id, result });
  });
  const methods = new Map<unknown, string>();
  const ask = (method: string, params: object = {}) => {
    const id = methods.size + 1;
    methods.set(id, method);
    client.send({ id, method, params: isModern ? { ...params, _meta: { ...envelope._meta } } : params });
    return vi.waitFor(() => expect(received.some(({ message }) => message.id === id && message.method === undefined)).toBe(true), patience);
  };
  const has = (name: string) => vi.waitFor(() => expect([...kinds(received)]).toContain(name), patience);
  const subscription = {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: ["notes://readme"],
  };
  if (isModern) {
    // Its answer ends it.
    void ask("subscriptions/listen", { notifications: subscription }).catch(() => {});
    await has("notifications/subscriptions/acknowledged");
    await ask("tools/list");
  } else {
    const capabilities = { roots: { listChanged: true }, ...(revision >= "2025-06-18" && { elicitation: {} }) };
    await ask("initialize", { protocolVersion: revision, capabilities, clientInfo: { name: "test", version: "1" } });
    client.send({ method: "notifications/initialized" });
    await ask("tools/list");
    await ask("resources/subscribe", { uri: "notes://readme" });
    await ask("tools/call", { name: "wipe" });
    await has("roots/list");
  }
  writeFileSync(join(cwd, "README.md"), "2");
  await has("notifications/resources/updated");
  const more = (text: string) =>
    text.replaceAll("echo", "more").replaceAll("greet", "part").replaceAll("readme", "other").replace("wipe", "swipe");
  writeFileSync(join(cwd, "tools.d/more.yaml"), more(readFileSync(join(cwd, "tools.d/all.yaml"), "utf8")));
  expect(toolgen(cwd, ["build"])).toMatchObject({ status: 0 });
  for (const list of ["tools", "prompts", "resources"]) await has(`notifications/${list}/list_changed`);
  if (!isModern) await ask("resources/unsubscribe", { uri: "notes://readme" });
  expect(wrongIn(received, await officialSchema(revision), revision)).toEqual([]);
});
