import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { leftProcesses, startedProcesses } from "../../call/process/marked-processes.js";
import { callTool, type FaultProject, faultEnvironment, faultProject } from "./fault-project.js";

let project: FaultProject;
let before = 0;
beforeAll(() => {
  project = faultProject({ config: "risk: { echo_denied: { decision: deny } }\n" });
});

/** The lines that the server has logged since the last look. */
function news(): readonly string[] {
  const lines = project.log();
  const added = lines.slice(before);
  before = lines.length;
  return added;
}

it("calls the server's tool with the repaired arguments, and offers the server nothing to ask for", async () => {
  news();
  expect(callTool(project, "echo", { text: "hi" })).toEqual({ status: 0, stdout: "Echo: hi", stderr: "" });
  expect(news()).toEqual(["capabilities {}", 'call echo {"message":"hi"}']);
  expect(await leftProcesses(project.mark)).toEqual([]);
});

it("doesn't start the server for arguments that are refused, or for a call that settings deny", () => {
  news();
  expect(callTool(project, "echo", { message: { a: 1 } })).toMatchObject({ status: 2, stdout: "" });
  expect(callTool(project, "echo_denied", { message: "hi" })).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("denied by toolgen.yaml: risk.echo_denied"),
  });
  expect(news()).toEqual([]);
});

it("makes the server's isError a failure with its text", () => {
  expect(callTool(project, "fails")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("There is no such note. List the notes first."),
  });
});

it("passes the base variables and those of the entry, and redacts its secret", () => {
  const { stdout } = callTool(project, "environment");
  const env = JSON.parse(stdout) as Readonly<Record<string, string>>;
  expect(env).toMatchObject({ PATH: process.env.PATH, TOKEN: expect.stringMatching(/^Bearer /) });
  expect(stdout).not.toContain("t0ken-of-fault");
  expect(Object.keys(env)).not.toContain("FAULT_TOKEN");
  expect(Object.keys(env)).not.toContain("FAULT_UNDECLARED");
});

it.each([
  ["dies", "It exited with 3."],
  ["gone", "Unknown tool: gone"],
  ["floods", "It sent a line of more than 10 MiB."],
])("says what a server did that gives no result: %s", async (name, words) => {
  const { status, stdout, stderr } = callTool(project, name);
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toContain(`The MCP server 'fault' did not answer the call of ${name}. `);
  expect(stderr).toContain(words);
  expect(Buffer.byteLength(stderr)).toBeLessThan(5000);
  expect(await leftProcesses(project.mark)).toEqual([]);
});

it("shows an answer without the content of a result as it is: the server has done its work", () => {
  expect(callTool(project, "babbles")).toMatchObject({ status: 0, stdout: expect.stringContaining('"words": "not a result"') });
});

it.each(["leaks", "mutters"])("shows no part of a secret in the output of a server that ended: %s", (name) => {
  const { status, stderr } = callTool(project, name);
  expect(status).toBe(1);
  expect(stderr).toContain("It exited with 3.");
  expect(stderr).toMatch(name === "leaks" ? /It said: …[ y]+/ : /not a protocol message: "[z ]+(?:Bearer )?…"/);
  expect(stderr).not.toMatch(/t0ken|of-f|-fault/);
});

it("tells a server that never answers that the call is cancelled, and ends it with all that it started", async () => {
  news();
  expect(callTool(project, "hangs")).toEqual({
    status: 124,
    stdout: "",
    stderr: "fault was ended: it took longer than 10 s.\nThe MCP server 'fault' was told that the call of hangs is cancelled.\n",
  });
  expect(news()).toEqual(["capabilities {}", "call hangs {}", "cancelled"]);
  expect(await leftProcesses(project.mark)).toEqual([]);
});

it("leaves nothing of a server when the call is killed", async () => {
  const child = spawn(join(project.folder, "generated/bin/call"), ["starts"], {
    cwd: project.folder,
    env: faultEnvironment,
    stdio: ["pipe", "ignore", "ignore"],
  });
  child.stdin.end("{}");
  await startedProcesses(project.mark, 2);
  child.kill("SIGKILL");
  await once(child, "close");
  expect(await leftProcesses(project.mark)).toEqual([]);
});
