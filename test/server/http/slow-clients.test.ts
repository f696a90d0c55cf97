import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { httpLimits } from "../../../src/server/http/serve-http.js";
import { builtProject } from "../../kit/project.js";
import { repeat } from "../../kit/repeat.js";
import { servedOverHttp } from "./connect-http.js";
import { asClient, callOf, send } from "./send.js";

let project: string;
beforeAll(() => {
  project = builtProject({ "tools.d/echo.yaml": "name: echo\ndescription: d\nkind: read\ncommand: [echo, hello]\n" });
});

/** A client that never ends its request: it sends a piece at a time for as long as the server lets it. */
function trickle(port: number, start: string, piece: string): { readonly answer: Promise<string> } {
  const socket: Socket = connect(port, "127.0.0.1", () => socket.write(start));
  const timer = setInterval(() => socket.writable && socket.write(piece), 100);
  socket.on("error", () => {}).on("close", () => clearInterval(timer));
  onTestFinished(() => void socket.destroy());
  return { answer: text(socket).catch(() => "") };
}

const begin = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n";
const body = "Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000000\r\n\r\n";

it("ends requests whose headers or bodies come slowly, and answers others meanwhile", async () => {
  const limits = { headersTimeout: 1000, requestTimeout: 2000, connectionsCheckingInterval: 50 };
  const { url } = await servedOverHttp(project, { limits });
  const port = Number(new URL(url).port);
  const slow = [
    ...Array.from({ length: repeat({ usual: 20, soak: 100 }) }, () => trickle(port, begin, "X-More: a\r\n")),
    ...Array.from({ length: repeat({ usual: 5, soak: 20 }) }, () => trickle(port, begin + body, " ")),
  ];
  // On a busy machine this request may be as slow.
  const call = async () => {
    let answer = await send(url, { headers: asClient, body: callOf("echo", {}) });
    for (let tries = 0; tries < 20 && answer.status === 408; tries++)
      answer = await send(url, { headers: asClient, body: callOf("echo", {}) });
    return answer;
  };
  expect(await call()).toMatchObject({ status: 200, body: expect.stringContaining("hello") });
  const answers = await Promise.all(slow.map(({ answer }) => answer));
  expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(["HTTP/1.1 408"]));
  expect(await call()).toMatchObject({ status: 200 });
});

it("gives headers ten seconds and bodies a minute, and keeps connections a little longer than balancers do", () => {
  expect(httpLimits).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    connectionsCheckingInterval: 5_000,
    maxHeaderSize: 16 * 1024,
  });
});
