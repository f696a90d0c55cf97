import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, expect, it } from "vitest";
import { readRequestBody } from "../../../src/server/http/http-exchange.js";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server whose requests are read up to ten bytes; `read` has what became of each. */
async function reading() {
  const read: Promise<unknown>[] = [];
  let onRequest: (() => void) | undefined;
  const server = createServer((request: IncomingMessage, response) => {
    const body = readRequestBody(request, 10);
    read.push(body.catch((error: unknown) => error));
    onRequest?.();
    void body.then(
      (answer) => response.writeHead(200, { connection: "close" }).end(answer === undefined ? "too large" : JSON.stringify(answer.json)),
      () => {},
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const begun = new Promise<void>((resolve) => {
    onRequest = resolve;
  });
  return { port, read, begun };
}

function post(port: number, chunks: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: "127.0.0.1", method: "POST", headers: { "transfer-encoding": "chunked" } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.once("end", () => resolve(text));
    });
    sent.once("error", reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}

it("reads a body of several pieces as one", async () => {
  const { port } = await reading();
  expect(await post(port, ['{"a"', ":1}"])).toBe('{"a":1}');
});

it("answers a body that becomes too large while it is sent", async () => {
  const { port } = await reading();
  expect(await post(port, ["12345", "678901"])).toBe("too large");
});

it("rejects if the connection closes before the end of the body", async () => {
  const { port, read, begun } = await reading();
  const client = connect(port, "127.0.0.1", () => client.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n[1"));
  await begun;
  client.destroy();
  expect(await read[0]).toBeInstanceOf(Error);
});
