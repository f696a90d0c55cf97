import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { writeSpecs } from "../registry/project.js";
import { startForgetfulServer } from "./forgetful-server.js";

/** Calls a tool of a server that answers its first calls with these statuses. */
async function callWith(statuses: readonly number[]) {
  const { url, methods } = await startForgetfulServer(statuses);
  const folder = temporaryFolder();
  writeFileSync(join(folder, "toolgen.yaml"), `version: 1\nmcpServers: { notes: { url: "${url}" } }\n`);
  writeSpecs(folder, {
    "find.yaml": "name: find\ndescription: Find notes.\nkind: read\nrisk: safe\nmcp: { server: notes, tool: find }\n",
  });
  const child = spawn(join(folder, "generated/bin/call"), ["find"], { cwd: folder, stdio: ["pipe", "pipe", "pipe"] });
  child.stdin.end("{}");
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, "exit")]);
  return { status: child.exitCode, stdout, stderr, methods };
}

it("makes a call again in a new session if the server has forgotten the session before it ran anything", async () => {
  expect(await callWith([404])).toEqual({
    status: 0,
    stdout: "found",
    stderr: "",
    methods: ["initialize -", "tools/call s1", "initialize -", "tools/call s2"],
  });
});

it("makes it no more than twice, and not after another failure", async () => {
  const twice = await callWith([404, 404, 404]);
  expect(twice).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining("It has forgotten the session.") });
  expect(twice.methods).toHaveLength(4);
  const broken = await callWith([500]);
  expect(broken).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("HTTP status 500"),
    methods: ["initialize -", "tools/call s1"],
  });
});
