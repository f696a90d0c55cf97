import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it as test } from "vitest";
import { ToolRegistry } from "../../../src/agent/registry/tool-registry.js";
import { endIdleProcesses } from "../../../src/call/warm-processes.js";
import { noSandbox } from "../../call/process/sandbox/sandboxed.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { writeSpecs } from "../registry/project.js";

// Each call starts the server in the real bubblewrap.
const it = test.skipIf(noSandbox);

const path = "schema: { properties: { path: { type: string } }, required: [path] }\n";
const port = "schema: { properties: { port: { type: integer } }, required: [port] }\n";
const tool = (name: string, serverTool: string, more: string) =>
  `name: ${name}\ndescription: d\nkind: other\nrisk: safe\nmcp: { server: box, tool: ${serverTool} }\n${more}`;

let outside: string;
let folder: string;
beforeAll(() => {
  outside = temporaryFolder();
  writeFileSync(join(outside, "beside.txt"), "beside");
  folder = join(outside, "project");
  mkdirSync(folder);
  copyFileSync(fileURLToPath(new URL("sandbox-server.mjs", import.meta.url)), join(folder, "server.mjs"));
  writeFileSync(join(folder, "in.txt"), "inside");
  const entry =
    "command: node\n    args: [server.mjs]\n    env: { TOKEN: '{{@secret.BOX_TOKEN}}' }\n    secrets: { BOX_TOKEN: A token. }\n";
  writeFileSync(join(folder, "toolgen.yaml"), `version: 1\nmcpServers:\n  box:\n    ${entry}  web: { url: "https://mcp.example/mcp" }\n`);
  const specs = [
    tool("read", "read", `${path}sandbox: {}\n`),
    tool("write", "write", `${path}sandbox: {}\n`),
    tool("write_workspace", "write", `${path}sandbox: { write: workspace }\n`),
    tool("write_path", "write", `${path}paths: { path: write }\nsandbox: { write: paths }\n`),
    tool("connect", "connect", `${port}sandbox: {}\n`),
    tool("connect_network", "connect", `${port}sandbox: { network: true }\n`),
    tool("count", "count", "sandbox: {}\n"),
    tool("token", "token", "sandbox: {}\n"),
    tool("read_freely", "read", path),
  ];
  writeSpecs(folder, { "tools.yaml": specs.join("\n---\n") });
});

const environment = { ...process.env, BOX_TOKEN: "t0ken-of-box" };

function call(name: string, args: object = {}) {
  const program = join(folder, "generated/bin/call");
  const run = spawnSync(program, [name], { cwd: folder, input: JSON.stringify(args), env: environment, encoding: "utf8" });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

it("lets the server read the workspace, and nothing beside it", () => {
  expect(call("read", { path: "in.txt" })).toEqual({ status: 0, stdout: "inside", stderr: "" });
  expect(call("read", { path: "../beside.txt" }).stdout).toBe("ENOENT");
  expect(call("read_freely", { path: "../beside.txt" }).stdout).toBe("beside");
});

it("lets the server write what the spec's sandbox allows", () => {
  expect(call("write", { path: "new.txt" }).stdout).toBe("EROFS");
  expect(call("write_workspace", { path: "../new.txt" }).status).toBe(0);
  expect([existsSync(join(folder, "new.txt")), existsSync(join(outside, "new.txt"))]).toEqual([false, false]);
  expect(call("write_workspace", { path: "made.txt" }).stdout).toBe("done");
  expect(call("write_path", { path: "named.txt" }).stdout).toBe("done");
  expect(["made.txt", "named.txt"].map((name) => readFileSync(join(folder, name), "utf8"))).toEqual(["written", "written"]);
  expect(call("write_workspace", { path: "toolgen.yaml" }).stdout).toBe("EROFS");
});

it("lets the server reach the network only if the sandbox has it", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port: open } = server.address() as AddressInfo;
  expect(call("connect", { port: open }).stdout).toBe("ECONNREFUSED");
  expect(call("connect_network", { port: open }).stdout).toBe("connected");
  server.close();
});

it("gives the server its secret, and redacts it in the result", () => {
  const { status, stdout } = call("token");
  expect([status, stdout.includes("t0ken-of-box")]).toEqual([0, false]);
});

it("starts the server for each call, also in a program that keeps others", async () => {
  const registry = new ToolRegistry({ environment: { workspace: folder, env: environment } });
  registry.registerGenerated(join(folder, "generated"));
  const count = async () => (await registry.getTool("count")?.buildAndExecute({}, new AbortController().signal))?.llmContent;
  expect([await count(), await count()]).toEqual(["1", "1"]);
  await registry.close();
  await endIdleProcesses(() => true);
});

it("fails where bubblewrap is missing, and doesn't start the server", () => {
  const bubblewrap = spawnSync("sh", ["-c", "command -v bwrap"], { encoding: "utf8" }).stdout.trim();
  const hidden = ["--dev-bind", "/", "/", "--ro-bind", "/dev/null", bubblewrap];
  const program = join(folder, "generated/bin/call");
  const { status, stdout, stderr } = spawnSync(bubblewrap, [...hidden, process.execPath, program, "write_workspace"], {
    cwd: folder,
    input: JSON.stringify({ path: "never.txt" }),
    env: environment,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("This tool runs in a sandbox, and never without one. bubblewrap isn't installed: install it");
  expect(existsSync(join(folder, "never.txt"))).toBe(false);
});
