import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ToolRegistry } from "../../../src/agent/registry/tool-registry.js";
import { endIdleProcesses } from "../../../src/call/warm-processes.js";
import { leftProcesses, startedProcesses } from "../../call/process/marked-processes.js";
import { repeat } from "../../kit/repeat.js";
import { initialize, initialized, startServer } from "../../server/raw-server.js";
import { type FaultProject, faultEnvironment, faultProject } from "./fault-project.js";

let project: FaultProject;
let registry: ToolRegistry;
beforeAll(() => {
  project = faultProject();
  registry = new ToolRegistry({ environment: { workspace: project.folder, env: faultEnvironment } });
  registry.registerGenerated(join(project.folder, "generated"));
});
afterAll(async () => {
  await registry.close();
  await endIdleProcesses(() => true);
});

async function call(name: string, params: object = {}, signal = new AbortController().signal): Promise<string> {
  const result = await registry.getTool(name)?.buildAndExecute(params, signal);
  return result?.error?.message ?? String(result?.llmContent);
}

/** The count of the server's calls, and its process. */
const counted = async (name = "count") => (await call(name)).split(" ");

it("keeps a server for the calls of all its tools, also after one that fails", async () => {
  const [first, server] = await counted();
  expect(await call("fails")).toContain("There is no such note.");
  expect(await call("echo", { message: "hi" })).toBe("Echo: hi");
  expect(await call("gone")).toContain("Unknown tool: gone");
  expect(await counted()).toEqual([String(Number(first) + 1), server]);
});

it("starts a server for each call of a tool with warm: false", async () => {
  const [, kept] = await counted();
  const [count, server] = await counted("count_cold");
  expect(count).toBe("1");
  expect(server).not.toBe(kept);
  expect((await counted("count_cold"))[1]).not.toBe(server);
});

it("starts the server again after it died, or a call was cancelled", async () => {
  const [, server] = await counted();
  expect(await call("dies")).toContain("It exited with 3.");
  const [count, second] = await counted();
  expect(count).toBe("1");
  expect(second).not.toBe(server);
  const aborting = new AbortController();
  const hanging = call("hangs", {}, aborting.signal);
  setTimeout(() => aborting.abort(), 500);
  await hanging.catch(() => {});
  expect((await counted())[1]).not.toBe(second);
});

it("gives a result as data, with the server's progress as output while it runs", async () => {
  expect(await call("structured")).toBe("21 degrees");
  const seen: string[] = [];
  await registry.getTool("progress")?.buildAndExecute({}, new AbortController().signal, (text) => void seen.push(String(text)));
  expect(seen.join("")).toContain("step 1");
  expect(seen.join("")).toContain("step 2");
});

it("serves progress, cancellation and structured content to clients of the generated MCP server", async () => {
  const server = startServer(project.folder, { env: faultEnvironment });
  server.send(initialize, initialized);
  const calls = (id: string, name: string) =>
    server.send({ id, method: "tools/call", params: { name, arguments: {}, _meta: { progressToken: id } } });
  const structured = server.answer("a");
  calls("a", "structured");
  expect(await structured).toMatchObject({ result: { structuredContent: { degrees: 21, wind: 3 } } });
  const before = project.log().length;
  calls("b", "hangs");
  await expect.poll(() => project.log().slice(before)).toContain("call hangs {}");
  server.send({ method: "notifications/cancelled", params: { requestId: "b" } });
  await expect.poll(() => project.log().slice(before)).toContain("cancelled");
  const progress = server.asked("notifications/progress");
  calls("c", "progress");
  expect((await progress).params).toMatchObject({ progressToken: "c" });
  const { code } = await server.end();
  expect(code).toBe(0);
});

const host = fileURLToPath(new URL("host.mjs", import.meta.url));

it("leaves nothing of a server when the program that keeps it is killed, or ends", async () => {
  const own = faultProject();
  for (let i = 0; i < repeat({ usual: 2, soak: 10 }); i++) {
    const child = spawn(process.execPath, [host, own.folder], { env: faultEnvironment, stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    await startedProcesses(own.mark, i % 2 === 0 ? 2 : 1);
    child.kill("SIGKILL");
    await once(child, "close");
    expect(await leftProcesses(own.mark)).toEqual([]);
  }
  const ending = spawn(process.execPath, [host, own.folder, "ends"], { env: faultEnvironment, stdio: ["ignore", "ignore", "inherit"] });
  expect((await once(ending, "close"))[0]).toBe(0);
  expect(await leftProcesses(own.mark)).toEqual([]);
});
