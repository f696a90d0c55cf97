import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { eventually, patience } from "../../kit/eventually.js";
import { builtProject } from "../../kit/project.js";
import { temporaryCopy } from "../../kit/temporary-folder.js";
import { program } from "../../kit/toolgen.js";
import { startIssuer } from "./issuer.js";
import { asClient, callOf, send } from "./send.js";

let project: string;
beforeAll(() => {
  project = builtProject({
    "toolgen.yaml": "version: 1\nfeatures: [oauth]\n",
    "tools.d/echo.yaml":
      "name: echo\ndescription: d\nkind: read\nschema: { properties: { text: { type: string } }, required: [text] }\ncommand: [printf, '%s', '{{text}}']\n",
    "tools.d/wait.yaml":
      "name: wait\ndescription: d\nkind: read\nshell: echo x >> started; until [ -e go ]; do sleep 0.05; done; echo done\n",
  });
});

const servers = [
  ["generated/mcp/server.cjs", ["generated/mcp/server.cjs"]],
  ["toolgen mcp", [program, "mcp"]],
] as const;

it.each(servers)("%s listens, says where, and ends by itself when it is told to", async (_name, args) => {
  const child = spawn(process.execPath, [...args, "--http", "127.0.0.1:0"], { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stderr, "data");
  const url = /listens on ([^\s"]+)/.exec(String(said))?.[1] ?? "";
  const ready = await fetch(url.replace(/mcp$/, "readyz"));
  expect([ready.status, await ready.text()]).toEqual([200, "ready\n"]);
  const output = text(child.stdout);
  child.kill("SIGTERM");
  const [code, signal] = await once(child, "close");
  expect({ code, signal, output: await output }).toEqual({ code: 0, signal: null, output: "" });
});

it.each(servers)("%s refuses a session's new call after SIGTERM, says what to do, and finishes the running one", async (_name, args) => {
  const folder = temporaryCopy(project);
  const child = spawn(process.execPath, [...args, "--http", "127.0.0.1:0", "--sessions"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stderr, "data");
  const url = /listens on ([^\s"]+)/.exec(String(said))?.[1] ?? "";
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  const begun = await send(url, { headers: asClient, body });
  const headers = { ...asClient, "mcp-session-id": String(begun.headers["mcp-session-id"]) };
  const running = send(url, { headers, body: callOf("wait", {}, 1) });
  expect(await eventually(() => existsSync(join(folder, "started")))).toBe(true);
  child.kill("SIGTERM");
  await vi.waitFor(async () => expect((await fetch(url.replace(/mcp$/, "readyz"))).status).toBe(503), patience);
  const whatToDo = "The server is ending, and the call was not run. Connect again in a few seconds, and send it again.";
  const inSession = await send(url, { headers, body: callOf("echo", { text: "late" }, 2) });
  expect(inSession.status).toBe(200);
  expect(JSON.parse(inSession.body.replace(/^[\s\S]*data: /, ""))).toMatchObject({ id: 2, error: { code: -32000, message: whatToDo } });
  const outside = await send(url, { headers: asClient, body: callOf("echo", { text: "late" }, 3) });
  expect(outside).toMatchObject({ status: 503, headers: { "retry-after": "1" }, body: expect.stringContaining(whatToDo) });
  const ended = once(child, "close");
  writeFileSync(join(folder, "go"), "");
  expect(await running).toMatchObject({ status: 200, body: expect.stringContaining("done") });
  expect(await ended).toEqual([0, null]);
});

it.each(servers)("%s takes an issuer's tokens", async (_name, args) => {
  const audience = "https://tools.example/mcp";
  const issuer = await startIssuer({ audience });
  const oauth = ["--oauth-issuer", issuer.url, "--oauth-audience", audience];
  const child = spawn(process.execPath, [...args, "--http", "127.0.0.1:0", ...oauth], {
    cwd: project,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stderr, "data");
  const url = /listens on ([^\s"]+)/.exec(String(said))?.[1] ?? "";
  const body = callOf("echo", { text: "hello" });
  expect(await send(url, { headers: asClient, body })).toMatchObject({ status: 401 });
  const headers = { ...asClient, authorization: `Bearer ${await issuer.token()}` };
  expect(await send(url, { headers, body })).toMatchObject({ status: 200, body: expect.stringContaining("hello") });
});

it("reads the code that verifies an issuer's tokens only where there is an issuer", async () => {
  const copy = temporaryCopy(project);
  rmSync(join(copy, "generated/mcp/oauth.cjs"));
  const start = (more: readonly string[]) => {
    const child = spawn(process.execPath, ["generated/mcp/server.cjs", "--http", "127.0.0.1:0", ...more], {
      cwd: copy,
      stdio: ["ignore", "ignore", "pipe"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    return child;
  };
  expect(String((await once(start([]).stderr, "data"))[0])).toContain("listens on");
  const withIssuer = start(["--oauth-issuer", "http://127.0.0.1:9", "--oauth-audience", "https://tools.example/mcp"]);
  expect(await text(withIssuer.stderr)).toContain("oauth.cjs");
});

it.each(servers)("%s doesn't start without the tokens that an unset variable should have named", async (_name, args) => {
  const child = spawn(process.execPath, [...args, "--http", "127.0.0.1:0", "--tokens", ""], {
    cwd: project,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = text(child.stderr);
  const [code] = await once(child, "close");
  expect(code).not.toBe(0);
  expect(await said).toContain("--tokens");
});

it.each(servers)("%s doesn't start where strangers would reach it", async (_name, args) => {
  const child = spawn(process.execPath, [...args, "--http", "0.0.0.0:0"], { cwd: project, stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const said = text(child.stderr);
  const [code] = await once(child, "close");
  expect(code).not.toBe(0);
  expect(await said).toContain("callers must authenticate");
});
