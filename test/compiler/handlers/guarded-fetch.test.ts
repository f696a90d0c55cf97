import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { echo, webServer } from "../../call/http/web-server.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { warmToolgenAsync } from "../../kit/warm-toolgen.js";

const spec = `name: ask
description: Asks a server.
kind: fetch
schema: { properties: { url: { type: string }, allowed: { type: string } }, required: [url] }
handler: ../ask.ts#ask
`;
const handler = `import { FetchError, guardedFetch, type HandlerContext } from "toolgen/runtime";

export async function ask({ url, allowed }: { url: string; allowed?: string }, { signal }: HandlerContext) {
  try {
    const { status, body, ...more } = await guardedFetch(url, {
      method: "POST",
      headers: { "Content-Type": "text/plain", "X-One": "1" },
      body: "grün",
      mostBytes: 300,
      signal,
      ...(allowed !== undefined && { allowPrivate: [allowed] }),
    });
    return { status, seen: body.toString(), url: more.url, type: more.headers["content-type"], isCut: more.isCut };
  } catch (error) {
    if (error instanceof FetchError) return { isPrivate: error.isPrivate, says: error.message };
    throw error;
  }
}
`;

/** The tool's result, by the built program. */
async function askBuilt(project: string, params: object): Promise<unknown> {
  const command = [join(project, "generated/bin/call"), "ask"];
  const child = spawn(process.execPath, command, { cwd: project, stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(params));
  const [printed] = await Promise.all([text(child.stdout), once(child, "close")]);
  return JSON.parse(printed);
}

/** The same by `toolgen call`. */
async function askWarm(project: string, params: object): Promise<unknown> {
  const request = { folder: project, args: ["call", "ask"], environment: process.env, input: JSON.stringify(params) };
  return JSON.parse((await warmToolgenAsync(request)).stdout);
}

it("sends requests of handlers by the rules of `http`, from what was built and from the specs", async () => {
  const server = await webServer(echo);
  const moved = await webServer((_request, response) => response.writeHead(307, { location: `${server.url}/moved` }).end(), "127.0.0.2");
  const project = projectOf({ "tools.d/ask.yaml": spec, "ask.ts": handler });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  for (const ask of [askBuilt, askWarm]) {
    const before = server.seen.length;
    expect(await ask(project, { url: `${server.url}/a#b` })).toEqual({
      isPrivate: true,
      says: expect.stringContaining("127.0.0.1 is no public address"),
    });
    expect(server.seen.length).toBe(before);
    expect(await ask(project, { url: `${server.url}/a#b`, allowed: "127.0.0.1" })).toMatchObject({
      status: 200,
      url: `${server.url}/a`,
      type: "application/json",
      isCut: false,
      seen: expect.stringMatching(/"method":"POST","url":"\/a".*"content-type":"text\/plain".*"x-one":"1".*"body":"grün"/),
    });
    // Behind a redirect, the next host is checked again.
    expect(await ask(project, { url: moved.url, allowed: "127.0.0.2" })).toMatchObject({ isPrivate: true });
    expect(await ask(project, { url: moved.url, allowed: "127.0.0.0/8" })).toMatchObject({ url: `${server.url}/moved` });
    expect(await ask(project, { url: "ftp://example.org/" })).toMatchObject({
      isPrivate: false,
      says: expect.stringContaining("is not an http or https address"),
    });
  }
});

it("writes what sends requests only where a handler does", () => {
  const plain = handler
    .replace(/import [^;]+;/, 'import type { HandlerContext } from "toolgen/runtime";')
    .replace(/\{\n {2}try[\s\S]*$/, "{ return [url, allowed, signal.aborted]; }\n");
  const project = projectOf({ "tools.d/ask.yaml": spec, "ask.ts": plain });
  const isThere = () => existsSync(join(project, "generated/bin/http.cjs"));
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect(isThere()).toBe(false);
});
