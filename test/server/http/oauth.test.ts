import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { UnsecuredJWT } from "jose";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import type { HttpOptions } from "../../../src/server/http/http-options.js";
import { type OauthRules, oauthVerifier, protectedResource, readOauthRules } from "../../../src/server/http/oauth-rules.js";
import { patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";
import { httpClients, servedOverHttp, UserLogin } from "./connect-http.js";
import { newKey, startIssuer, type TokenParts } from "./issuer.js";
import { asClient, callOf, freePort, modernMeta, send } from "./send.js";

const eras = ["SDK 1", "SDK 2 as in 2025", "SDK 2 as of 2026-07-28"] as const;

const tool = (name: string, scopes: string) =>
  `name: ${name}\ndescription: d\nkind: read\n${scopes}schema: { properties: { text: { type: string } }, required: [text] }\nnameAliases: [${name}_it]\ncommand: [printf, '%s', '{{text}}']\n`;

const documents = `resource: open
uri: notes://open
description: d
text: Open.
---
resource: orders
uri: notes://orders
description: d
scopes: [orders:read]
file: orders.txt
---
resource: order_of
uriTemplate: notes://orders/{id}
description: d
scopes: [orders:read]
schema: { properties: { id: { enum: [a, b] } }, required: [id] }
command: [printf, "%s", "{{id}}"]
---
prompt: hello
description: d
text: Hello.
---
prompt: review
description: d
scopes: [orders:read]
schema: { properties: { depth: { enum: [deep] }, of: { type: string } } }
text: "Review{{#if depth}} {{depth}}{{/if}} {{of}}."
complete: { of: { command: [touch, completed] } }
---
prompt: audit
description: d
schema: { properties: { id: { type: string } }, required: [id] }
messages: [{ resource: "notes://{{id}}" }, { text: Check it. }]
---
prompt: mine
description: d
scopes: [refunds:write]
text: Mine.
`;

let project: string;
beforeAll(() => {
  project = builtProject({
    "tools.d/echo.yaml": tool("echo", ""),
    "tools.d/order.yaml": tool("order", "scopes: [orders:read]\n"),
    "tools.d/documents.yaml": documents,
    "tools.d/refund.yaml": tool("refund", "scopes: [refunds:write, orders:read]\n"),
  });
});

/** A server that takes an issuer's tokens, at an address that both know beforehand. */
async function protectedServer({
  rules = {},
  more = {},
}: {
  readonly rules?: Partial<OauthRules>;
  readonly more?: Partial<HttpOptions>;
} = {}) {
  for (;;) {
    const port = await freePort();
    const audience = `http://127.0.0.1:${port}/mcp`;
    const issuer = await startIssuer({ audience });
    const all = { issuer: issuer.url, audience, resource: audience, scopes: [], principal: "sub", ...rules };
    const auth = { tokens: oauthVerifier(all, () => {}), resource: protectedResource(all, "tools") };
    try {
      const { url } = await servedOverHttp(project, { address: { host: "127.0.0.1", port }, ...auth, ...more });
      const call = async (name: string, parts: TokenParts | string) => {
        const token = typeof parts === "string" ? parts : await issuer.token(parts);
        return send(url, { headers: { ...asClient, authorization: `Bearer ${token}` }, body: callOf(name, { text: "hello" }) });
      };
      return { url, issuer, call, origin: url.replace(/\/mcp$/, "") };
    } catch (error) {
      // Another program was faster.
      if (!String(error).includes("another program listens")) throw error;
    }
  }
}

it("publishes where its tokens come from, and names that address where one is missing", async () => {
  const { url, origin, issuer } = await protectedServer({ rules: { scopes: ["mcp"] } });
  const document = {
    resource: url,
    authorization_servers: [issuer.url],
    bearer_methods_supported: ["header"],
    scopes_supported: ["mcp"],
    resource_name: "tools",
  };
  for (const path of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"]) {
    const answer = await send(`${origin}${path}`, { method: "GET" });
    expect([answer.status, JSON.parse(answer.body)]).toEqual([200, document]);
  }
  expect(await send(`${origin}/.well-known/oauth-protected-resource`)).toMatchObject({ status: 405 });
  expect(await send(`${origin}/.well-known/oauth-protected-resource/other`, { method: "GET" })).toMatchObject({ status: 404 });
  expect(await send(url, { headers: asClient, body: callOf("echo", {}) })).toMatchObject({
    status: 401,
    headers: { "www-authenticate": `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="mcp"` },
  });
});

it("takes a right token, and refuses others with 401", async () => {
  const { url, call, issuer } = await protectedServer();
  expect(await call("echo", {})).toMatchObject({ status: 200, body: expect.stringContaining("hello") });
  const other = await protectedServer();
  const wrong = {
    expired: await issuer.token({ expires: "-5m" }),
    "of another issuer": await other.issuer.token({ claims: { aud: issuer.audience } }),
    "for another server": await issuer.token({ claims: { aud: other.url } }),
    "signed with another key": await issuer.token({ key: await newKey("first") }),
    "not signed": new UnsecuredJWT({ sub: "alice" }).setIssuer(issuer.url).setAudience(issuer.audience).setExpirationTime("5m").encode(),
    "without a caller": await issuer.token({ claims: { sub: "" } }),
    "of no form": "secret",
  };
  for (const [what, token] of Object.entries(wrong)) {
    const answer = await call("echo", token);
    expect(answer, what).toMatchObject({
      status: 401,
      headers: { "www-authenticate": expect.stringMatching(/^Bearer .*error="invalid_token".*resource_metadata="http/) },
    });
  }
  expect(await send(url, { headers: { ...asClient, authorization: "Basic YTpi" }, body: "{}" })).toMatchObject({ status: 401 });
  expect(await send(`${url}?access_token=${await issuer.token()}`, { headers: asClient, body: callOf("echo", {}) })).toMatchObject({
    status: 401,
  });
});

it("answers 503, and asks for patience, while the issuer's keys can't be read", async () => {
  const { call, issuer, url } = await protectedServer({ rules: { jwks: "http://127.0.0.1:9/keys" } });
  expect(await call("echo", await issuer.token())).toMatchObject({ status: 503, headers: { "retry-after": "10" } });
  expect(await send(url, { headers: asClient, body: callOf("echo", {}) })).toMatchObject({ status: 401 });
});

it("names the scopes of a tool that the token lacks, with those that it has, and calls the tool with a token that has them", async () => {
  const { call, origin } = await protectedServer();
  const has = (scope: string): TokenParts => ({ claims: { scope } });
  expect(await call("order", has("orders:read"))).toMatchObject({ status: 200 });
  for (const name of ["refund", "refund_it"]) {
    const { status, headers } = await call(name, has("profile orders:read"));
    expect([status, headers["www-authenticate"]]).toEqual([
      403,
      `Bearer error="insufficient_scope", error_description="The tool refund needs the scope refunds:write.", scope="orders:read refunds:write", resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
    ]);
  }
  expect(await call("refund", {})).toMatchObject({ status: 403 });
  expect(await call("refund", has("orders:read refunds:write"))).toMatchObject({ status: 200, body: expect.stringContaining("hello") });
  expect(await call("refund", { claims: { scp: ["orders:read", "refunds:write"] } })).toMatchObject({ status: 200 });
  expect(await call("echo", {})).toMatchObject({ status: 200 });
});

it("asks for no scopes of a tool that isn't offered, which is unknown", async () => {
  const { call } = await protectedServer({ more: { select: { tools: ["echo"] } } });
  expect(await call("refund", {})).toMatchObject({ status: 200, body: expect.stringContaining("no tool named") });
});

it("names the scopes of the tool that call_tool calls", async () => {
  const { url, issuer } = await protectedServer({ more: { search: true } });
  const call = async (name: string, scope: string) => {
    const headers = { ...asClient, authorization: `Bearer ${await issuer.token({ claims: { scope } })}` };
    return send(url, { headers, body: callOf("call_tool", { name, arguments: { text: "hello" } }) });
  };
  for (const name of ["refund", "refund_it"])
    expect(await call(name, "orders:read")).toMatchObject({
      status: 403,
      headers: { "www-authenticate": expect.stringContaining('scope="orders:read refunds:write"') },
    });
  expect(await call("refund", "orders:read refunds:write")).toMatchObject({ status: 200, body: expect.stringContaining("hello") });
});

it("requires the scopes of every request before it reads a body", async () => {
  const { call } = await protectedServer({ rules: { scopes: ["mcp"] } });
  expect(await call("echo", {})).toMatchObject({ status: 403, headers: { "www-authenticate": expect.stringContaining('scope="mcp"') } });
  expect(await call("echo", { claims: { scope: "mcp" } })).toMatchObject({ status: 200 });
});

it("names the caller in the audit log, with calls that are executed, refused and denied", async () => {
  const file = join(temporaryFolder(), "audit.jsonl");
  const { call } = await protectedServer({ rules: { principal: "email" }, more: { env: { PATH: process.env.PATH, TOOLGEN_AUDIT: file } } });
  const claims = { email: "alice@example.com" };
  await call("echo", { claims });
  await call("refund", { claims });
  await call("no_such_tool", { claims });
  await call("order", { claims: { ...claims, scope: "orders:read" } });
  const lines = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map(({ tool, outcome, principal }) => [tool, outcome, principal])).toEqual([
    ["echo", "done", claims.email],
    ["refund", "denied", claims.email],
    ["no_such_tool", "unknownTool", claims.email],
    ["order", "done", claims.email],
  ]);
  expect(lines[1]).toMatchObject({ decision: "deny", rule: "scopes: orders:read refunds:write" });
  const shown = toolgen(project, ["audit"], { env: { TOOLGEN_AUDIT: file } });
  expect(shown.stdout).toContain("for alice@example.com; deny");
  // The name is part of the log only; without a known caller there is none.
  const open = await servedOverHttp(project, { env: { PATH: process.env.PATH, TOOLGEN_AUDIT: file } });
  await send(open.url, { headers: asClient, body: callOf("echo", { text: "hello" }) });
  expect(JSON.parse(readFileSync(file, "utf8").trim().split("\n").at(-1) ?? "")).not.toHaveProperty("principal");
});

it("refuses a batch with one call for which the token lacks a scope", async () => {
  const { url, issuer } = await protectedServer();
  const body = `[${callOf("echo", { text: "hello" }, 1)},${callOf("refund", { text: "hello" }, 2)}]`;
  const headers = { ...asClient, authorization: `Bearer ${await issuer.token()}` };
  expect(await send(url, { headers, body })).toMatchObject({ status: 403 });
});

it.each(eras)("tells clients that have no token where to log in (%s)", async (era) => {
  const { url, issuer } = await protectedServer();
  const client = await httpClients[era]({ url, issuer: issuer.url });
  expect(await client.list()).toEqual(["echo", "order", "refund"]);
  expect(await client.call("echo", { text: "hello" })).toEqual({ text: "hello", isError: false });
  expect(issuer.requests.filter((path) => path === "/token")).toHaveLength(1);
});

it.each([
  ["SDK 1", false],
  ["SDK 1", true],
  ["SDK 2 as in 2025", false],
  ["SDK 2 as in 2025", true],
  ["SDK 2 as of 2026-07-28", false],
] as const)("lets users agree to the scopes of a tool when it is called (%s, in a session: %s)", async (era, hasSessions) => {
  const { url, issuer } = await protectedServer({ rules: { scopes: ["mcp"] }, more: { hasSessions } });
  const login = new UserLogin(await issuer.token({ claims: { scope: "mcp" } }), issuer.url);
  const client = await httpClients[era]({ url, login });
  expect(await client.call("echo", { text: "hello" })).toEqual({ text: "hello", isError: false });
  await expect(client.call("refund", { text: "back" })).rejects.toThrow();
  expect(login.asked).toEqual(["mcp orders:read refunds:write"]);
  await client.finishLogin("mcp orders:read refunds:write");
  expect(await client.call("refund", { text: "back" })).toEqual({ text: "back", isError: false });
});

it("keeps its checks of hosts, origins, bodies and media types", async () => {
  const { url, issuer, origin } = await protectedServer();
  const headers = { ...asClient, authorization: `Bearer ${await issuer.token()}` };
  const body = callOf("echo", { text: "hello" });
  expect(await send(url, { headers: { ...headers, host: "evil.example" }, body })).toMatchObject({ status: 403 });
  expect(await send(url, { headers: { ...headers, origin: "http://evil.example" }, body })).toMatchObject({ status: 403 });
  expect(await send(`${origin}/.well-known/oauth-protected-resource`, { method: "GET", headers: { host: "evil.example" } })).toMatchObject({
    status: 403,
  });
  expect(await send(url, { headers, body: "{" })).toMatchObject({ status: 400 });
  expect(await send(url, { headers, body: callOf("echo", { text: "x".repeat(5_000_000) }) })).toMatchObject({ status: 413 });
  expect(await send(url, { headers: { ...headers, "content-type": "text/plain" }, body })).toMatchObject({ status: 415 });
  expect(await send(url, { headers: { ...asClient, authorization: `Bearer ${"x".repeat(20_000)}` }, body })).toMatchObject({ status: 431 });
  expect(await send(url, { headers, body })).toMatchObject({ status: 200 });
});

const required = { http: true, oauthIssuer: "https://login.example", oauthAudience: "https://tools.example/mcp" } as const;

it("reads its rules from options, or from the environment of a container", () => {
  const rules = {
    issuer: "https://login.example",
    audience: "https://tools.example/mcp",
    resource: "https://tools.example/mcp",
    scopes: [],
    principal: "sub",
  };
  expect(readOauthRules({ http: true }, {})).toBeUndefined();
  expect(readOauthRules(required, {})).toEqual(rules);
  const env = {
    TOOLGEN_OAUTH_ISSUER: "https://login.example",
    TOOLGEN_OAUTH_AUDIENCE: "api://tools",
    TOOLGEN_OAUTH_RESOURCE: "https://tools.example/mcp",
    TOOLGEN_OAUTH_SCOPE: "mcp orders:read",
  };
  expect(readOauthRules({ http: true }, env)).toEqual({ ...rules, audience: "api://tools", scopes: ["mcp", "orders:read"] });
  expect(readOauthRules({ http: true, oauthIssuer: "http://localhost:8080/realms/a" }, env)).toMatchObject({
    issuer: "http://localhost:8080/realms/a",
  });
});

it.each([
  ["an issuer without an audience", { oauthAudience: undefined }, {}, "needs --oauth-audience URI"],
  ["an audience without an issuer", { oauthIssuer: undefined }, {}, "--oauth-audience needs --oauth-issuer URL"],
  ["an issuer without https", { oauthIssuer: "http://login.example" }, {}, "--oauth-issuer must be an address with https"],
  ["keys without https", { oauthJwks: "http://login.example/keys" }, {}, "--oauth-jwks must be an address with https"],
  ["an audience that is no address", { oauthAudience: "api://tools" }, {}, "Add --oauth-resource URL"],
  ["two scopes in one", { oauthScope: ["a b"] }, {}, "'a b' is not a scope"],
  ["an empty variable", { oauthIssuer: undefined }, { TOOLGEN_OAUTH_ISSUER: "" }, "TOOLGEN_OAUTH_ISSUER is empty"],
] as const)("refuses %s", (_what, args, env, message) => {
  const all = Object.fromEntries(Object.entries({ ...required, ...args }).filter(([, value]) => value !== undefined));
  expect(() => readOauthRules({ http: true, ...all }, env)).toThrow(message);
});

const requests = {
  "resources/read": [{ uri: "notes://orders" }, { uri: "notes://orders/a" }],
  "prompts/get": [{ name: "review" }, { name: "audit", arguments: { id: "orders" } }],
  "completion/complete": [
    { ref: { type: "ref/prompt", name: "review" }, argument: { name: "depth", value: "" } },
    { ref: { type: "ref/prompt", name: "review" }, argument: { name: "of", value: "" } },
    { ref: { type: "ref/resource", uri: "notes://orders/{id}" }, argument: { name: "id", value: "" } },
  ],
};

it("neither lists nor gives resources and prompts to a caller whose token lacks a scope", async () => {
  writeFileSync(join(project, "orders.txt"), "a\nb\n");
  const { url, issuer } = await protectedServer();
  const ask = async (method: string, params: object, scope: string) => {
    const authorization = `Bearer ${await issuer.token({ claims: { scope } })}`;
    const headers = { ...asClient, "mcp-protocol-version": "2025-11-25", authorization };
    return send(url, { headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) });
  };
  for (const [scope, listed] of [
    ["profile", [["open"], [], ["audit", "hello"]]],
    ["orders:read", [["open", "orders"], ["order_of"], ["audit", "hello", "review"]]],
  ] as const) {
    const lists = await Promise.all(["resources/list", "resources/templates/list", "prompts/list"].map((method) => ask(method, {}, scope)));
    expect(lists.map(({ body }) => [...body.matchAll(/"name":"(\w+)","title"/g)].map(([, name]) => name))).toEqual(listed);
  }
  for (const [method, all] of Object.entries(requests))
    for (const params of all) {
      rmSync(join(project, "completed"), { force: true });
      expect(await ask(method, params, "profile")).toMatchObject({
        status: 403,
        headers: { "www-authenticate": expect.stringMatching(/error="insufficient_scope".* scope="orders:read"/) },
      });
      expect(existsSync(join(project, "completed"))).toBe(false);
      expect(await ask(method, params, "orders:read")).toMatchObject({ status: 200, body: expect.stringContaining('"result"') });
    }
  const open = { name: "audit", arguments: { id: "open" } };
  expect(await ask("prompts/get", open, "profile")).toMatchObject({ body: expect.stringContaining("Open.") });
  expect(await ask("resources/read", { uri: "notes://open" }, "profile")).toMatchObject({ body: expect.stringContaining("Open.") });
});

it.each([
  ["a resource's template", { type: "ref/resource", uri: "notes://orders/{id}", name: "mine" }, "id"],
  ["a prompt", { type: "ref/prompt", name: "review", uri: "notes://orders/{id}" }, "of"],
])("completes nothing of %s for a caller who lacks its scope, whatever else the reference names", async (_name, ref, name) => {
  const { url, issuer } = await protectedServer();
  const authorization = `Bearer ${await issuer.token({ claims: { scope: "refunds:write" } })}`;
  const headers = { ...asClient, "mcp-protocol-version": "2025-11-25", authorization };
  const params = { ref, argument: { name, value: "" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "completion/complete", params });
  expect(await send(url, { headers, body })).toMatchObject({
    status: 403,
    headers: { "www-authenticate": expect.stringContaining("orders:read") },
  });
});

/** The headers of a request of a client of 2026-07-28. */
const modernHeadersOf = (method: string, { name, uri }: { readonly name?: string; readonly uri?: string }) => ({
  ...asClient,
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...((name ?? uri) !== undefined && { "mcp-name": name ?? uri }),
});

it("asks clients of 2026-07-28 for the scopes of tools, resources, prompts and completions", async () => {
  writeFileSync(join(project, "orders.txt"), "a\n");
  const { url, issuer } = await protectedServer();
  const ask = async (method: string, params: object, scope: string) => {
    const headers = { ...modernHeadersOf(method, params), authorization: `Bearer ${await issuer.token({ claims: { scope } })}` };
    return send(url, { headers, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: modernMeta } }) });
  };
  const all: readonly (readonly [string, object])[] = [
    ["tools/call", { name: "order", arguments: { text: "hello" } }],
    ["resources/read", { uri: "notes://orders" }],
    ["prompts/get", { name: "review", arguments: {} }],
    ["completion/complete", { ref: { type: "ref/prompt", name: "review" }, argument: { name: "depth", value: "" } }],
  ];
  for (const [method, params] of all) {
    expect(await ask(method, params, "profile"), method).toMatchObject({
      status: 403,
      headers: { "www-authenticate": expect.stringMatching(/error="insufficient_scope".* scope="orders:read"/) },
    });
    expect(await ask(method, params, "orders:read"), method).toMatchObject({ status: 200, body: expect.stringContaining('"result"') });
  }
});

it("follows no resource for a client of 2026-07-28 whose token lacks its scope", async () => {
  const { url, issuer } = await protectedServer();
  const listen = async (scope: string) => {
    const headers = {
      ...modernHeadersOf("subscriptions/listen", {}),
      authorization: `Bearer ${await issuer.token({ claims: { scope } })}`,
    };
    const request = httpRequest(url, { method: "POST", headers });
    onTestFinished(() => void request.destroy());
    const params = { notifications: { resourceSubscriptions: ["notes://orders"] }, _meta: modernMeta };
    request.on("error", () => {}).end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }));
    const [response] = await once(request, "response");
    const heard = { text: "" };
    response.on("error", () => {}).on("data", (chunk: Buffer) => (heard.text += chunk));
    await vi.waitFor(() => expect(heard.text).toContain("acknowledged"), patience);
    return heard;
  };
  writeFileSync(join(project, "orders.txt"), "before\n");
  const [without, permitted] = [await listen("profile"), await listen("orders:read")];
  writeFileSync(join(project, "orders.txt"), "afterwards\n");
  await vi.waitFor(() => expect(permitted.text).toContain("notifications/resources/updated"), patience);
  await delay(200);
  expect(without.text).not.toContain("notifications/resources/updated");
});

it("asks for the scopes of a resource in a session too, to read it and to follow it", async () => {
  const { url, issuer } = await protectedServer({ more: { hasSessions: true } });
  const authorization = async (scope: string) => `Bearer ${await issuer.token({ claims: { scope } })}`;
  const few = { ...asClient, "mcp-protocol-version": "2025-11-25", authorization: await authorization("profile") };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const begun = await send(url, { headers: few, body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }) });
  const session = { "mcp-session-id": begun.headers["mcp-session-id"] };
  const ask = (method: string, uri: string, headers: object) =>
    send(url, { headers: { ...headers, ...session }, body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { uri } }) });
  for (const method of ["resources/read", "resources/subscribe"]) {
    expect(await ask(method, "notes://orders", few), method).toMatchObject({
      status: 403,
      headers: { "www-authenticate": expect.stringMatching(/error="insufficient_scope".* scope="orders:read"/) },
    });
    const more = { ...few, authorization: await authorization("orders:read") };
    expect(await ask(method, "notes://orders", more), method).toMatchObject({ status: 200, body: expect.stringContaining('"result"') });
  }
});
