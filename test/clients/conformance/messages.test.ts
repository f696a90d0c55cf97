import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { removeFolders } from "../../tools.d/repository.js";
import { builtFixture } from "./built-fixture.js";
import { officialSchema, type Problems, type Revision, revisions } from "./official-schemas.js";
import { type Received, RecordedSession } from "./record-session.js";
import { startHttpServer } from "./start-http-server.js";
import { stdioBridge } from "./stdio-bridge.js";

const server = "generated/mcp/server.cjs";

let project: string;
beforeAll(() => {
  project = builtFixture();
});
afterAll(removeFolders);

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
  await expectValid(await startHttpServer(server, project), revision);
});

async function expectValid(url: string, revision: Revision): Promise<void> {
  const session = new RecordedSession(url, revision);
  await session.run();
  const { received } = session;
  expect(wrongIn(received, await officialSchema(revision), revision)).toEqual([]);
  const legacy = revision < "2025-06-18" ? ["initialize", "ping"] : ["elicitation/create", "initialize", "ping"];
  const questions = revision >= "2026-07-28" ? ["server/discover"] : legacy;
  const everywhere = Object.keys(results).filter((method) => /^(?:tools|resources|prompts|completion)\//.test(method));
  expect([...kinds(received)]).toEqual(expect.arrayContaining([...everywhere, ...questions, "error", "notifications/progress"]));
}

it("finds what isn't valid", async () => {
  const audio = { content: [{ type: "audio", data: "", mimeType: "audio/wav" }] };
  expect((await officialSchema("2024-11-05"))("CallToolResult", audio)).not.toBe("");
  expect((await officialSchema("2025-03-26"))("CallToolResult", audio)).toBe("");
  for (const revision of revisions) expect((await officialSchema(revision))("ListToolsResult", { tools: [{}] })).not.toBe("");
});
