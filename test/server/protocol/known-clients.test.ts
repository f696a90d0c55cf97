import { expect, it } from "vitest";
import { refusedDiscovery, schemaFormFor } from "../../../src/server/state/known-clients.js";
import { builtProject } from "../../kit/project.js";
import { servedOverHttp } from "../http/connect-http.js";
import { asClient, modernHeaders, send } from "../http/send.js";
import { initialized, serverHere } from "../raw-server.js";

it.each(["gemini-cli-mcp-client", "gemini-cli-mcp-client-notes", "qwen-cli-mcp-client-toolgen", "toolgen", "pi"])(
  "gives %s, which validates calls, open schemas",
  (name) => {
    expect(schemaFormFor({ name, version: "0.0.1" })).toBe("open");
  },
);

it.each([
  { name: "claude-code" },
  { name: "codex-mcp-client" },
  { name: "toolgen-inspector" },
  { name: "my-gemini-cli-mcp-client" },
  { name: "pip" },
  { name: "antigravity-client" },
  { name: 5 },
  {},
  undefined,
  null,
  "gemini",
])("gives %j the schemas of the specs", (client) => {
  expect(schemaFormFor(client)).toBe("canonical");
});

const tool = (name: string, more: string) => `name: ${name}\ndescription: d\ncommand: [echo, done]\n${more}\n`;
let project: string | undefined;
const built = () => {
  project ??= builtProject({ "tools.d/reads.yaml": tool("reads", "kind: read"), "tools.d/writes.yaml": tool("writes", "kind: edit") });
  return project;
};

/**
 * The first messages of Antigravity CLI, as https://github.com/UsefulSoftwareCo/executor/issues/1449 (1.1.5) has the
 * first one, and https://github.com/PostHog/posthog/pull/85513 describes what follows an error.
 */
const antigravity = { name: "antigravity-client", version: "v1.0.0" };
const discover = (client: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "server/discover",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": client,
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {}, url: {} }, roots: {} },
    },
  },
});
const afterwards = (client: object, capabilities: object) => [
  { jsonrpc: "2.0", id: 2, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities, clientInfo: client } },
  { jsonrpc: "2.0", ...initialized },
  { jsonrpc: "2.0", id: 3, method: "tools/list", params: {} },
  { jsonrpc: "2.0", id: 4, method: "tools/call", params: { name: "reads", arguments: {} } },
];
const notFound = { error: { code: -32601, message: "Method not found" } };

it("lets Antigravity CLI begin with initialize over standard input and output, and answers others' server/discover", async () => {
  const server = serverHere(built());
  const answers = [1, 2, 3, 4].map((id) => server.answer(id));
  server.send(discover(antigravity), ...afterwards(antigravity, { elicitation: {} }));
  const [first, second, third, fourth] = await Promise.all(answers);
  expect(first).toEqual({ jsonrpc: "2.0", id: 1, ...notFound });
  expect(second?.result).toMatchObject({ protocolVersion: "2025-11-25" });
  expect(third?.result?.tools).toHaveLength(2);
  expect(fourth?.result).toMatchObject({ content: [{ text: "done" }] });
  await server.end();
  const other = serverHere(built());
  const discovered = other.answer(1);
  other.send(discover({ name: "claude-code", version: "1" }));
  expect((await discovered).result).toMatchObject({ supportedVersions: ["2026-07-28"] });
  await other.end();
});

it.each([false, true])("does so over HTTP, with or without the headers of 2026-07-28 (sessions: %s)", async (hasSessions) => {
  const { url } = await servedOverHttp(built(), { hasSessions });
  const modern = { ...modernHeaders(""), "mcp-method": "server/discover" };
  // A bridge to HTTP sends neither header, and takes another status than 200 for the end of the connection.
  for (const headers of [modern, asClient])
    for (const name of ["antigravity-client", "antigravity-client (via mcp-remote 0.1.37)"]) {
      const refused = await send(url, { headers, body: JSON.stringify(discover({ ...antigravity, name })) });
      expect([refused.status, JSON.parse(refused.body)]).toEqual([200, { jsonrpc: "2.0", id: 1, ...notFound }]);
    }
  const { headers: begun } = await send(url, { headers: asClient, body: JSON.stringify(afterwards(antigravity, {})[0]) });
  const session = begun["mcp-session-id"];
  expect(session !== undefined).toBe(hasSessions);
  const headers = { ...asClient, "mcp-protocol-version": "2025-11-25", ...(session !== undefined && { "mcp-session-id": session }) };
  const bodies: string[] = [];
  for (const message of afterwards(antigravity, {}).slice(1))
    bodies.push((await send(url, { headers, body: JSON.stringify(message) })).body);
  expect(bodies[1]).toContain('"name":"writes"');
  expect(bodies[2]).toContain('"text":"done"');
});

it("refuses no other message of Antigravity CLI, and no server/discover that can't be answered", () => {
  const call = discover(antigravity);
  expect(refusedDiscovery({ ...call, method: "tools/list" })).toBeUndefined();
  expect(refusedDiscovery({ ...call, id: undefined })).toBeUndefined();
  for (const other of [
    undefined,
    null,
    [],
    [call],
    { method: "server/discover" },
    discover({}),
    discover({ name: ["antigravity-client"] }),
  ])
    expect(refusedDiscovery(other)).toBeUndefined();
});

it("runs nothing moderate for pi, which asks about no call, but does for others without elicitation", async () => {
  for (const [name, isRun] of [
    ["pi", false],
    ["opencode", true],
  ] as const) {
    const server = serverHere(built());
    const client = { name, version: "1.6.0" };
    const answers = [4, 5].map((id) => server.answer(id));
    server.send(...afterwards(client, { roots: {} }), { id: 5, method: "tools/call", params: { name: "writes", arguments: {} } });
    const [reads, writes] = await Promise.all(answers);
    expect(reads?.result).toMatchObject({ content: [{ text: "done" }] });
    expect(writes?.result?.isError === true, name).toBe(!isRun);
    if (!isRun) expect(JSON.stringify(writes)).toContain("this moderate call requires confirmation");
    await server.end();
  }
});
