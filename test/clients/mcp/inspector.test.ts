import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { builtFixture, startHttpServer } from "../conformance/catalogue-server.js";
import { makeProject, ownTools } from "../gemini-cli-core/project.js";

// The inspector says that it wants Node 22; its command line runs on 20 too. `--strict` came with its version 2.
const inspector = fileURLToPath(new URL("node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js", import.meta.url));
const toolgen = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const eras = ["legacy", "modern"] as const;

let project: string;
beforeAll(() => {
  project = makeProject();
});

function inspect(options: readonly string[], { cwd = project, server = [process.execPath, "generated/mcp/server.cjs"] } = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [inspector, ...options, ...server], {
    cwd,
    encoding: "utf8",
    // Its catalogue of servers is in the home folder.
    env: { ...process.env, HOME: temporaryFolder() },
  });
  return { status, stderr, result: stdout === "" ? undefined : (JSON.parse(stdout) as Record<string, unknown>) };
}

it.each(eras)("lists every tool, with schemas that are no error to --strict (%s)", (era) => {
  const { status, stderr, result } = inspect(["--method", "tools/list", "--strict", "--protocol-era", era]);
  expect(stderr).toMatch(/^$|^0 errors/m);
  expect(status).toBe(0);
  const names = Array.isArray(result?.tools) ? result.tools.map((tool: { readonly name: string }) => tool.name) : [];
  expect(names).toEqual(expect.arrayContaining([...ownTools(project)]));
});

it.each(eras)("finds no error in the catalogue of the conformance suites (%s)", (era) => {
  const { status, stderr, result } = inspect(["--method", "tools/list", "--strict", "--protocol-era", era], { cwd: builtFixture() });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^$|^0 errors/m) });
  expect(result?.tools).toEqual(expect.arrayContaining([expect.objectContaining({ name: "json_schema_2020_12_tool" })]));
});

it.each(eras)("finds no error in the catalogue over HTTP, with sessions and without (%s)", async (era) => {
  const cwd = builtFixture();
  for (const more of [[], ["--sessions"]]) {
    const url = await startHttpServer("generated/mcp/server.cjs", cwd, more);
    const options = ["--method", "tools/list", "--strict", "--protocol-era", era];
    const { status, stderr, result } = inspect(options, { cwd, server: ["--transport", "http", "--server-url", url] });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^$|^0 errors/m) });
    expect(result?.tools).toEqual(expect.arrayContaining([expect.objectContaining({ name: "json_schema_2020_12_tool" })]));
  }
});

it.each(eras)("reads all pages of a list (%s)", (era) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "tools.d"));
  const names = [..."abcde"].map((letter) => `tool_${letter}`);
  const spec = (name: string) => `name: ${name}\ndescription: d\nkind: read\nrisk: safe\ncommand: [echo]\n`;
  writeFileSync(join(folder, "toolgen.yaml"), "version: 1\ntargets: { mcp: { pageSize: 2 } }\n");
  writeFileSync(join(folder, "tools.d", "all.yaml"), names.map(spec).join("---\n"));
  execFileSync(process.execPath, [toolgen, "build"], { cwd: folder, stdio: "ignore" });
  const { result } = inspect(["--method", "tools/list", "--protocol-era", era], { cwd: folder });
  expect(result?.tools).toEqual(names.map((name) => expect.objectContaining({ name })));
});

it("finds no error in schemas with bare booleans in every place, for the server shows objects", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "tools.d"));
  const properties =
    "any: true, list: { type: array, prefixItems: [true], contains: true, items: false }, one: { anyOf: [true, { not: false }] }";
  const text = `name: odd\ndescription: Takes anything.\nkind: think\nschema: { properties: { ${properties} } }\ncommand: [echo, "{{json @params}}"]\n`;
  writeFileSync(join(folder, "tools.d", "odd.yaml"), text);
  execFileSync(process.execPath, [toolgen, "build"], { cwd: folder, stdio: "ignore" });
  const { status, stderr } = inspect(["--method", "tools/list", "--strict"], { cwd: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringContaining("0 errors") });
});

it.each(eras)("calls a tool, and hands on an error as one (%s)", (era) => {
  const call = (tool: string, args: object) =>
    inspect(["--method", "tools/call", "--tool-name", tool, "--tool-args-json", JSON.stringify(args), "--protocol-era", era]);
  expect(call("git_diff", { staged: "true", detail: "names" })).toMatchObject({
    status: 0,
    result: { content: [{ type: "text", text: "A\tstaged.txt" }] },
  });
  expect(call("git_diff", { detail: "everything" })).toMatchObject({
    status: 5,
    result: { isError: true, content: [{ type: "text", text: expect.stringContaining("git_diff was not run") }] },
  });
});

it("calls a tool that toolgen mcp serves from the specs", () => {
  const server = [process.execPath, toolgen, "mcp"];
  expect(inspect(["--method", "tools/call", "--tool-name", "list_files", "--tool-args-json", '{"path": "src"}'], { server })).toMatchObject(
    {
      status: 0,
      result: { content: [{ type: "text", text: "src/a.js" }] },
    },
  );
});
