import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { program } from "../../kit/toolgen.js";

const architecture = process.arch === "arm64" ? "arm64" : "64";
/** The program itself: the package `turbo` only chooses the one for the platform. */
const turbo = fileURLToPath(new URL(`node_modules/@turbo/linux-${architecture}/bin/turbo`, import.meta.url));

/** `turbo.json` of docs/monorepo.md. */
const turboConfig = {
  tasks: {
    build: { inputs: ["$TURBO_DEFAULT$", "!generated/**"], outputs: ["generated/**"] },
    check: { dependsOn: ["build"], cache: false },
  },
};

/** Writes a monorepo: packages with a spec each, of which some have a handler, and `toolgen` as the root installs it. */
export function writeMonorepo(root: string, packages: number): void {
  const members = Array.from({ length: packages }, (_, i) => `packages/tools-${i}`);
  const manifest = { name: "all-tools", private: true, packageManager: "npm@10.8.2", workspaces: ["packages/*"] };
  write(join(root, "package.json"), JSON.stringify(manifest));
  write(join(root, "turbo.json"), JSON.stringify(turboConfig));
  write(join(root, ".gitignore"), "node_modules\ngenerated\n.toolgen\n.turbo\n");
  write(join(root, "package-lock.json"), JSON.stringify(lockfile(manifest, members)));
  write(join(root, "node_modules/.bin/toolgen"), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(root, "node_modules/.bin/toolgen"), 0o755);
  for (const [i, member] of members.entries()) {
    write(join(root, member, "package.json"), JSON.stringify(packageOf(member)));
    write(join(root, member, "toolgen.yaml"), "version: 1\n");
    write(join(root, member, "tools.d/count.yaml"), specOf(i));
    if (hasHandler(i)) write(join(root, member, "tools.d/count.ts"), `export const count = (): string => "${i}";\n`);
  }
}

const hasHandler = (i: number) => i % 10 === 3;

const specOf = (i: number) => `name: count_${i}
description: Count the things of package ${i}.
kind: read
risk: safe
schema: { properties: { limit: { type: integer, default: ${i}, description: The most to count. } } }
${hasHandler(i) ? "handler: ./count.ts#count" : 'command: [echo, "{{limit}}"]'}
`;

const packageOf = (member: string) => {
  const scripts = { build: "toolgen build", check: "toolgen build --check" };
  return { name: member.replace("packages/", ""), version: "1.0.0", private: true, scripts };
};

const lockfile = (manifest: object, members: readonly string[]) => ({
  name: "all-tools",
  lockfileVersion: 3,
  requires: true,
  packages: {
    "": manifest,
    ...Object.fromEntries(members.map((member) => [member, { version: "1.0.0" }])),
    ...Object.fromEntries(members.map((member) => [`node_modules/${member.replace("packages/", "")}`, { resolved: member, link: true }])),
  },
});

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

interface Ran {
  readonly status: number | null;
  readonly output: string;
}

/** Runs tasks as CI does: with the shared cache, and without one of the machine. The server is in this process, so it must not be blocked. */
export async function runTurbo(root: string, tasks: readonly string[], cache: CacheServer): Promise<Ran> {
  const { NODE_OPTIONS: _, ...own } = process.env;
  const env = {
    ...own,
    ...{ TURBO_API: cache.url, TURBO_TOKEN: token, TURBO_TEAM: "tools" },
    ...{ TURBO_TELEMETRY_DISABLED: "1", TURBO_NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1", HOME: root },
  };
  const options = ["--cache=local:,remote:rw", "--no-daemon", "--concurrency=2", "--output-logs=errors-only", "--no-color"];
  const child = spawn(turbo, ["run", ...tasks, ...options], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const status = await new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve));
  return { status, output };
}

/** A shared cache with the part of Turborepo's remote cache API that `turbo` uses: artifacts by their hash, in memory. */
export interface CacheServer {
  readonly url: string;
  /** The artifacts that were stored, and those that were returned, by their hash. */
  readonly stored: ReadonlySet<string>;
  readonly returned: ReadonlySet<string>;
  readonly close: () => Promise<void>;
}

const token = "a-token-of-this-test";

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
