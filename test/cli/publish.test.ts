import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { builtProject, sayTool } from "../kit/project.js";
import { toolgen } from "../kit/toolgen.js";

const config = (settings: object) =>
  `version: 1\nserver: notes\ntargets: { package: ${JSON.stringify({ name: "@you/notes-mcp", mcpName: "io.github.you/notes", ...settings })} }\n`;

it("prints the two commands that publish a package, once it would be accepted", () => {
  const project = builtProject({ "toolgen.yaml": config({}), "tools.d/say.yaml": sayTool });
  const publish = () => toolgen(project, ["publish", "--dry-run"]);
  expect(publish()).toMatchObject({ status: 1, stderr: expect.stringMatching(/^`version` isn't set.*\n`license` isn't set.*\n$/) });
  writeFileSync(join(project, "toolgen.yaml"), config({ version: "1.2.0", license: "MIT", description: "Words. ".repeat(20) }));
  toolgen(project, ["build"]);
  expect(publish().stderr).toBe("`description` has 140 characters, and the registry takes 100.\n");
  writeFileSync(join(project, "toolgen.yaml"), config({ version: "1.2.0", license: "MIT" }));
  toolgen(project, ["build"]);
  const { status, stdout } = publish();
  expect([status, stdout.split("\n").slice(1)]).toEqual([
    0,
    ["  npm publish ./generated/package --access public", "  mcp-publisher publish generated/package/mcp-registry.json", ""],
  ]);
  appendFileSync(join(project, "generated/package/README.md"), "changed");
  expect(publish().stderr).toContain("run 'toolgen build'");
});

it("has npm publish the files that the build wrote, and no others of the folder", () => {
  const files = ["!x.txt", "@(a|b).txt", "data/!(a).txt", "#c.txt"];
  const project = builtProject({
    "toolgen.yaml": config({ version: "1.2.0", license: "MIT", files }),
    "tools.d/say.yaml": sayTool,
    ...Object.fromEntries(files.map((path) => [path, "text"])),
  });
  const folder = join(project, "generated/package");
  const isFile = (path: string) => statSync(join(folder, path)).isFile() && path !== "mcp-registry.json";
  const built = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isFile);
  for (const path of ["docs", "generated/mcp/more"]) mkdirSync(join(folder, path), { recursive: true });
  for (const path of ["docs/.env", "docs/README.md", "generated/mcp/more/server.cjs", "generated/notes.txt", "a.txt", "data/b.txt"])
    writeFileSync(join(folder, path), "foreign");
  const [packed] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json", "--offline"], { cwd: folder, encoding: "utf8" }));
  expect(packed.files.map(({ path }: { path: string }) => path).sort()).toEqual([...built].sort());
});

it("publishes nothing itself, and says what a project without a package needs", () => {
  const project = builtProject({ "tools.d/say.yaml": sayTool });
  expect(toolgen(project, ["publish"])).toMatchObject({ status: 2, stderr: expect.stringContaining("Add --dry-run") });
  expect(toolgen(project, ["publish", "--dry-run"]).stderr).toContain("targets: { package:");
});
