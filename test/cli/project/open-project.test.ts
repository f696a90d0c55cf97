import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectRoot } from "../../../src/cli/project/open-project.js";
import { memoryTerminal } from "../../kit/memory-terminal.mjs";
import { projectOf, sayTool } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const cwdTool = sayTool
  .replace("name: say", "name: where")
  .replace(/command:[\s\S]*exitCodes.*\n/, "command: [pwd]\n")
  .replace("[speak]", "[]");

it("finds the project of a folder below it, as Git finds its repository", () => {
  const root = projectOf({ "toolgen.yaml": "version: 1\n", "tools.d/say.yaml": sayTool, "src/deep/a.txt": "" });
  const deep = join(root, "src/deep");
  expect(toolgen(deep, ["list"]).stdout).toContain("tools.d/say.yaml");
  // A plain build is read without the parser of the command line.
  expect(toolgen(deep, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect(readFileSync(join(root, "generated/bin/tools/say.cjs"), "utf8")).not.toBe("");
  expect(toolgen(deep, ["build", "--check"])).toMatchObject({ status: 0 });
  expect(toolgen(deep, ["new", "command", "find_it"]).stdout).toContain("  + tools.d/find-it.yaml\n");
  expect(toolgen(deep, ["test"])).toMatchObject({ status: 0 });
});

it("lets a call work in the folder that it is started in, wherever the project is", () => {
  const root = projectOf({ "toolgen.yaml": "version: 1\n", "tools.d/where.yaml": cwdTool, "src/a.txt": "" });
  expect(toolgen(join(root, "src"), ["call", "where", '{"text": "a"}']).stdout).toBe(`${join(root, "src")}\n`);
});

it("takes the nearest project, the one that is named, and a folder of specs without a toolgen.yaml", () => {
  const root = projectOf({
    "toolgen.yaml": "version: 1\n",
    "inner/toolgen.yaml": "version: 1\n",
    "inner/src/a.txt": "",
    "loose/tools.d/say.yaml": sayTool,
    "loose/src/a.txt": "",
  });
  const from = (folder: string, project?: string) =>
    projectRoot(project === undefined ? {} : { project }, memoryTerminal({ folder: join(root, folder) }).terminal);
  expect(from("inner/src")).toBe(join(root, "inner"));
  expect(from("loose")).toBe(join(root, "loose"));
  // Only toolgen.yaml marks a project from below.
  expect(from("loose/src")).toBe(root);
  expect(from("inner/src", ".")).toBe(join(root, "inner/src"));
});

it("looks neither into the home folder from below nor above it", () => {
  const root = projectOf({ "toolgen.yaml": "version: 1\n", "home/toolgen.yaml": "version: 1\n", "home/work/a.txt": "" });
  const from = (folder: string) =>
    projectRoot({}, memoryTerminal({ folder: join(root, folder), environment: { HOME: join(root, "home") } }).terminal);
  expect(from("home/work")).toBe(join(root, "home/work"));
  expect(from("home")).toBe(join(root, "home"));
});

it("doesn't take a folder without specs for a project that hides the one above", () => {
  const root = projectOf({ "toolgen.yaml": "version: 1\n", "tools.d/say.yaml": sayTool, "docs/tools.d/README.md": "Nothing here." });
  mkdirSync(join(root, "src/tools.d"), { recursive: true });
  for (const folder of ["src", "docs"])
    expect(toolgen(join(root, folder), ["list"])).toMatchObject({ status: 0, stdout: expect.stringContaining("say") });
});

it("names the projects below a folder that has none", () => {
  const root = projectOf({
    "packages/a/tools.d/say.yaml": sayTool,
    "packages/b/toolgen.yaml": "version: 1\n",
    "node_modules/c/toolgen.yaml": "",
  });
  expect(toolgen(root, ["build", "--check"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("Name the project with --project: there is one in 'packages/a', 'packages/b'."),
  });
  expect(toolgen(root, ["build", "--check", "--project", "packages/a"]).stderr).toContain("output-missing");
});

it("stays where it is started if there is no project", () => {
  const root = projectOf({});
  mkdirSync(join(root, "a"));
  const { status, stderr } = toolgen(join(root, "a"), ["check"]);
  expect(status).toBe(1);
  expect(stderr).toContain("error no-specs");
  expect(stderr).toContain("Run 'toolgen init' to start a project, or 'toolgen new command NAME'");
});
