import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { echo, type WebServer, webServer } from "../../call/http/web-server.js";
import { toolgen } from "../../kit/toolgen.js";
import { type Client, startClient } from "./client.js";
import { makeProject } from "./project.js";

let client: Client;
let server: WebServer;

beforeAll(async () => {
  server = await webServer((seen, response) => {
    if (seen.url.startsWith("/refuse")) response.writeHead(403).end(`not with ${seen.headers.authorization}`);
    else echo(seen, response);
  });
  const project = makeProject();
  const spec = `name: ask_server
description: Ask the server.
kind: fetch
schema: { properties: { path: { type: string, description: What. }, size: { type: integer } }, required: [path] }
aliases: { path: [file] }
http: { url: "${server.url}/{{path}}", query: { size: "{{size}}" }, allowPrivate: [127.0.0.1] }
`;
  writeFileSync(join(project, "tools.d", "http.yaml"), spec);
  const { status, stderr } = toolgen(project, ["build"]);
  if (status !== 0) throw new Error(stderr);
  client = await startClient(project);
  await client.discover();
});
afterAll(() => {
  client?.stop();
});

it("hands the answer to a request to the model, without a byte on standard error", async () => {
  const { llmContent, error } = await client.call("ask_server", { file: "a/ä b", size: "3" });
  expect(error).toBeUndefined();
  expect(JSON.parse(llmContent)).toMatchObject({ method: "GET", url: "/a%2F%C3%A4%20b?size=3" });
});

it("tells the model of a status that is a failure, and of what came with it", async () => {
  const { llmContent, error } = await client.call("ask_server", { path: "refuse" });
  expect(error?.type).toBe("discovered_tool_execution_error");
  for (const part of ["403 Forbidden", "not with undefined"]) expect(llmContent).toContain(part);
});
