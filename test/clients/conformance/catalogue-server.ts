import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { builtProject } from "../../kit/project.js";

const fixture = fileURLToPath(new URL("fixture", import.meta.url));

/** A fresh copy of the catalogue, built. */
export function builtCatalogue(): string {
  const files = readdirSync(fixture, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(fixture, join(parentPath, name)));
  return builtProject(Object.fromEntries(paths.sort().map((path) => [path, readFileSync(join(fixture, path))])));
}

/** Starts a project's server over HTTP until the test is finished. Returns its address. */
export async function startHttpServer(server: string, project: string, more: readonly string[] = []): Promise<string> {
  const child = spawn(process.execPath, [server, "--http", "127.0.0.1:0", ...more], {
    cwd: project,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill());
  const [printed] = await once(child.stderr, "data");
  child.stderr.resume();
  return /listens on ([^\s"]+)/.exec(String(printed))?.[1] ?? "";
}

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> };
}

const isModern = ({ params }: Message) => params?._meta?.["io.modelcontextprotocol/protocolVersion"] !== undefined;

const event = (message: object) => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

/** A process of the server, and the HTTP responses that still wait for an answer of it. */
class Connection {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #open = new Map<unknown, { readonly id: unknown; readonly response: ServerResponse }>();
  #requests = 0;

  constructor(command: readonly string[], cwd: string) {
    this.#child = spawn(process.execPath, command, { cwd, stdio: "pipe" });
    this.#child.stderr.resume();
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#receive(line));
  }

  send(message: Message, response: ServerResponse, headers: Readonly<Record<string, string>>): void {
    // An answer to the server, or a notification.
    if (message.method === undefined || message.id === undefined) {
      this.#write(message);
      response.writeHead(202).end();
      return;
    }
    // Requests of different clients may have the same id.
    const id = this.#requests++;
    this.#open.set(id, { id: message.id, response });
    response.writeHead(200, { "content-type": "text/event-stream", ...headers }).flushHeaders();
    response.on("close", () => {
      if (this.#open.delete(id)) this.#write({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } });
    });
    this.#write({ ...message, id });
  }

  end(): void {
    this.#child.stdin.end();
  }

  #write(message: object): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** A message that isn't an answer belongs to the subscription that it names, or to the latest request. */
  #receive(line: string): void {
    const message = JSON.parse(line) as Message;
    if (message.method !== undefined) {
      const subscription = message.params?._meta?.["io.modelcontextprotocol/subscriptionId"];
      const open = [...this.#open].find(([id]) => String(id) === String(subscription))?.[1];
      (subscription === undefined ? [...this.#open.values()].at(-1) : open)?.response.write(event(message));
      return;
    }
    const asked = this.#open.get(message.id);
    this.#open.delete(message.id);
    asked?.response.end(event({ ...message, id: asked.id }));
  }
}

/**
 * Lets a suite that speaks HTTP test a server on standard input and output. Each session has a process of its own, and
 * requests of 2026-07-28, which knows no sessions, share one. HTTP itself is the bridge's: it checks nothing.
 */
export async function stdioBridge(command: readonly string[], cwd: string): Promise<{ readonly url: string; close(): void }> {
  const sessions = new Map<string, Connection>();
  const modern = new Connection(command, cwd);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const session = String(request.headers["mcp-session-id"]);
    const known = sessions.get(session);
    if (request.method === "DELETE") {
      known?.end();
      response.writeHead(sessions.delete(session) ? 200 : 404).end();
    } else if (request.method !== "POST") response.writeHead(405).end();
    else {
      const message = JSON.parse(await text(request)) as Message;
      if (known !== undefined) known.send(message, response, {});
      else if (isModern(message)) modern.send(message, response, {});
      else if (message.method === "initialize") {
        const id = randomUUID();
        const connection = new Connection(command, cwd);
        sessions.set(id, connection);
        connection.send(message, response, { "mcp-session-id": id });
      } else response.writeHead(404).end();
    }
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close: () => {
      for (const connection of [modern, ...sessions.values()]) connection.end();
      server.close();
      server.closeAllConnections();
    },
  };
}
