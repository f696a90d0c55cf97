import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { builtProject } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { program } from "../kit/toolgen.js";
import { connectSdk, sdkClientNames } from "./connect.js";
import { modernCall } from "./http/send.js";
import { startServerProcess } from "./http/server-process.js";

let project: string;
let workspace: string;
beforeAll(() => {
  project = builtProject({
    "tools.d/read.yaml":
      "name: read\ndescription: d\nkind: read\nschema: { properties: { file: { type: string } }, required: [file] }\npaths: { file: read }\ncommand: [cat, '{{file}}']\n---\nresource: note\nuri: n://note\ndescription: d\nfile: note.txt\n",
  });
  workspace = temporaryFolder();
  writeFileSync(join(project, "note.txt"), "of the project");
  writeFileSync(join(workspace, "note.txt"), "of the workspace");
});

const server = "generated/mcp/server.cjs";

it.each(sdkClientNames)("works in the folder of --workspace, which paths can't leave (%s)", async (name) => {
  const client = await connectSdk(name, { cwd: project, args: ["--workspace", workspace] });
  const read = (file: string) => client.callTool({ name: "read", arguments: { file } });
  expect(await read("note.txt")).toMatchObject({ content: [{ text: "of the workspace" }] });
  expect(await read(join(project, "note.txt"))).toMatchObject({ isError: true });
  expect((await client.readResource({ uri: "n://note" })).contents).toMatchObject([{ text: "of the workspace" }]);
  const own = await connectSdk(name, { cwd: project });
  expect(await own.callTool({ name: "read", arguments: { file: "note.txt" } })).toMatchObject({ content: [{ text: "of the project" }] });
});

it("works in it over HTTP", async () => {
  const { url } = await startServerProcess(project, { args: ["--workspace", workspace] });
  expect(await modernCall(url, { name: "read", args: { file: "note.txt" } })).toMatchObject({ text: "of the workspace" });
  expect(await modernCall(url, { name: "read", args: { file: join(project, "note.txt") } })).toMatchObject({ isError: true });
});

it.each([
  ["a folder that isn't there", [server, "--workspace", "/nonexistent"]],
  ["a file", [server, "--workspace", "note.txt"]],
  ["an empty text", [server, "--workspace", ""]],
  ["a folder in toolgen mcp, which works where it is started", [program, "mcp", "--workspace", "."]],
])("starts with no workspace that is %s", (_what, args) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8", input: "" });
  expect([status === 0, stdout]).toEqual([false, ""]);
  expect(stderr).toMatch(/can't start|unknown option/);
});
