import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { builtProject } from "../kit/project.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { toolgen } from "../kit/toolgen.js";

const tool = (toolset: string) => `name: ${toolset}_it\ndescription: d\nkind: read\ntoolsets: [${toolset}]\ncommand: [wc]\n`;

let project: string;
let home: string;
beforeEach(() => {
  project = builtProject({
    "toolgen.yaml": "version: 1\nserver: notes\ntargets: { skills: {} }\n",
    "tools.d/a.yaml": tool("find"),
    "tools.d/b.yaml": tool("count"),
  });
  home = temporaryFolder();
});

const run = (...args: readonly string[]) => {
  const env = { HOME: home, XDG_STATE_HOME: undefined, CLAUDE_CONFIG_DIR: undefined, CODEX_HOME: undefined };
  const { status, stdout, stderr } = toolgen(project, args, { env });
  return { status, text: stdout + stderr };
};
const linksIn = (folder: string) =>
  existsSync(folder) ? Object.fromEntries(readdirSync(folder).map((name) => [name, readlinkSync(join(folder, name))])) : undefined;

it("links skills where clients look for them, and takes the links away with what it made for them", () => {
  expect(run("install", "claude", "codex", "--skills", "--yes").text).toContain(
    "create .claude/skills/notes-count -> ../../generated/skills/notes-count\n",
  );
  for (const folder of [".claude/skills", ".agents/skills"]) {
    const links = { "notes-count": "../../generated/skills/notes-count", "notes-find": "../../generated/skills/notes-find" };
    expect(linksIn(join(project, folder))).toEqual(links);
    expect(readFileSync(join(project, folder, "notes-find/SKILL.md"), "utf8")).toContain("name: notes-find\n");
  }
  expect(run("install", "claude", "--skills", "--yes").text).toContain("Nothing to change.");
  // The user's own skill stays.
  symlinkSync("../../generated/skills/notes-find", join(project, ".agents/skills/mine"));
  run("uninstall", "claude", "--yes");
  expect(existsSync(join(project, ".claude"))).toBe(false);
  run("uninstall", "codex", "--yes");
  expect(Object.keys(linksIn(join(project, ".agents/skills")) ?? {})).toEqual(["mine"]);
});

it("leaves a folder that another installed client reads, and renews the links after a build", () => {
  run("install", "codex", "opencode", "--skills", "--yes");
  run("uninstall", "codex", "--yes");
  expect(Object.keys(linksIn(join(project, ".agents/skills")) ?? {})).toEqual(["notes-count", "notes-find"]);
  rmSync(join(project, "tools.d/b.yaml"));
  expect(run("build").status).toBe(0);
  expect(run("install", "opencode", "--skills", "--yes").text).toContain("remove .agents/skills/notes-count");
  run("uninstall", "opencode", "--yes");
  expect(existsSync(join(project, ".agents"))).toBe(false);
});

it("links skills for the user by their absolute path", () => {
  run("install", "claude", "--user", "--skills", "--yes");
  expect(linksIn(join(home, ".claude/skills"))?.["notes-find"]).toBe(join(project, "generated/skills/notes-find"));
  run("uninstall", "claude", "--user", "--yes");
  expect(existsSync(join(home, ".claude/skills"))).toBe(false);
});

it("changes nothing with --dry-run, and replaces no skill of the user's", () => {
  expect(run("install", "codex", "--skills", "--dry-run").text).toContain("create .agents/skills/notes-find");
  expect(existsSync(join(project, ".agents"))).toBe(false);
  run("install", "codex", "--skills", "--yes");
  rmSync(join(project, ".agents/skills/notes-find"));
  writeFileSync(join(project, ".agents/skills/notes-find"), "mine");
  expect(run("install", "codex", "--skills", "--yes")).toMatchObject({
    status: 2,
    text: expect.stringContaining("isn't a link to this project's skill"),
  });
  expect(lstatSync(join(project, ".agents/skills/notes-find")).isFile()).toBe(true);
});

it("writes no link outside of the project, and names clients that read no skills", () => {
  symlinkSync(home, join(project, ".agents"));
  expect(run("install", "codex", "--skills", "--yes").text).toContain("leads out of the project");
  expect(existsSync(join(home, "skills"))).toBe(false);
  expect(run("install", "vscode", "--skills", "--yes").text).toContain("toolgen knows no folder of skills of VS Code.");
});

it("says how to get skills in a project without any", () => {
  writeFileSync(join(project, "toolgen.yaml"), "version: 1\nserver: notes\n");
  run("build");
  expect(run("install", "codex", "--skills", "--yes").text).toContain("Write `targets: { skills: {} }` in toolgen.yaml");
});
