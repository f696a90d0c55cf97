import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { Readable } from "node:stream";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { send } from "../../../src/call/http/send-call.js";
import { unpacked } from "../../../src/call/http-connections.js";
import type { PreparedRequest } from "../../../src/contract/request.js";
import { echo, optionsOf, rawServer, type Seen, ways, webServer } from "./web-server.js";

const options = optionsOf({});
const request = (url: string, parts: Partial<PreparedRequest> = {}): PreparedRequest => ({
  method: "GET",
  url,
  headers: {},
  allowPrivate: ["127.0.0.0/8"],
  ...parts,
});

async function echoed(sent: PreparedRequest, more: object = {}): Promise<Seen> {
  const outcome = await send(sent, { ...options, ...more });
  if (outcome.kind !== "exited") throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.stdout.toString());
}

it.each(ways)("sends method, address, headers and body as they are, and no more headers than it must: %s", async (_, env) => {
  const options = optionsOf(env);
  const server = await webServer(echo);
  const body = { kind: "json", text: '{"a":"ä"}' } as const;
  const seen = await echoed(request(`${server.url}/a%2Fb?c=d%26e`, { method: "PATCH", headers: { "x-one": "é" }, body }), options);
  expect(seen).toMatchObject({ method: "PATCH", url: "/a%2Fb?c=d%26e", body: '{"a":"ä"}' });
  const { host, connection, ...headers } = seen.headers;
  expect(headers).toEqual({
    accept: "*/*",
    "user-agent": "toolgen",
    "content-type": "application/json",
    "content-length": "10",
    "x-one": "é",
  });
  expect((await echoed(request(server.url, { headers: { accept: "text/csv", "user-agent": "us" } }), options)).headers).toMatchObject({
    accept: "text/csv",
    "user-agent": "us",
  });
});

it.each([
  ["form", "application/x-www-form-urlencoded"],
  ["text", "text/plain; charset=utf-8"],
] as const)("says of a %s what it is, unless the spec does", async (kind, type) => {
  const server = await webServer(echo);
  const parts = { method: "POST", body: { kind, text: "a=b" } };
  expect((await echoed(request(server.url, parts))).headers["content-type"]).toBe(type);
  const own = { ...parts, headers: { "content-type": "text/csv" } };
  expect((await echoed(request(server.url, own))).headers["content-type"]).toBe("text/csv");
});

it.each(ways)("answers with any status and its body: %s", async (_, env) => {
  const options = optionsOf(env);
  const server = await webServer(({ url }, response) => void response.writeHead(Number(url.slice(1))).end("told"));
  for (const status of [200, 204, 304, 404, 500, 599]) {
    const outcome = await send(request(`${server.url}/${status}`), options);
    expect(outcome).toMatchObject({ kind: "exited", code: status });
  }
});

const secret = { authorization: "Bearer s", cookie: "a=b", "x-key": "k" };

it.each(ways)("follows redirects as fetch does, and loses headers to another origin: %s", async (_, env) => {
  const options = optionsOf(env);
  const other = await webServer(echo, "127.0.0.2");
  const server = await webServer((seen, response) => {
    const [, status, to] = /^\/(\d+)\/(\w+)/.exec(seen.url) ?? [];
    if (status === undefined) return echo(seen, response);
    response.writeHead(Number(status), { location: to === "other" ? `${other.url}/there` : "/there" }).end("moved");
  });
  const body = { kind: "text", text: "words" } as const;
  const rows = [
    [301, "POST", "GET", ""],
    [302, "POST", "GET", ""],
    [303, "POST", "GET", ""],
    [303, "PUT", "GET", ""],
    [301, "PUT", "PUT", "words"],
    [307, "POST", "POST", "words"],
    [308, "PATCH", "PATCH", "words"],
  ] as const;
  for (const [status, method, then, carried] of rows) {
    const same = await echoed(request(`${server.url}/${status}/same`, { method, body, headers: secret }), options);
    expect([same.url, same.method, same.body], `${status} ${method}`).toEqual(["/there", then, carried]);
    expect(same.headers).toMatchObject(secret);
    expect(same.headers["content-type"]).toBe(carried === "" ? undefined : "text/plain; charset=utf-8");
    const elsewhere = await echoed(request(`${server.url}/${status}/other`, { method, body, headers: secret }), options);
    expect([elsewhere.url, elsewhere.method, elsewhere.body], `${status} ${method}`).toEqual(["/there", then, carried]);
    for (const name of Object.keys(secret)) expect(elsewhere.headers, name).not.toHaveProperty(name);
  }
  expect((await send(request(`${server.url}/303/same`, { method: "HEAD" }), options)).kind).toBe("exited");
  expect(server.seen.at(-1)?.method).toBe("HEAD");
});

it.each(ways)("takes another port for another origin, and doesn't give headers back that were lost on the way: %s", async (_, env) => {
  const options = optionsOf(env);
  const back: { to: string } = { to: "" };
  const other = await webServer((_seen, response) => void response.writeHead(302, { location: back.to }).end());
  const server = await webServer((seen, response) => {
    if (seen.url === "/") response.writeHead(302, { location: other.url }).end();
    else echo(seen, response);
  });
  back.to = `${server.url}/again`;
  const seen = await echoed(request(`${server.url}/`, { headers: secret }), options);
  expect(seen.url).toBe("/again");
  expect(seen.headers).not.toHaveProperty("authorization");
  expect(other.seen[0]?.headers).not.toHaveProperty("x-key");
});

it.each([
  ["/loop", "it redirects more than 5 times"],
  ["ftp://127.0.0.1/x", "it redirects to ftp: and not to http: or https:"],
  ["file:///etc/passwd", "it redirects to file: and not to http: or https:"],
  ["http://[", "it redirects to an invalid address"],
])("doesn't follow a redirect to %s", async (location, reason) => {
  const server = await webServer((_seen, response) => void response.writeHead(302, { location }).end());
  const outcome = await send(request(server.url), options);
  expect(outcome).toEqual({ kind: "unstartable", message: `The request to 127.0.0.1:${server.port} failed: ${reason}.` });
});

it.each(ways)("takes a redirect without an address for an answer: %s", async (_, env) => {
  const options = optionsOf(env);
  const server = await webServer((_seen, response) => void response.writeHead(302).end("nowhere"));
  expect(await send(request(server.url), options)).toMatchObject({ kind: "exited", code: 302 });
});

it.each(ways)("stops reading at the most that is read, packed or not: %s", async (_, env) => {
  const options = optionsOf(env);
  const server = await webServer(({ url }, response) => {
    if (url === "/packed") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(5_000_000)));
    else for (let i = 0; i < 50; i++) response.write(Buffer.alloc(100_000));
    if (url !== "/packed") response.end();
  });
  for (const path of ["/plain", "/packed"]) {
    const outcome = await send(request(server.url + path), { ...options, mostBytes: 100_000 });
    if (outcome.kind !== "flooded") throw new Error(outcome.kind);
    expect(outcome.stdout.length).toBe(100_000);
  }
});

it.each(["constructor", "toString", "__proto__", "zip"])("leaves a body of the encoding %s as it is", async (encoding) => {
  const body = Readable.from(["as it is"]);
  expect(await unpacked({ status: 200, headers: { "content-encoding": encoding }, body }, "GET")).toBe(body);
});

it.each(ways)("takes an empty body for one, whatever encoding is named: %s", async (_, env) => {
  const encodings = ["gzip", "x-gzip", "deflate", "br", "gzip, br"];
  const server = await webServer(({ url }, response) =>
    response.writeHead(200, { "content-encoding": encodings[Number(url.slice(1))] ?? "" }).end(),
  );
  for (const i of encodings.keys()) {
    const outcome = await send(request(`${server.url}/${i}`, { method: "POST" }), optionsOf(env));
    expect(outcome).toMatchObject({ kind: "exited", code: 200, stdout: Buffer.alloc(0) });
  }
});

it.each(ways)("unpacks what a server has packed, and turns other encodings into UTF-8: %s", async (_, env) => {
  const options = optionsOf(env);
  const server = await webServer(({ url }, response) => {
    const windows = Buffer.from("\x93größe\x94 \x96 5 \x80", "latin1");
    if (url === "/gzip") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("größe"));
    else if (url === "/br") response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync("größe"));
    else if (url === "/twice")
      response.writeHead(200, { "content-encoding": "br, identity, GZip" }).end(gzipSync(brotliCompressSync("größe")));
    else if (url === "/headers") response.setHeader("content-encoding", ["gzip", "gzip"]).end(gzipSync(gzipSync("größe")));
    else if (url === "/often") response.writeHead(200, { "content-encoding": "gzip,".repeat(6) }).end("as it is");
    else if (url === "/none") response.writeHead(304, { "content-encoding": "gzip" }).end();
    else if (url === "/half") response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("größe").subarray(0, 15));
    else if (url === "/broken") response.writeHead(200, { "content-encoding": "gzip" }).end("no gzip");
    else if (url === "/windows") response.writeHead(200, { "content-type": "text/plain; charset=windows-1252" }).end(windows);
    else response.writeHead(200, { "content-type": "text/html; charset=ISO-8859-1" }).end(Buffer.from("größe", "latin1"));
  });
  const quoted = await send(request(`${server.url}/windows`), options);
  expect(quoted.kind === "exited" && quoted.stdout.toString()).toBe("“größe” – 5 €");
  for (const path of ["/gzip", "/br", "/twice", "/headers", "/latin1"]) {
    const outcome = await send(request(server.url + path), options);
    expect(outcome.kind === "exited" && outcome.stdout.toString(), path).toBe("größe");
  }
  const often = await send(request(`${server.url}/often`), options);
  expect(often.kind === "exited" && often.stdout.toString()).toBe("as it is");
  expect(await send(request(`${server.url}/none`), options)).toMatchObject({ kind: "exited", code: 304 });
  expect(await send(request(`${server.url}/gzip`, { method: "HEAD" }), options)).toMatchObject({ kind: "exited", code: 200 });
  expect(await send(request(`${server.url}/half`), options)).toMatchObject({
    message: expect.stringContaining("its response is incomplete"),
  });
  expect(await send(request(`${server.url}/broken`), options)).toMatchObject({
    kind: "unstartable",
    message: expect.stringContaining("its response has an encoding that can't be decoded"),
  });
});

it.each(ways)("ends at the time limit, with what had come until then: %s", async (_, env) => {
  const options = optionsOf(env);
  const server = await webServer(({ url }, response) => {
    if (url === "/late") return;
    response.write("a beginning");
  });
  expect(await send(request(`${server.url}/late`), { ...options, timeoutMs: 50 })).toMatchObject({ kind: "timedOut", timeoutMs: 50 });
  let beginning = "";
  // On a machine that is busy a beginning may take its time.
  for (const timeoutMs of [300, 3000, 15_000]) {
    if (beginning !== "") break;
    const outcome = await send(request(`${server.url}/slow`), { ...options, timeoutMs });
    if (outcome.kind === "timedOut") beginning = outcome.stdout.toString();
  }
  expect(beginning).toBe("a beginning");
});

it.each(ways)("ends when it is aborted, before and in between: %s", async (_, env) => {
  const options = optionsOf(env);
  const arrivals = new EventEmitter();
  const server = await webServer(() => arrivals.emit("arrived"));
  const arrived = once(arrivals, "arrived");
  const controller = new AbortController();
  const sent = send(request(server.url), { ...options, signal: controller.signal });
  await arrived;
  controller.abort(new Error("enough"));
  await expect(sent).rejects.toThrow("enough");
  await expect(send(request(server.url), { ...options, signal: controller.signal })).rejects.toThrow("enough");
  expect(server.seen.length).toBe(1);
});

it.each(ways)("reports a server that isn't there or breaks off: %s", async (_, env) => {
  const options = optionsOf(env);
  const server = await webServer((_seen, response) => void response.destroy());
  const broken = await send(request(server.url), options);
  expect(broken).toMatchObject({ message: `The request to 127.0.0.1:${server.port} failed: the connection was closed.` });
  expect(await send(request("http://127.0.0.1:1/"), options)).toMatchObject({
    message: "The request to 127.0.0.1:1 failed: nothing accepts connections there.",
  });
});

it.each(
  ways.flatMap(([way, env]) =>
    [
      ["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", "the connection was closed"],
      ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n", "the connection was closed"],
      ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n", "its response isn't valid HTTP"],
      ["SSH-2.0-OpenSSH_9.2\r\n", "its response isn't valid HTTP"],
      [`HTTP/1.1 200 OK\r\nX: ${"x".repeat(70_000)}\r\n\r\n`, "its response has more than 16 kB of headers"],
      ["HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n", "the connection was closed"],
      ["", "the connection was closed"],
    ].map(([answer, reason]) => [way, env, answer, reason] as const),
  ),
)("reports a response that isn't whole or valid: %s %j %j", async (_, env, answer, reason) => {
  const port = await rawServer(String(answer));
  const outcome = await send(request(`http://127.0.0.1:${port}`), optionsOf(env));
  expect(outcome).toEqual({ kind: "unstartable", message: `The request to 127.0.0.1:${port} failed: ${reason}.` });
});

it.each(
  ways.flatMap(([way, env]) =>
    [
      ["HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok"],
      ["HTTP/1.0 200 OK\r\n\r\nuntil the end", 200, "until the end"],
      ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX: trailer\r\n\r\n", 200, "ok"],
      ["HTTP/1.1 302 Found\r\nLocation: /a\r\nLocation: /b\r\nContent-Length: 2\r\n\r\nok", 302, "ok"],
      ["HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/\r\nLocation: /b\r\nContent-Length: 2\r\n\r\nok", 302, "ok"],
    ].map(([answer, code, body]) => [way, env, answer, code, body] as const),
  ),
)("reads unusual responses: %s %j %j", async (_, env, answer, code, body) => {
  const port = await rawServer(String(answer));
  const outcome = await send(request(`http://127.0.0.1:${port}`), optionsOf(env));
  if (outcome.kind !== "exited") throw new Error(JSON.stringify(outcome));
  expect([outcome.code, outcome.stdout.toString()]).toEqual([code, body]);
});

it.each(ways.flatMap(([way, env]) => ["GET", "DELETE", "OPTIONS", "POST"].map((method) => [way, method, env] as const)))(
  "sends a body with its length: %s, %s",
  async (_, method, env) => {
    const server = await webServer(echo);
    const parts = { method, body: { kind: "text", text: "größe" } as const };
    const seen = await echoed(request(server.url, parts), optionsOf(env));
    expect([seen.body, seen.headers["content-length"], seen.headers["transfer-encoding"]]).toEqual(["größe", "7", undefined]);
    const empty = await echoed(request(server.url, { method }), optionsOf(env));
    expect([empty.body, empty.headers["content-length"]]).toEqual(["", method === "POST" ? "0" : undefined]);
  },
);

it.each(ways.flatMap(([way, env]) => ["transfer-encoding", "upgrade", "expect", "keep-alive"].map((name) => [way, name, env] as const)))(
  "sends no header that describes the connection: %s, %s",
  async (_, name, env) => {
    const server = await webServer(echo);
    const outcome = await send(request(server.url, { headers: { [name]: "chunked" } }), optionsOf(env));
    const reason = `a request can't have the header ${name}`;
    expect(outcome).toEqual({ kind: "unstartable", message: `The request to 127.0.0.1:${server.port} failed: ${reason}.` });
    expect(server.seen).toEqual([]);
  },
);

it.each(["nonsense", "ftp://127.0.0.1"])("says so where the proxy is %s", async (proxy) => {
  const outcome = await send(request("http://far.example.org/"), { ...options, env: { HTTP_PROXY: proxy } });
  expect(outcome).toEqual({
    kind: "unstartable",
    message: expect.stringContaining("the proxy that HTTP_PROXY or HTTPS_PROXY names is not the address of a proxy"),
  });
});

it("goes through the proxy that the environment names, which resolves the name, and not where NO_PROXY says so", async () => {
  const server = await webServer(echo);
  const asked: string[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    asked.push(request.url ?? "");
    const onward = connect(server.port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => {});
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as { port: number };
  const env = { HTTP_PROXY: `http://127.0.0.1:${port}`, no_proxy: "direct.example.org" };
  const through = request("http://far.example.org/x", { allowPrivate: [] });
  const failing = { resolve: () => expect.unreachable("the proxy resolves the name") };
  expect((await echoed(through, { env, ...failing })).headers.host).toBe("far.example.org");
  expect(asked).toEqual(["far.example.org:80"]);
  for (const url of ["http://127.0.0.1/", "http://localhost/", "http://[::1]/", "http://0x7f000001/"])
    expect(await send(request(url, { allowPrivate: [] }), { ...options, env, ...failing })).toMatchObject({ kind: "unstartable" });
  const direct = await send(request(`http://direct.example.org:${server.port}/`), {
    ...options,
    env,
    resolve: (_host, _options, callback) => callback(null, [{ address: "127.0.0.1", family: 4 }]),
  });
  expect(direct).toMatchObject({ kind: "exited", code: 200 });
  expect(asked.length).toBe(1);
  proxy.close();
  proxy.closeAllConnections();
});
