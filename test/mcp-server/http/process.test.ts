import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { program, projectOf, toolgen } from "../../cli/toolgen.js";
import { removeFolders } from "../../tools.d/repository.js";

let project: string;
beforeAll(() => {
  project = projectOf({
    "tools.d/echo.yaml":
      "name: echo\ndescription: d\nkind: read\nschema: { properties: { text: { type: string } }, required: [text] }\ncommand: [printf, '%s', '{{text}}']\n",
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0 });
});
afterAll(removeFolders);

const servers = [
  ["generated/mcp/server.cjs", ["generated/mcp/server.cjs"]],
  ["toolgen mcp", [program, "mcp"]],
] as const;

it.each(servers)("%s listens, says where, and ends by itself when it is told to", async (_name, args) => {
  const child = spawn(process.execPath, [...args, "--http", "127.0.0.1:0"], { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [said] = await once(child.stderr, "data");
  const url = /listens on (\S+)/.exec(String(said))?.[1] ?? "";
  const ready = await fetch(url.replace(/mcp$/, "readyz"));
  expect([ready.status, await ready.text()]).toEqual([200, "ready\n"]);
  const output = text(child.stdout);
  child.kill("SIGTERM");
  const [code, signal] = await once(child, "close");
  expect({ code, signal, output: await output }).toEqual({ code: 0, signal: null, output: "" });
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
