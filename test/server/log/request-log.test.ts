import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { tokenFile } from "../../../src/server/http/token-file.js";
import type { LogFields, LogLevel } from "../../../src/server/log.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";
import { servedOverHttp } from "../http/connect-http.js";
import { asClient, callOf, send } from "../http/send.js";

let project: string;
beforeAll(() => {
  project = projectOf({
    "tools.d/echo.yaml":
      "name: echo\ndescription: d\nkind: read\nrisk: safe\nscopes: [speak]\nschema: { properties: { text: { type: string } }, required: [text] }\ncommand: [printf, '%s', '{{text}}']\n",
    "tools.d/fail.yaml": "name: fail\ndescription: d\nkind: read\nrisk: safe\nshell: exit 3\n",
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
  const hash = createHash("sha256").update("right").digest("hex");
  writeFileSync(join(project, "tokens"), `alice sha256:${hash} scope:speak\nbob sha256:${hash.replace(/^./, "0")}\n`);
});

/** A server with a log, and what it has logged. */
async function logged(logLevel?: LogLevel) {
  const records: ({ readonly message: string } & LogFields)[] = [];
  const { url } = await servedOverHttp(project, {
    tokens: tokenFile(join(project, "tokens")),
    ...(logLevel && { logLevel }),
    log: (message, fields = {}) => records.push({ message, ...fields }),
  });
  const request = (body: string, token = "right", path = "") =>
    send(`${url}${path}`, { headers: { ...asClient, authorization: `Bearer ${token}` }, body });
  return { records, request };
}

const secret = "value-of-an-argument";

it("logs a call with its tool, its caller, its request, its outcome and its duration, and nothing of its arguments", async () => {
  const { records, request } = await logged("info");
  await request(callOf("echo", { text: secret }, "first"));
  await request(callOf("fail", {}, 2));
  await request(callOf(secret, {}, 3));
  await request(JSON.stringify({ jsonrpc: "2.0", id: 4, method: "tools/list", params: {} }));
  const common = { message: "tools/call", level: "info", principal: "alice", ms: expect.any(Number) };
  expect(records).toEqual([
    { ...common, tool: "echo", request: "first", outcome: "ok" },
    { ...common, tool: "fail", request: 2, outcome: "tool_error" },
    { ...common, request: 3, outcome: "-32602" },
  ]);
  expect(JSON.stringify(records)).not.toContain(secret);
});

it("logs other requests when it is told to, and none by itself", async () => {
  const [all, none] = [await logged("debug"), await logged()];
  for (const { request } of [all, none]) {
    await request(JSON.stringify({ jsonrpc: "2.0", id: "x".repeat(5000), method: "tools/list", params: {} }));
    await request(callOf("fail", {}));
    await request("{}", "wrong");
  }
  expect(all.records.map(({ message, level }) => [message, level])).toEqual([
    ["tools/list", "debug"],
    ["tools/call", "info"],
    ["request refused", "info"],
  ]);
  expect(String(all.records[0]?.request)).toHaveLength(100);
  expect(none.records).toEqual([]);
});

it("logs requests that it refuses, without tokens", async () => {
  const { records, request } = await logged("info");
  await request(callOf("echo", { text: secret }), "wrong-token", "?access_token=in-the-query");
  await request("no JSON");
  const about = { message: "request refused", level: "info", method: "POST", path: "/mcp", address: "127.0.0.1" };
  expect(records.filter(({ message }) => message === "request refused")).toEqual([
    { ...about, status: 401 },
    { ...about, status: 400 },
  ]);
  for (const hidden of ["wrong-token", "in-the-query", "right", secret]) expect(JSON.stringify(records)).not.toContain(hidden);
});
