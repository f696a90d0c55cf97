import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from "node:net";
import { afterAll } from "vitest";

/** A request as a server saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface WebServer {
  readonly port: number;
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly seen: readonly Seen[];
}

export type Answer = (request: Seen, response: ServerResponse) => void;

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

/** Both clients, without a proxy: in the second environment, `NO_PROXY` excludes all hosts from it. */
export const ways = [
  ["Node's client", {}],
  ["undici", { HTTP_PROXY: "http://127.0.0.1:1", NO_PROXY: "*" }],
] as const;

/** Options of a request in an environment. */
export const optionsOf = (env: Readonly<Record<string, string>>) => ({
  timeoutMs: 20_000,
  signal: new AbortController().signal,
  env,
});

/** A server on a loopback address until the tests of the file are over. */
export async function webServer(answer: Answer, host = "127.0.0.1"): Promise<WebServer> {
  const seen: Seen[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const { method = "", url = "", headers } = request;
        const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
        seen.push(one);
        answer(one, response);
      });
  };
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://${host}:${port}`, seen };
}

/** Answers with what was asked. */
export const echo: Answer = (request, response) => {
  response.setHeader("content-type", "application/json").end(JSON.stringify(request));
};

const socketServers: SocketServer[] = [];
afterAll(() => {
  for (const server of socketServers) server.close();
});

/** A server that answers each request with these bytes and ends the connection. Returns its port. */
export async function rawServer(answer: string): Promise<number> {
  const server = createSocketServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(answer));
  });
  socketServers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
