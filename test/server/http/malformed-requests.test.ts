import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { builtProject } from "../../kit/project.js";
import { servedOverHttp } from "./connect-http.js";
import { asClient, modernHeaders, modernMeta } from "./send.js";

let project: string;
beforeAll(() => {
  project = builtProject({
    "tools.d/show.yaml":
      "name: show\ndescription: d\nkind: read\nschema: { properties: { value: true } }\ncommand: [printf, '%s', '{{json value}}']\n",
    "tools.d/slow.yaml": "name: slow\ndescription: d\nkind: read\nshell: echo one; sleep 0.3; echo two\n",
  });
});

/** Sends bytes, and returns everything that the server sends until it closes the connection. */
async function exchange(url: string, bytes: string | Buffer): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(bytes);
  return text(socket).catch(() => "");
}

const head = (headers: object, start = "POST /mcp HTTP/1.1") =>
  `${start}\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}\r\n`;

/** A request after which the client wants the connection closed. */
function request(body: string | Buffer, headers: object = asClient): Buffer {
  const own = { host: "localhost", connection: "close", ...headers, "content-length": Buffer.byteLength(body) };
  return Buffer.concat([Buffer.from(head(own)), Buffer.from(body)]);
}

/** The status of an answer, and the code of its error. */
function outcome(answer: string): readonly [status: number, code: number | undefined] {
  const json = /\{"[\s\S]*\}/.exec(answer.slice(answer.indexOf("\r\n\r\n")))?.[0];
  return [Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), json === undefined ? undefined : JSON.parse(json).error?.code];
}

const callOf = (value: string, isModern: boolean) => {
  const meta = isModern ? `,"_meta":${JSON.stringify(modernMeta)}` : "";
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"show","arguments":{"value":${value}}${meta}}}`;
};
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

const eras = [
  ["up to 2025-11-25", asClient, false],
  ["of 2026-07-28", modernHeaders("show"), true],
] as const;

it.each(eras)("refuses bodies that are no message of clients %s, and goes on", async (_era, headers, isModern) => {
  const { url } = await servedOverHttp(project);
  const call = (value: string) => callOf(value, isModern);
  const unreadable = ["", "{", "\0\0\0", `${call("1")}x`, call("NaN"), call("01"), Buffer.from(call("1"), "utf16le"), "\x1f\x8b\x08gzip"];
  const invalid = ["null", "1", '"a"', "[]", "[1]", "[[]]", "{}", '{"jsonrpc":"2.0"}', '{"jsonrpc":"2.0","id":{},"method":"ping"}'];
  for (const body of unreadable) expect([body, outcome(await exchange(url, request(body, headers)))]).toEqual([body, [400, -32700]]);
  for (const body of invalid) expect([body, outcome(await exchange(url, request(body, headers)))]).toEqual([body, [400, -32600]]);
  expect(await exchange(url, request(call('"still there"'), headers))).toContain("still there");
});

it.each(eras)("refuses bytes that aren't UTF-8, rather than call with another value (clients %s)", async (_era, headers, isModern) => {
  const { url } = await servedOverHttp(project);
  const body = Buffer.from(callOf('"a\xffb"', isModern), "latin1");
  const answer = await exchange(url, request(body, headers));
  expect(outcome(answer)).toEqual([400, -32700]);
  expect(answer).toContain("not UTF-8");
});

it.each(eras)("calls nothing for values of any depth, and overflows no stack (clients %s)", async (_era, headers, isModern) => {
  const { url } = await servedOverHttp(project);
  for (const levels of [201, 5000, 500_000]) {
    const answer = await exchange(url, request(callOf(nested(levels), isModern), headers));
    expect([levels, outcome(answer)[0]]).toEqual([levels, 200]);
    expect(answer).toMatch(/arguments are nested (?:more than 200 levels deep|too deeply)/);
  }
  expect(outcome(await exchange(url, request(nested(1_000_000), headers)))).toEqual([400, -32600]);
  expect(await exchange(url, request(callOf("1e999", isModern), headers))).toContain("too large");
});

it("refuses a body beyond the limit whose length it isn't told, as soon as it is", async () => {
  const { url } = await servedOverHttp(project);
  const start = head({ host: "localhost", ...asClient, "transfer-encoding": "chunked" });
  // It never ends.
  const answer = await exchange(url, start + `${(0x100000).toString(16)}\r\n${" ".repeat(0x100000)}\r\n`.repeat(5));
  expect(outcome(answer)[0]).toBe(413);
});

it("refuses requests that could be read in two ways", async () => {
  const { url } = await servedOverHttp(project);
  const host = { host: "localhost", ...asClient };
  for (const headers of [
    { ...host, "transfer-encoding": "chunked", "content-length": 5 },
    { ...host, "content-length": -1 },
    { ...host, "content-length": "1\r\ncontent-length: 2" },
    asClient,
  ])
    expect([headers, outcome(await exchange(url, head(headers)))[0]]).toEqual([headers, 400]);
  const badChunk = head({ ...host, "transfer-encoding": "chunked" });
  expect(outcome(await exchange(url, `${badChunk}zz\r\n`))[0]).toBe(400);
});

it.each(["PUT", "PATCH", "OPTIONS", "TRACE", "PROPFIND"])("answers the method %s with what it takes, and reads no body", async (method) => {
  const { url, logged } = await servedOverHttp(project);
  const headers = { host: "localhost", "content-length": 1_000_000 };
  expect(await exchange(url, head(headers, `${method} /mcp HTTP/1.1`))).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: POST/);
  expect(logged).toEqual([]);
});

it.each([
  ["a call of 2025", request(callOf("1", false))],
  ["a batch of calls", request(`[${callOf("1", false)},${callOf("2", false)}]`)],
  ["a call of 2026-07-28", request(callOf("1", true), modernHeaders("show"))],
  [
    "events of 2026-07-28",
    request(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"slow","_meta":${JSON.stringify({ ...modernMeta, progressToken: 1 })}}}`,
      modernHeaders("slow"),
    ),
  ],
])("closes the connection after the answer to %s if its client asks for that", async (_what, bytes) => {
  const { url } = await servedOverHttp(project);
  // An answer is whole only when the connection is closed.
  const answer = await exchange(url, bytes);
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*connection: close\r\n/i);
  expect(answer).toContain('"result"');
});

it("refuses a request with several Host headers, of which a proxy may have checked another", async () => {
  const { url } = await servedOverHttp(project);
  const call = callOf("1", false);
  const twice = request(call).toString().replace("host: localhost\r\n", "host: localhost\r\nHost: evil.example\r\n");
  expect(outcome(await exchange(url, twice))[0]).toBe(400);
});
