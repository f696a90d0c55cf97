import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call } from "../../compiler/handlers/project.js";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

it("writes a spec and a handler that build, run, and pass their own example as they are", () => {
  const folder = projectOf({});
  const { status, stdout, stderr } = toolgen(folder, ["new", "handler", "summarize_log"]);
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toContain("  + tools.d/summarize-log.yaml\n  + tools.d/summarize-log.ts\n");
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect(call(folder, "summarize_log", { text: "first and second", limit: 5 })).toEqual({ status: 0, stdout: "first", stderr: "" });
  expect(toolgen(folder, ["test"])).toMatchObject({ status: 0 });
});

it("puts them where the project has its specs and outputs, and overwrites nothing", () => {
  const folder = projectOf({
    "toolgen.yaml": "version: 1\nspecs: [specs/all/*.yaml]\noutput: out/made\n",
    "specs/all/other.ts": "// mine\n",
  });
  expect(toolgen(folder, ["new", "handler", "summarize"]).status).toBe(0);
  expect(readFileSync(join(folder, "specs/all/summarize.ts"), "utf8")).toContain('from "../../out/made/tools/summarize.js"');
  expect(toolgen(folder, ["check"])).toMatchObject({ status: 0, stderr: "" });
  expect(toolgen(folder, ["new", "handler", "summarize"]).stderr).toContain(
    "There is a tool named 'summarize' already, in specs/all/summarize.yaml.",
  );
  const other = toolgen(folder, ["new", "handler", "other"]);
  expect(other).toMatchObject({ status: 2, stdout: "" });
  expect(other.stderr).toContain("specs/all/other.ts is there already.");
  expect(readFileSync(join(folder, "specs/all/other.ts"), "utf8")).toBe("// mine\n");
});

it("refuses names that no tool may have", () => {
  for (const name of ["../x", "a-b", "1st", "x".repeat(49)])
    expect(toolgen("/", ["new", "handler", name])).toMatchObject({ status: 2, stdout: "" });
});

it.each(["command", "shell", "http"])("writes a %s tool that builds without a warning and passes its examples as it is", (kind) => {
  const folder = projectOf({});
  const { status, stdout } = toolgen(folder, ["new", kind, "find_it"]);
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining("  + tools.d/find-it.yaml\n") });
  expect(readFileSync(join(folder, "tools.d/find-it.yaml"), "utf8")).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/\.toolgen\/spec\.schema\.json\nname: find_it\n/,
  );
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect(toolgen(folder, ["test"]).stdout).toBe(kind === "shell" ? "1 passed, 0 failed, 0 skipped\n" : "2 passed, 0 failed, 0 skipped\n");
});

it("writes a tool of the project's first MCP server that builds without a warning and passes its examples", () => {
  const folder = projectOf({ "toolgen.yaml": "version: 1\nmcpServers: { notes: { command: notes-mcp } }\n" });
  expect(toolgen(folder, ["new", "mcp", "close_note"]).status).toBe(0);
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect(toolgen(folder, ["test"]).stdout).toBe("2 passed, 0 failed, 0 skipped\n");
  const without = projectOf({});
  expect(toolgen(without, ["new", "mcp", "close_note"])).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringContaining("toolgen.yaml has no `mcpServers`."),
  });
});

it("names its next commands as a user types them here", () => {
  const next = (files: Readonly<Record<string, string>>, env = {}) =>
    toolgen(projectOf(files), ["new", "command", "find_it"], { env }).stdout;
  expect(next({})).toContain("Then build it with `toolgen build`, and test its examples with `toolgen test find_it`.");
  expect(next({}, { npm_command: "exec" })).toContain("with `npx toolgen build`, and test its examples with `npx toolgen test find_it`.");
  const manifest = '{"devDependencies": {"toolgen": "1"}}';
  expect(next({ "package.json": manifest, "pnpm-lock.yaml": "" })).toContain("Then build it with `pnpm toolgen build`");
});

it("writes a prompt that builds without a warning as it is, beside a tool", () => {
  const folder = projectOf({});
  toolgen(folder, ["new", "command", "find_it"]);
  const { status, stdout } = toolgen(folder, ["new", "prompt", "review-change"]);
  expect({ status, stdout }).toMatchObject({ status: 0, stdout: expect.stringContaining("  + tools.d/review-change.yaml\n") });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(readFileSync(join(folder, "generated/mcp/prompts.json"), "utf8"))).toMatchObject([{ name: "review-change" }]);
  expect(toolgen(folder, ["new", "prompt", "Review-change"]).stderr).toContain("There is a prompt named 'review-change' already");
  expect(toolgen(folder, ["new", "prompt", "../x"])).toMatchObject({ status: 2, stdout: "" });
});

it("writes a resource that builds without a warning as it is, beside a tool", () => {
  const folder = projectOf({});
  toolgen(folder, ["new", "command", "find_it"]);
  expect(toolgen(folder, ["new", "resource", "notes"])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("  + tools.d/notes.yaml\n"),
  });
  expect(toolgen(folder, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect(JSON.parse(readFileSync(join(folder, "generated/mcp/resource-templates.json"), "utf8"))).toMatchObject([{ name: "notes" }]);
  expect(toolgen(folder, ["new", "command", "Notes"]).stderr).toContain("There is a resource named 'notes' already");
});
