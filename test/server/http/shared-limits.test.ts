import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { maxListening } from "../../../src/server/http/sdk-endpoint.js";
import { tokenFile } from "../../../src/server/http/token-file.js";
import { maxCallsOfOne } from "../../../src/server/state/concurrency-limit.js";
import { maxUnsentBytes as usualMaxUnsentBytes } from "../../../src/server/state/unsent-answers.js";
import { eventually, patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { servedOverHttp } from "./connect-http.js";
import { agreed, asClient, callOf, modernCall, modernMeta, send } from "./send.js";

const megabyte = 1024 * 1024;
/** A sixteenth of what a server holds outside of tests, and so are the outputs and files here. */
const maxUnsentBytes = usualMaxUnsentBytes / 16;
const printed = 120_000;
const large = 3 * 64 * 1024;

let project: string;
beforeAll(() => {
  project = builtProject({
    "toolgen.yaml": "version: 1\nserver: notes\n",
    "tools.d/all.yaml": `name: echo
description: d
kind: read
toolsets: [git]
schema: { properties: { text: { type: string } }, required: [text] }
command: [printf, "%s", "{{text}}"]
---
name: print_much
description: d
kind: read
schema: { properties: { bytes: { type: integer, default: ${printed} } } }
output: { maxBytes: 2MB, maxLines: 1000000 }
shell: echo x >> printed; head -c {{bytes}} /dev/zero | tr '\\0' x
---
name: wipe
description: d
kind: delete
shell: echo x >> wiped
---
name: print_data
description: d
kind: read
output: { format: json, schema: { type: object, properties: { text: { type: string } }, required: [text] } }
shell: echo x >> printed-data; printf '{"text":"'; head -c ${printed} /dev/zero | tr '\\0' x; printf '"}'
---
resource: large
uri: notes://large
description: A large file.
file: large.txt
---
resource: waiting
uriTemplate: notes://waiting/{id}
description: Waits until a file is there.
schema: { properties: { id: { type: integer } }, required: [id] }
shell: echo x | tee -a started > /dev/null; until [ -e go ]; do sleep 0.05; done; echo {{id}}
`,
  });
  writeFileSync(join(project, "large.txt"), Buffer.alloc(large, "x"));
});

const readOf = (uri: string, id: number) => JSON.stringify({ jsonrpc: "2.0", id, method: "resources/read", params: { uri } });
const batchOf = (messages: readonly string[]) => `[${messages.join(",")}]`;

function tokensOf(tokens: Readonly<Record<string, string>>) {
  const path = join(project, "tokens");
  const hash = (token: string) => createHash("sha256").update(token).digest("hex");
  writeFileSync(
    path,
    Object.entries(tokens)
      .map(([name, token]) => `${name} sha256:${hash(token)}\n`)
      .join(""),
  );
  return tokenFile(path);
}

it("holds only so many bytes of resources for answers that aren't sent yet", async () => {
  const { url } = await servedOverHttp(project, { maxUnsentBytes });
  const ids = Array.from({ length: 100 }, (_, i) => i);
  const { body } = await send(url, { headers: asClient, body: batchOf(ids.map((id) => readOf("notes://large", id))) });
  expect(body.length).toBeLessThan(maxUnsentBytes + megabyte / 16);
  expect(body.split("holds too many answers").length - 1).toBe(100 - Math.floor(maxUnsentBytes / 2 / large));
  // What has been sent makes room.
  expect((await send(url, { headers: asClient, body: readOf("notes://large", 1) })).body.length).toBeGreaterThan(large);
});

it("runs no further call of a caller who leaves many results unread, and those of others", async () => {
  const { url } = await servedOverHttp(project, { maxUnsentBytes, tokens: tokensOf({ alice: "a-token", bob: "b-token" }) });
  const by = (token: string) => ({ ...asClient, authorization: `Bearer ${token}` });
  const calls = Array.from({ length: 100 }, (_, id) => callOf("print_much", {}, id));
  // The answers of a batch are sent as a whole.
  const { body } = await send(url, { headers: by("a-token"), body: batchOf(calls) });
  const [refused, ran] = [body.split("and the call was not run").length - 1, readFileSync(join(project, "printed"), "utf8").length / 2];
  expect(refused + ran).toBe(100);
  // Those that were running when the limit was reached.
  expect(ran).toBeLessThanOrEqual(Math.ceil(maxUnsentBytes / 2 / printed) + maxCallsOfOne);
  expect(await send(url, { headers: by("b-token"), body: callOf("echo", { text: "hello" }) })).toMatchObject({
    body: expect.stringContaining("hello"),
  });
  const again = await send(url, { headers: by("a-token"), body: callOf("print_much", {}) });
  expect(again.body.length).toBeGreaterThan(printed);
});

it("counts the data of results, too", async () => {
  const { url } = await servedOverHttp(project, { maxUnsentBytes, tokens: tokensOf({ alice: "a-token" }) });
  const calls = Array.from({ length: 60 }, (_, id) => callOf("print_data", {}, id));
  const { body } = await send(url, { headers: { ...asClient, authorization: "Bearer a-token" }, body: batchOf(calls) });
  expect(body).toContain("structuredContent");
  const ran = readFileSync(join(project, "printed-data"), "utf8").length / 2;
  expect(ran).toBeLessThanOrEqual(Math.ceil(maxUnsentBytes / 2 / printed) + maxCallsOfOne);
  expect(body.split("and the call was not run").length - 1).toBe(60 - ran);
});

it("uses up no answer of a user while there is no room, and logs the refusal", async () => {
  const log = join(project, "room.jsonl");
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: "/nonexistent", TMPDIR: project, TOOLGEN_AUDIT: log };
  const { url } = await servedOverHttp(project, { env, key: Buffer.alloc(32, 7) });
  const { requestState } = await modernCall(url, { name: "wipe" });
  expect(requestState).toEqual(expect.any(String));
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const request = httpRequest(url, { method: "POST", headers: asClient, signal: stop.signal }).on("error", () => {});
  // More than the system holds for a client that doesn't read.
  request.end(batchOf(Array.from({ length: 60 }, (_, id) => callOf("print_much", { bytes: 1_900_000 }, id))));
  // The client doesn't read it.
  const [response]: IncomingMessage[] = await once(request, "response");
  response?.on("error", () => {});
  const echo = () => modernCall(url, { name: "echo", args: { text: "x" } });
  await vi.waitFor(async () => expect(await echo()).toMatchObject({ error: { code: -32000 } }), patience);
  const wipe = () => modernCall(url, { name: "wipe", more: agreed(requestState) });
  expect(await wipe()).toMatchObject({ error: { code: -32000, message: expect.stringContaining("and the call was not run") } });
  expect(existsSync(join(project, "wiped"))).toBe(false);
  expect(readFileSync(log, "utf8")).toMatch(/"tool":"wipe".*"unavailable"/);
  stop.abort();
  await vi.waitFor(async () => expect(await wipe()).toMatchObject({ resultType: "complete" }), patience);
  expect(readFileSync(join(project, "wiped"), "utf8")).toBe("x\n");
});

it("reads for a caller while another reads as much at once as one may", async () => {
  const { url } = await servedOverHttp(project, { tokens: tokensOf({ alice: "a-token", bob: "b-token" }) });
  const by = (token: string) => ({ ...asClient, authorization: `Bearer ${token}` });
  const started = () => (existsSync(join(project, "started")) ? readFileSync(join(project, "started"), "utf8").length / 2 : 0);
  const reads = Array.from({ length: maxCallsOfOne + 10 }, (_, id) =>
    send(url, { headers: by("a-token"), body: readOf(`notes://waiting/${id}`, id) }),
  );
  expect(await eventually(() => started() === maxCallsOfOne)).toBe(true);
  const { body } = await send(url, { headers: by("b-token"), body: readOf("notes://large", 1) });
  expect(body.length).toBeGreaterThan(large);
  expect(started()).toBe(maxCallsOfOne);
  writeFileSync(join(project, "go"), "");
  for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
});

it("counts no body of a caller whose token isn't checked yet", async () => {
  const known = tokensOf({ alice: "a-token" });
  let decide: (() => void) | undefined;
  const undecided = new Promise<void>((resolve) => {
    decide = resolve;
  });
  let waiting = 0;
  const verifyAccessToken = async (token: string) => {
    if (token !== "a-token") {
      waiting++;
      await undecided;
    }
    return known.verifyAccessToken(token);
  };
  const { url } = await servedOverHttp(project, { tokens: { ...known, verifyAccessToken } });
  const body = callOf("echo", { text: "x".repeat(1000) });
  const stranger = { ...asClient, authorization: "Bearer unknown", "content-length": String(4 * megabyte) };
  const strangers = Array.from({ length: 80 }, async () => {
    const request = httpRequest(url, { method: "POST", headers: stranger });
    onTestFinished(() => void request.destroy());
    request.on("error", () => {}).flushHeaders();
    const [{ statusCode }] = (await once(request, "response")) as [IncomingMessage];
    return statusCode;
  });
  expect(await eventually(() => waiting === 80)).toBe(true);
  expect(await send(url, { headers: { ...asClient, authorization: "Bearer a-token" }, body })).toMatchObject({ status: 200 });
  decide?.();
  expect(new Set(await Promise.all(strangers))).toEqual(new Set([401]));
});

it("warns of no listeners for a batch", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on("warning", note);
  onTestFinished(() => void process.off("warning", note));
  const { url } = await servedOverHttp(project);
  const body = batchOf(Array.from({ length: 20 }, (_, id) => callOf("echo", { text: "hello" }, id)));
  expect(await send(url, { headers: asClient, body })).toMatchObject({ status: 200 });
  expect(warnings).toEqual([]);
});

it("ends no session for a request that begins none", async () => {
  const { url } = await servedOverHttp(project, { hasSessions: true });
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const initialize = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  const begin = async () => (await send(url, { headers: asClient, body: initialize })).headers["mcp-session-id"];
  const first = await begin();
  for (let i = 1; i < 200; i++) await begin();
  const body = callOf("echo", { text: "hello" });
  expect(await send(url, { headers: asClient, body })).toMatchObject({ status: 400 });
  expect(await send(url, { headers: { ...asClient, "mcp-session-id": first }, body })).toMatchObject({ status: 200 });
});

/** Opens a subscription, and reads what is sent first. */
async function listen(url: string, id: number, { token, localAddress }: { readonly token?: string; readonly localAddress?: string }) {
  const notifications = { resourceSubscriptions: ["notes://large"] };
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { ...asClient, ...authorization, "mcp-protocol-version": "2026-07-28", "mcp-method": method };
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const options = { method: "POST", headers, signal: stop.signal, ...(localAddress !== undefined && { localAddress }) };
  const request = httpRequest(url, options).on("error", () => {});
  request.end(JSON.stringify({ jsonrpc: "2.0", id, method, params: { notifications, _meta: modernMeta } }));
  const [response]: IncomingMessage[] = await once(request, "response");
  const [first] =
    response === undefined
      ? []
      : await once(
          response.on("error", () => {}),
          "data",
        );
  return { first: String(first), stop: () => stop.abort() };
}

const acknowledged = expect.stringContaining("subscriptions/acknowledged");
const refused = expect.stringContaining("Too many subscriptions");

it("lets one caller open only a share of the subscriptions, so that others can listen", async () => {
  const { url } = await servedOverHttp(project, { tokens: tokensOf({ alice: "a".repeat(64), bob: "b".repeat(64) }) });
  const [alice, bob] = [{ token: "a".repeat(64) }, { token: "b".repeat(64) }];
  const [first] = await Promise.all(Array.from({ length: maxListening.ofOne }, (_, id) => listen(url, id, alice)));
  expect(first).toMatchObject({ first: acknowledged });
  expect(await listen(url, 1000, alice)).toMatchObject({ first: refused });
  expect(await listen(url, 1001, bob)).toMatchObject({ first: acknowledged });
  first?.stop();
  await vi.waitFor(async () => expect(await listen(url, 1002, alice)).toMatchObject({ first: acknowledged }), patience);
});

it("lets callers of one network without names open half of the subscriptions", async () => {
  const { url } = await servedOverHttp(project);
  const all = await Promise.all(Array.from({ length: maxListening.ofAll / 2 }, (_, id) => listen(url, id, {})));
  for (const one of all) expect(one).toMatchObject({ first: acknowledged });
  expect(await listen(url, 1000, {})).toMatchObject({ first: refused });
  // Only Linux has this address without being told.
  if (process.platform === "linux") expect(await listen(url, 1001, { localAddress: "127.0.0.2" })).toMatchObject({ first: acknowledged });
});

const method = "subscriptions/listen";
