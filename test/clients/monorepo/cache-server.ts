import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A shared cache with the part of Turborepo's remote cache API that `turbo` uses: artifacts by their hash, in memory. */
export interface CacheServer {
  readonly url: string;
  /** The artifacts that were stored, and those that were returned, by their hash. */
  readonly stored: ReadonlySet<string>;
  readonly returned: ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

export const token = "a-token-of-this-test";

interface Artifact {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

export async function startCacheServer(): Promise<CacheServer> {
  const artifacts = new Map<string, Artifact>();
  const [stored, returned] = [new Set<string>(), new Set<string>()];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request);
    if (request.headers.authorization !== `Bearer ${token}`) return end(response, 403);
    const path = new URL(request.url ?? "/", "http://cache").pathname;
    if (path === "/v8/artifacts/status") return end(response, 200, JSON.stringify({ status: "enabled" }));
    if (path === "/v8/artifacts/events") return end(response, 200, "{}");
    const hash = /^\/v8\/artifacts\/([0-9a-f]+)$/.exec(path)?.[1];
    if (hash === undefined) return end(response, 404);
    if (request.method === "PUT") {
      artifacts.set(hash, { body, headers: artifactHeaders(request) });
      stored.add(hash);
      return end(response, 200, JSON.stringify({ urls: [] }));
    }
    const artifact = artifacts.get(hash);
    if (artifact === undefined) return end(response, 404);
    if (request.method === "GET") returned.add(hash);
    response.writeHead(200, { ...artifact.headers, "content-length": artifact.body.length });
    response.end(request.method === "HEAD" ? undefined : artifact.body);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}`, stored, returned, close };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function end(response: ServerResponse, status: number, text = ""): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(text);
}

/** How long the task took and its signature, which the client sends and wants back. */
function artifactHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    ["x-artifact-duration", "x-artifact-tag"].flatMap((name) => (typeof headers[name] === "string" ? [[name, headers[name]]] : [])),
  );
}
