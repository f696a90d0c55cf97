import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { builtProject } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { program } from "../../kit/toolgen.js";
import { builtCatalogue, startHttpServer } from "../conformance/catalogue-server.js";
import { makeProject, ownTools } from "../gemini-cli-core/project.js";

// The inspector says that it wants Node 22; its command line runs on 20 too. `--strict` came with its version 2.
const inspector = fileURLToPath(new URL("node_modules/@modelcontextprotocol/inspector/clients/cli/build/index.js", import.meta.url));
const eras = ["legacy", "modern"] as const;

let project: string;
let catalogue: string;
beforeAll(() => {
  project = makeProject();
  catalogue = builtCatalogue();
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
  const { status, stderr, result } = inspect(["--method", "tools/list", "--strict", "--protocol-era", era], { cwd: catalogue });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^$|^0 errors/m) });
  expect(result?.tools).toEqual(expect.arrayContaining([expect.objectContaining({ name: "json_schema_2020_12_tool" })]));
});

it.each(eras)("finds no error in the catalogue over HTTP, with sessions and without (%s)", async (era) => {
  const cwd = catalogue;
  for (const more of [[], ["--sessions"]]) {
    const url = await startHttpServer("generated/mcp/server.cjs", cwd, more);
    const options = ["--method", "tools/list", "--strict", "--protocol-era", era];
    const { status, stderr, result } = inspect(options, { cwd, server: ["--transport", "http", "--server-url", url] });
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^$|^0 errors/m) });
    expect(result?.tools).toEqual(expect.arrayContaining([expect.objectContaining({ name: "json_schema_2020_12_tool" })]));
  }
});

it.each(eras)("reads all pages of a list (%s)", (era) => {
  const names = [..."abcde"].map((letter) => `tool_${letter}`);
  const spec = (name: string) => `name: ${name}\ndescription: d\nkind: read\nrisk: safe\ncommand: [echo]\n`;
  const folder = builtProject({
    "toolgen.yaml": "version: 1\ntargets: { mcp: { pageSize: 2 } }\n",
    "tools.d/all.yaml": names.map(spec).join("---\n"),
  });
  const { result } = inspect(["--method", "tools/list", "--protocol-era", era], { cwd: folder });
  expect(result?.tools).toEqual(names.map((name) => expect.objectContaining({ name })));
});

it("finds no error in schemas with bare booleans in every place, for the server shows objects", () => {
  const properties =
    "any: true, list: { type: array, prefixItems: [true], contains: true, items: false }, one: { anyOf: [true, { not: false }] }";
  const text = `name: odd\ndescription: Takes anything.\nkind: think\nschema: { properties: { ${properties} } }\ncommand: [echo, "{{json @params}}"]\n`;
  const folder = builtProject({ "tools.d/odd.yaml": text });
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
  const server = [process.execPath, program, "mcp"];
  expect(inspect(["--method", "tools/call", "--tool-name", "list_files", "--tool-args-json", '{"path": "src"}'], { server })).toMatchObject(
    {
      status: 0,
      result: { content: [{ type: "text", text: "src/a.js" }] },
    },
  );
});
