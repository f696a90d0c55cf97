import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { patience } from "../../kit/eventually.js";
import { projectOf } from "../../kit/project.js";
import { temporaryCopy } from "../../kit/temporary-folder.js";
import { program, toolgen } from "../../kit/toolgen.js";
import { httpClients } from "../http/connect-http.js";
import { asClient, send } from "../http/send.js";
import { initialize, initialized, startServer } from "../raw-server.js";
import { startCollector } from "./collector.js";

let project: string;
beforeAll(() => {
  project = projectOf({
    "toolgen.yaml": "version: 1\nserver: shop\nfeatures: [telemetry]\n",
    "tools.d/echo.yaml":
      "name: echo\ndescription: d\nkind: read\nschema: { properties: { text: { type: string } }, required: [text] }\ncommand: [printf, '%s', '{{text}}']\n",
    "tools.d/fail.yaml": "name: fail\ndescription: d\nkind: read\nshell: exit 3\n",
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});

const server = "generated/mcp/server.cjs";
const clean = { PATH: process.env.PATH ?? "", XDG_CONFIG_HOME: "/nonexistent" };
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

async function over(kind: "stdio" | "http", env: Readonly<Record<string, string>>, work: (client: Calls) => Promise<void>) {
  if (kind === "stdio") {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
    const transport = new StdioClientTransport({ command: process.execPath, args: [server], cwd: project, env: { ...clean, ...env } });
    await client.connect(transport, patience);
    await work(client);
    await client.close();
    return;
  }
  const { child, url } = await startHttp([server], env);
  const client = await httpClients["SDK 2 as of 2026-07-28"]({ url });
  await work({
    callTool: ({ name, arguments: args = {} }) => client.call(name, args),
    listTools: () => client.list(),
  });
  child.kill("SIGTERM");
  expect(await once(child, "close")).toEqual([0, null]);
}

interface Calls {
  callTool(call: { readonly name: string; readonly arguments?: Record<string, unknown> }): Promise<unknown>;
  listTools(): Promise<unknown>;
}

async function startHttp(args: readonly string[], env: object): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [...args, "--http", "127.0.0.1:0"], {
    cwd: project,
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...clean, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stderr, "data");
  return { child, url: /listens on ([^\s"]+)/.exec(String(said))?.[1] ?? "" };
}

const protobuf = ["/v1/metrics application/x-protobuf", "/v1/traces application/x-protobuf"];
const json = ["/v1/metrics application/json", "/v1/traces application/json"];
const mixed = ["/v1/metrics application/json", "/v1/traces application/x-protobuf"];

it.each([
  { kind: "stdio", env: {}, formats: protobuf },
  { kind: "http", env: { OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" }, formats: protobuf },
  { kind: "stdio", env: { OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }, formats: json },
  { kind: "http", env: { OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: "http/json" }, formats: mixed },
] as const)("sends spans and metrics of calls over $kind, without arguments or results, with $env", async ({ kind, env, formats }) => {
  const collector = await startCollector();
  await over(
    kind,
    { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test", ...env },
    async (client) => {
      await client.listTools();
      await client.callTool({ name: "echo", arguments: { text: "private-text" } });
      await client.callTool({ name: "fail" });
      await Promise.resolve(client.callTool({ name: "private-name" })).catch(() => {});
    },
  );
  expect(collector.formats()).toEqual(formats);
  const spans = collector.spans();
  const common = { "mcp.protocol.version": "2026-07-28", "network.transport": kind === "http" ? "tcp" : "pipe" };
  const calls = { ...common, "mcp.method.name": "tools/call", "gen_ai.operation.name": "execute_tool" };
  const span = (name: string) => spans.find((one) => one.name === name);
  expect(span("tools/call echo")).toMatchObject({
    kind: 2,
    status: { code: 0 },
    attributes: { ...calls, "gen_ai.tool.name": "echo", "jsonrpc.request.id": expect.stringMatching(/^\d+$/) },
    resource: { "service.name": "shop", "deployment.environment.name": "test", "service.instance.id": expect.any(String) },
  });
  expect(span("tools/call echo")?.attributes).not.toHaveProperty("error.type");
  expect(span("tools/call fail")).toMatchObject({ status: { code: 2 }, attributes: { ...calls, "error.type": "tool_error" } });
  // A name that a client invents would make as many names of spans.
  expect(span("tools/call")).toMatchObject({ status: { code: 2 }, attributes: { ...calls, "error.type": "-32602" } });
  expect(span("tools/list")).toMatchObject({ attributes: { ...common, "mcp.method.name": "tools/list" } });
  const points = collector.points().filter(({ metric }) => metric === "mcp.server.operation.duration");
  expect(points.find(({ attributes }) => attributes["gen_ai.tool.name"] === "echo")).toMatchObject({
    unit: "s",
    count: 1,
    attributes: calls,
  });
  expect(collector.bodies.join("")).not.toContain("private");
});

it("continues the client's trace, and ignores one that isn't written as W3C says", async () => {
  const collector = await startCollector();
  const { child, url } = await startHttp([program, "mcp"], { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/v1/traces` });
  for (const given of [traceparent, "not-a-trace", 7]) {
    const params = { name: "echo", arguments: { text: "x" }, _meta: { traceparent: given } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    expect(await send(url, { headers: asClient, body })).toMatchObject({ status: 200 });
  }
  child.kill("SIGTERM");
  await once(child, "close");
  const spans = collector.spans().filter(({ name }) => name === "tools/call echo");
  expect(spans).toHaveLength(3);
  expect(spans.filter(({ traceId }) => traceId === "0af7651916cd43dd8448eb211c80319c")).toMatchObject([
    { parentSpanId: "b7ad6b7169203331" },
  ]);
  expect(collector.points()).toEqual([]);
});

it.each([
  ["no variable", {}],
  ["OTEL_SDK_DISABLED", { OTEL_SDK_DISABLED: "true", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }],
  [
    "exporters that are none",
    { OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" },
  ],
])("reads nothing of OpenTelemetry with %s", async (_name, env) => {
  const copy = temporaryCopy(project);
  rmSync(join(copy, "generated/mcp/telemetry.cjs"));
  const raw = startServer(copy, { env });
  raw.send(initialize);
  await raw.answer("first");
  expect(await raw.end()).toMatchObject({ code: 0, stderr: "" });
});

it("serves without the file of OpenTelemetry, and says so", async () => {
  const copy = temporaryCopy(project);
  rmSync(join(copy, "generated/mcp/telemetry.cjs"));
  const raw = startServer(copy, { env: { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" } });
  raw.send(initialize);
  expect(await raw.answer("first")).toHaveProperty("result");
  expect(await raw.end()).toMatchObject({ code: 0, stderr: expect.stringContaining("telemetry can't be sent") });
});

it("answers calls, says once what is wrong, and ends, if the collector isn't there or never answers", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  onTestFinished(() => void silent.close());
  await once(silent, "listening");
  const address = silent.address();
  const { port } = typeof address === "object" && address !== null ? address : { port: 0 };
  for (const endpoint of ["http://127.0.0.1:9", `http://127.0.0.1:${port}`]) {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_BSP_SCHEDULE_DELAY: "10",
      OTEL_METRIC_EXPORT_INTERVAL: "50",
      OTEL_EXPORTER_OTLP_TIMEOUT: "100",
    };
    const raw = startServer(project, { env });
    raw.send(initialize);
    await raw.answer("first");
    raw.send(initialized);
    for (let id = 0; id < 50; id++) {
      raw.send({ id, method: "tools/call", params: { name: "echo", arguments: { text: `${id}` } } });
      expect(JSON.stringify(await raw.answer(id))).toContain(`"${id}"`);
    }
    const { code, stderr } = await raw.end();
    expect(code).toBe(0);
    expect(stderr.match(/telemetry could not be sent/g)).toHaveLength(1);
  }
});
