import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { eventually } from "../../kit/eventually.js";
import { projectOf } from "../../kit/project.js";
import { program, toolgen } from "../../kit/toolgen.js";
import { asClient, callOf, send } from "../http/send.js";
import { initialize, initialized, serverHere } from "../raw-server.js";
import { startCollector } from "../telemetry/collector.js";

let project: string;
beforeAll(() => {
  project = projectOf({
    "toolgen.yaml": "version: 1\nfeatures: [telemetry]\n",
    "tools.d/hi.yaml": "name: hi\ndescription: d\nkind: read\nrisk: safe\ncommand: [echo, hello]\n",
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

const commands = [
  ["server.cjs", ["generated/mcp/server.cjs"]],
  ["toolgen mcp", [program, "mcp"]],
] as const;

/** Starts a server over HTTP, and returns the lines of its standard error. */
async function started(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [...args, "--http", "127.0.0.1:0"], {
    cwd: project,
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: "/nonexistent", ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  expect(await eventually(() => lines.length > 0)).toBe(true);
  const url = /http:[^\s"]+/.exec(lines[0] ?? "")?.[0] ?? "";
  const end = async () => {
    child.kill("SIGTERM");
    await once(child, "close");
    return lines;
  };
  return { url, end };
}

it.each(commands)("%s over HTTP logs a JSON object a line", async (_name, args) => {
  const { url, end } = await started(args);
  await send(url, { headers: asClient, body: callOf("hi", {}, "x\n{}\u009b") });
  await send(url, { headers: asClient, body: "no JSON\u202e" });
  const records = (await end()).map((line) => JSON.parse(line));
  for (const { time } of records) expect(new Date(time).toISOString()).toBe(time);
  expect(records.map(({ level, message, outcome, request }) => [level, message, outcome, request])).toEqual(
    expect.arrayContaining([
      ["info", `listens on ${url}`, undefined, undefined],
      ["info", "tools/call", "ok", "x\n{}\u009b"],
      ["info", "request refused", undefined, undefined],
      ["info", "finishes running calls and ends", undefined, undefined],
    ]),
  );
});

it.each(commands)("%s logs text, and less, when it is told to", async (_name, args) => {
  const { url, end } = await started([...args, "--log-format", "text"]);
  await send(url, { headers: asClient, body: callOf("hi", {}, 7) });
  const lines = await end();
  expect(lines[0]).toBe(`toolgen mcp: listens on ${url}`);
  expect(lines[1]).toMatch(/^toolgen mcp: tools\/call tool=hi request=7 outcome=ok ms=\d+$/);
  const child = spawn(process.execPath, [...args, "--http", "no address", "--log-level", "error"], { cwd: project });
  const [said] = await once(child.stderr, "data");
  expect(String(said)).toContain("is not an address");
});

it("logs over standard input and output what people should know, as text, and calls when it is told to", async () => {
  for (const [args, expected] of [
    [[], /^$/],
    [["--log-level", "info"], /^toolgen mcp: tools\/call tool=hi request=1 outcome=ok ms=\d+\n$/],
    [["--log-level", "info", "--log-format", "json"], /^\{"time":"[^"]+","level":"info","message":"tools\/call","tool":"hi",.*\}\n$/],
  ] as const) {
    const server = serverHere(project, { args });
    const answer = server.answer(1);
    server.send(initialize, initialized, { id: 1, method: "tools/call", params: { name: "hi", arguments: {} } });
    await answer;
    expect((await server.end()).stderr).toMatch(expected);
  }
});

it("logs the ids of a call's trace if telemetry is on", async () => {
  const collector = await startCollector();
  const { url, end } = await started(["generated/mcp/server.cjs"], { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
  const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "hi", arguments: {}, _meta: { traceparent } } };
  await send(url, { headers: asClient, body: JSON.stringify(body) });
  const call = (await end()).map((line) => JSON.parse(line)).find(({ message }) => message === "tools/call");
  expect(call).toMatchObject({ trace_id: "0af7651916cd43dd8448eb211c80319c", span_id: expect.stringMatching(/^[\da-f]{16}$/) });
});
