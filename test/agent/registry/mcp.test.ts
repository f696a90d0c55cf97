import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { expect, it, onTestFinished, vi } from "vitest";
import { type McpServerSettings, type RegistryProblem, ToolRegistry, type ToolRegistryOptions } from "../../../src/runtime/index.js";
import { leftProcesses, markedProcesses, newMarker } from "../../call/process/marked-processes.js";
import { patience } from "../../kit/eventually.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { builtProject, countLines } from "./project.js";

const programs = fileURLToPath(new URL("programs", import.meta.url));
const never = new AbortController().signal;

/** A server of `programs/mcp-server.mjs`. */
const server = (mode: string, more: McpServerSettings & { readonly marker?: string } = {}): McpServerSettings => {
  const { marker = "-", ...settings } = more;
  return { command: process.execPath, args: [join(programs, "mcp-server.mjs"), mode, marker], ...settings };
};

function registryOf(mcpServers: Readonly<Record<string, McpServerSettings>>, options: ToolRegistryOptions = {}) {
  const problems: RegistryProblem[] = [];
  const registry = new ToolRegistry({ mcpServers, onProblem: (problem) => problems.push(problem), ...options });
  onTestFinished(() => registry.close());
  return { registry, problems };
}

it("calls a server's tools under their plain names where it is the only one, with what it says of them", async () => {
  const { registry, problems } = registryOf({ hand: server("good") });
  const { registered } = await registry.discoverAllTools();
  expect(registered).toEqual(["echo", "env", "wait", "die", "flood", "change", "fail"]);
  const tool = registry.getTool("mcp_hand_echo");
  expect(tool).toMatchObject({ name: "echo", displayName: "Echo", kind: "read", serverName: "hand", serverToolName: "echo" });
  expect(tool?.risk).toEqual({ level: "moderate", requiresConfirmation: true });
  expect(tool?.toolAnnotations).toEqual({ readOnlyHint: true });
  expect(tool?.schema).toMatchObject({ description: "Tool echo.", parametersJsonSchema: { properties: { text: { type: "string" } } } });
  const invocation = tool?.build({ text: "hi", times: "2", wait_for_previous: false } as object);
  expect(invocation?.params).toEqual({ text: "hi", times: 2 });
  expect(await invocation?.execute({ abortSignal: never })).toEqual({ llmContent: "hi 2", returnDisplay: "hi 2" });
  const text = "it is broken";
  expect(await registry.getTool("fail")?.buildAndExecute({}, never)).toEqual({
    llmContent: text,
    returnDisplay: text,
    error: { message: text, type: "mcp_tool_error" },
  });
  expect(() => tool?.build({ times: "often" } as object)).toThrow("echo was not run");
  expect(problems).toEqual([]);
});

it("puts the alias before names where there are several servers, and lists by server", async () => {
  const { registry } = registryOf({ a: server("pages"), b: server("sameNames") });
  await registry.discoverAllTools();
  expect(registry.getToolsByServer("a").map(({ name }) => name)).toEqual(["a__page_0", "a__page_1", "a__page_2", "a__page_3"]);
  expect(registry.getToolsByServer("b").map(({ name }) => name)).toEqual([
    "b__a_b",
    "b__9",
    expect.stringMatching(/^b__n{52}_[0-9a-f]{8}$/),
  ]);
  expect(registry.getTool("page_2")?.name).toBe("a__page_2");
});

it("never gives a server's tool the name of another tool", async () => {
  const { registry, problems } = registryOf({ hand: server("pages") });
  registry.registerGenerated(join(builtProject({ "count-lines.yaml": countLines.replace("count_lines", "page_1") }), "generated"));
  const { registered } = await registry.discoverAllTools();
  expect(registered).toEqual(["page_0", "hand__page_1", "page_2", "page_3"]);
  expect(registry.getTool("page_1")?.description).toBe("Count lines.");
  expect(problems).toEqual([
    {
      source: "mcpServers.hand",
      message: "Some tool names are already in use; its tools were renamed: 'page_1' is 'hand__page_1'.",
    },
  ]);
});

it("offers what the settings of a server include and don't exclude", async () => {
  const { registry } = registryOf({ hand: server("good", { includeTools: ["echo", "env(x)", "wait"], excludeTools: ["wait"] }) });
  expect((await registry.discoverAllTools()).registered).toEqual(["echo", "env"]);
});

it("gives a server what any program needs of the environment and what its settings say, and nothing else", async () => {
  const env = { PATH: process.env.PATH, HOME: "/home/someone", SECRET: "s3cret" };
  const { registry } = registryOf({ hand: server("good", { env: { TOKEN: "t" } }) }, { environment: { env } });
  await registry.discoverAllTools();
  const result = await registry.getTool("env")?.buildAndExecute({}, never);
  expect(JSON.parse(String(result?.llmContent))).toEqual({ PATH: process.env.PATH, HOME: "/home/someone", TOKEN: "t" });
});

it("asks before calls until the tool, or the server, is allowed for good", async () => {
  const { registry } = registryOf({ hand: server("good"), trusted: server("good", { trust: true }) });
  await registry.discoverAllTools();
  const ask = (name: string) => registry.getTool(name)?.build({ text: "x" }).shouldConfirmExecute(never);
  const details = await ask("hand__echo");
  expect(details).toMatchObject({
    type: "mcp",
    serverName: "hand",
    toolName: "echo",
    toolDisplayName: "Echo",
    toolArgs: { text: "x" },
    toolDescription: "Tool echo.",
    toolParameterSchema: { type: "object" },
  });
  if (!details) throw new Error("nobody is asked");
  await details.onConfirm("proceed_always_tool");
  expect([await ask("hand__echo"), Boolean(await ask("hand__env")), await ask("trusted__echo")]).toEqual([false, true, false]);
  await details.onConfirm("proceed_always_server");
  expect(await ask("hand__env")).toBe(false);
  expect(registry.getTool("trusted__echo")?.risk.requiresConfirmation).toBe(false);
  const invocation = registry.getTool("hand__env")?.build({});
  expect(invocation?.getPolicyUpdateOptions?.("proceed_always_and_save")).toEqual({ mcpName: "hand", toolName: "env" });
});

it("follows a server whose tools change", async () => {
  const { registry } = registryOf({ hand: server("good") });
  await registry.discoverAllTools();
  await registry.getTool("change")?.buildAndExecute({}, never);
  await vi.waitFor(() => expect(registry.getAllToolNames()).toEqual(["echo", "brand_new"]), patience);
});

it.each<[string, McpServerSettings, string]>([
  [
    "one that is missing",
    { command: "no-such-server" },
    "The program no-such-server was not found on PATH. Is it installed, and is its folder on PATH?",
  ],
  ["one in a folder that is missing", server("good", { cwd: "/nowhere" }), "The working directory of"],
  ["one that dies", server("dies"), "It exited with 3. It said: no licence"],
  ["one that never answers", server("silent", { timeout: 300 }), "It did not answer within 0.3 s."],
  [
    "one that prints junk",
    server("junk", { timeout: 4000 }),
    `It did not answer within 4 s. It printed something that is not a protocol message: "Listening on port 3000".`,
  ],
  ["one that floods", server("endless"), "It sent a line of more than 10 MiB."],
  [
    "one that floods by lines",
    server("endlessLines"),
    `It printed more than 10 MiB. It printed something that is not a protocol message: "not json`,
  ],
  ["one that refuses", server("refuses"), "It answered with an error: not today"],
  ["one that lists nothing in time", server("noAnswer", { timeout: 4000 }), "It did not list its tools within 4 s."],
  ["one whose list has no end", server("endlessPages"), "Its list of tools has more than 1000 pages."],
  ["one that is deaf", server("deaf", { timeout: 1 }), "It did not answer within 0.001 s."],
  ["settings that name nothing", {}, "It has neither a command nor a url."],
  ["an address that is none", { httpUrl: "localhost" }, "Its url is invalid: localhost"],
  ["an address where nobody is", { httpUrl: "http://127.0.0.1:9/mcp" }, "fetch failed"],
])("says what is wrong with a server, and has the tools of the others: %s", async (_, settings, message) => {
  const marker = newMarker();
  const marked = settings.args === undefined ? settings : { ...settings, args: settings.args.with(-1, marker) };
  const { registry, problems } = registryOf({ bad: marked, good: server("pages") }, { limits: { connectMs: patience.timeout } });
  const result = await registry.discoverAllTools();
  expect(result.problems).toEqual([{ source: "mcpServers.bad", message: expect.stringContaining(message) }]);
  expect(result.registered).toEqual(["good__page_0", "good__page_1", "good__page_2", "good__page_3"]);
  expect(problems).toEqual(result.problems);
  expect(await leftProcesses(marker)).toEqual([]);
});

it("takes a server's greetings for what they are", async () => {
  const { registry } = registryOf({ hand: server("banner") });
  expect((await registry.discoverAllTools()).problems).toEqual([]);
});

it("leaves out flawed tools, and keeps the others", async () => {
  const { registry } = registryOf({ hand: server("flawed") });
  const { registered, problems } = await registry.discoverAllTools();
  expect(registered).toEqual(["fine", "no_schema"]);
  expect(problems.map(({ message }) => message)).toEqual([
    `The tool "listy" was left out: its inputSchema is not an object schema.`,
    ...Array.from({ length: 3 }, () => "A tool has no name and was left out."),
  ]);
  const none = registryOf({ hand: server("noList") });
  expect(await none.registry.discoverAllTools()).toEqual({ registered: [], problems: [] });
});

it("reports a server that dies in a call, and starts it again for the next", async () => {
  const { registry, problems } = registryOf({ hand: server("good") });
  await registry.discoverAllTools();
  const result = await registry.getTool("die")?.buildAndExecute({}, never);
  expect(result?.error).toEqual({
    message: "die failed. The MCP server 'hand': It exited with 7. It said: out of luck",
    type: "mcp_tool_error",
  });
  const message = "It has ended, and is started again when it is called. It exited with 7. It said: out of luck";
  expect(problems).toEqual([{ source: "mcpServers.hand", message }]);
  expect(await registry.getTool("echo")?.buildAndExecute({ text: "again", times: 1 } as object, never)).toMatchObject({
    llmContent: "again 1",
  });
});

it("ends calls at their time limit, when they are aborted and when their server floods", async () => {
  const { registry } = registryOf({ hand: server("good", { timeout: 5000 }) });
  await registry.discoverAllTools();
  const message = async (name: string, signal = never) => (await registry.getTool(name)?.buildAndExecute({}, signal))?.error?.message;
  expect(await message("wait")).toBe("wait failed. The MCP server 'hand': It did not answer within 5 s.");
  expect(await message("wait", AbortSignal.timeout(100))).toBe("wait was cancelled.");
  expect(await message("flood")).toContain("It sent a line of more than 10 MiB.");
});

it.each(["holdsStart", "holdsList"])(
  "ends a call that is aborted while its server is started again, and no other call: %s",
  async (mode) => {
    const marker = join(temporaryFolder(), "mark");
    const { registry } = registryOf({ hand: server(mode, { marker }) });
    await registry.discoverAllTools();
    await registry.getTool("die")?.buildAndExecute({}, never);
    const abort = new AbortController();
    const echo = (signal: AbortSignal) => registry.getTool("echo")?.buildAndExecute({ text: "hi", times: 1 } as object, signal);
    const aborted = echo(abort.signal);
    const other = echo(never);
    await vi.waitFor(() => expect(existsSync(`${marker}.held`)).toBe(true), patience);
    abort.abort();
    expect((await aborted)?.error?.message).toBe("echo was cancelled.");
    writeFileSync(`${marker}.go`, "");
    expect(await other).toMatchObject({ llmContent: "hi 1" });
    expect(await echo(never)).toMatchObject({ llmContent: "hi 1" });
    expect(readFileSync(marker, "utf8")).toBe("started started ");
  },
);

it("ends servers and all that they started when it is closed, also those that don't want to go", async () => {
  const marker = newMarker();
  const { registry } = registryOf({ a: server("children", { marker }), b: server("deaf", { marker }) });
  const waiting = registry.discoverAllTools().then(() => registry.getTool("a__wait")?.buildAndExecute({}, never));
  await vi.waitFor(() => expect(registry.getAllTools()).toHaveLength(14), patience);
  expect(markedProcesses(marker)).toHaveLength(4);
  await registry.close();
  await registry.close();
  expect(markedProcesses(marker)).toEqual([]);
  expect((await waiting)?.error?.message).toBe("a__wait was ended, because the tool registry was closed.");
  expect((await registry.getTool("a__echo")?.buildAndExecute({}, never))?.error?.message).toBe(
    "a__echo was ended, because the tool registry was closed.",
  );
  expect(markedProcesses(marker)).toEqual([]);
});

it("ends servers when the process that embeds it is killed", async () => {
  const marker = newMarker();
  const program = `
    const { ToolRegistry } = await import(${JSON.stringify(new URL("../../../dist/runtime/index.js", import.meta.url).href)});
    const registry = new ToolRegistry({ mcpServers: ${JSON.stringify({ a: server("children", { marker }), b: server("deaf", { marker }) })} });
    await registry.discoverAllTools();
    process.kill(process.pid, "SIGKILL");`;
  expect(() => execFileSync(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" })).toThrow();
  expect(await leftProcesses(marker)).toEqual([]);
});

it("lets a program end by itself once it has closed its registry, and needs no statement for that", () => {
  const program = `
    const { ToolRegistry } = await import(${JSON.stringify(new URL("../../../dist/runtime/index.js", import.meta.url).href)});
    const registry = new ToolRegistry({ mcpServers: ${JSON.stringify({ a: server("good") })} });
    await registry.discoverAllTools();
    await registry[Symbol.asyncDispose]();
    console.log("done");`;
  expect(execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8", ...patience })).toBe("done\n");
});

it("talks to a server that knows the revision of 2026 alone", async () => {
  const { registry } = registryOf({ modern: { command: process.execPath, args: [join(programs, "modern-server.mjs")] } });
  expect(await registry.discoverAllTools()).toEqual({ registered: ["now"], problems: [] });
  expect(await registry.getTool("now")?.buildAndExecute({}, never)).toMatchObject({ llmContent: "2026" });
});

it("talks to a server over HTTP that knows the revision of 2026 alone", async () => {
  const handler = createMcpHandler(
    () => {
      const modern = new Server({ name: "modern", version: "1.0.0" });
      modern.registerCapabilities({ tools: {} });
      modern.setRequestHandler("tools/list", () => ({ tools: [{ name: "now", inputSchema: { $schema: draft, type: "object", $defs } }] }));
      modern.setRequestHandler("tools/call", () => ({ content: [{ type: "text", text: "2026" }] }));
      return modern;
    },
    { legacy: "reject" },
  );
  const http = createServer((request, response) => void toNodeHandler(handler)(request as NodeIncomingMessageLike, response)).listen(
    0,
    "127.0.0.1",
  );
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  await new Promise((resolve) => http.once("listening", resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  for (const settings of [{ httpUrl: url }, { url }]) {
    const { registry } = registryOf({ modern: settings });
    expect(await registry.discoverAllTools()).toEqual({ registered: ["now"], problems: [] });
    const tool = registry.getTool("now");
    expect(await tool?.buildAndExecute({}, never)).toMatchObject({ llmContent: "2026" });
    expect(tool?.schema.parametersJsonSchema).toMatchObject({ $schema: draft, $defs });
  }
});

it.each([500, 403])("reaches an older server over HTTP that answers server/discover with %i", async (status) => {
  const handler = createMcpHandler(() => {
    const older = new Server({ name: "older", version: "1.0.0" });
    older.registerCapabilities({ tools: {} });
    older.setRequestHandler("tools/list", () => ({ tools: [{ name: "now", inputSchema: { type: "object" } }] }));
    return older;
  });
  const methods: string[] = [];
  const http = createServer(async (request, response) => {
    const message = request.method === "POST" ? JSON.parse(await text(request)) : {};
    methods.push(message.method);
    if (message.method === "server/discover") response.writeHead(status).end("broken");
    else void toNodeHandler(handler)(request as NodeIncomingMessageLike, response, message);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  await new Promise((resolve) => http.once("listening", resolve));
  const { registry } = registryOf({ older: { httpUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp` } });
  expect(await registry.discoverAllTools()).toEqual({ registered: ["now"], problems: [] });
  expect(methods.slice(0, 2)).toEqual(["server/discover", "initialize"]);
});

const draft = "https://json-schema.org/draft/2020-12/schema";
const $defs = { id: { type: "string", pattern: "^[a-z]+$" } };

it("has the server of mcpServerCommand, unless another has its name", async () => {
  const mcpServerCommand = `'${process.execPath}' "${join(programs, "mcp-server.mjs")}" good -`;
  const { registry, problems } = registryOf({}, { mcpServerCommand });
  expect((await registry.discoverAllTools()).registered).toContain("echo");
  expect(registry.getTool("mcp_mcp_echo")).toMatchObject({ name: "echo", serverName: "mcp" });
  expect(problems).toEqual([]);
  const taken = registryOf({ mcp: server("pages") }, { mcpServerCommand });
  expect((await taken.registry.discoverAllTools()).registered).toHaveLength(4);
  expect(taken.problems).toEqual([
    { source: "mcpServerCommand", message: "Its server would be called mcp, and mcpServers has one of that name." },
  ]);
  const shell = registryOf({}, { mcpServerCommand: "serve | tee log" });
  expect((await shell.registry.discoverAllTools()).problems).toEqual([
    { source: "mcpServerCommand", message: expect.stringContaining("needs a shell for '|'") },
  ]);
});

/** Sends an answer without end or line break as fast as it is read, until the client stops reading. */
function sendEndlessly(response: ServerResponse, type: string): void {
  response.setHeader("content-type", type);
  const piece = Buffer.alloc(256 * 1024, "x");
  Readable.from(
    (function* () {
      for (;;) yield piece;
    })(),
  )
    .on("error", () => {})
    .pipe(response);
}

it.each<[string, RequestListener, string, number?]>([
  ["never answers", () => {}, "It did not answer within 0.2 s.", 200],
  [
    "answers with a page",
    (_, response) => void response.setHeader("content-type", "text/html").end("<html>"),
    "Unexpected content type: text/html",
  ],
  ["answers with junk", (_, response) => void response.setHeader("content-type", "application/json").end("<html>"), "JSON"],
  ["refuses", (_, response) => void response.writeHead(500).end("no"), "500"],
  ["sends JSON without end", (_, response) => sendEndlessly(response, "application/json"), "It sent a message of more than 10 MiB."],
  ["hangs up", (_, response) => void response.destroy(), "fetch failed"],
])("says what is wrong with a server on HTTP that %s", async (_, listener, message, timeout = patience.timeout) => {
  const http = createServer(listener).listen(0, "127.0.0.1");
  onTestFinished(() => {
    http.close();
    http.closeAllConnections();
  });
  await new Promise((resolve) => http.once("listening", resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const { registry } = registryOf({ bad: { httpUrl: url, timeout }, good: server("pages") }, { limits: { connectMs: patience.timeout } });
  const { registered, problems } = await registry.discoverAllTools();
  expect(problems).toEqual([{ source: "mcpServers.bad", message: expect.stringContaining(message) }]);
  expect(registered).toHaveLength(4);
});
