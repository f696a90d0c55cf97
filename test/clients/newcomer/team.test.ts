import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execaSync } from "execa";
import { expect, it } from "vitest";
import { git } from "../../kit/git.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { installPacked } from "./packed.js";

const spec = (name: string) => `name: ${name}
description: Print a word.
kind: read
schema: { properties: { word: { type: string, description: The word. } }, required: [word] }
command: [printf, "%s", "{{word}}"]
`;

/** The settings of an earlier toolgen, whose server was always called `toolgen`. */
const earlier = {
  ".mcp.json": {
    mcpServers: {
      toolgen: {
        type: "stdio",
        command: "node",
        args: ["-e", 'const{dirname,join}=require("path");/* … */', "generated/mcp/server.cjs", "--client-asks"],
      },
    },
  },
  ".claude/settings.json": { permissions: { allow: ["Bash(ls)", "mcp__toolgen__gone", "mcp__toolgen__one"] } },
};

/** One developer at one machine: a home, and a clone of each repository. */
function developer() {
  const home = temporaryFolder("home");
  const env = { HOME: home, XDG_STATE_HOME: undefined, XDG_CONFIG_HOME: undefined, CLAUDE_CONFIG_DIR: undefined };
  return (folder: string, ...words: readonly string[]) =>
    execaSync("node", ["node_modules/toolgen/dist/cli/main.js", ...words], { cwd: folder, env: { ...process.env, ...env }, reject: false });
}

const json = (path: string) => JSON.parse(readFileSync(path, "utf8"));
const rules = (folder: string) => json(join(folder, ".claude/settings.json")).permissions.allow;
const servers = (folder: string) => Object.keys(json(join(folder, ".mcp.json")).mcpServers);

it("holds for a team of two over a week", () => {
  const [ada, ben] = [developer(), developer()];
  const done = ({ exitCode, stdout, stderr }: ReturnType<typeof ada>) => {
    expect([exitCode, stderr]).toEqual([0, ""]);
    return stdout;
  };
  const write = (folder: string, files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  };
  const commit = (folder: string, what: string) => {
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "--message", what);
  };

  // Monday: Ada upgrades toolgen in a project, and builds. What the earlier one installed is replaced.
  const notes = join(temporaryFolder(), "notes");
  installPacked(notes);
  write(notes, {
    "package.json": JSON.stringify({ ...json(join(notes, "package.json")), name: "@team/notes" }),
    ".gitignore": "node_modules\n.toolgen/\n",
    ".gitattributes": "generated/** text eol=lf\n",
    "tools.d/one.yaml": spec("one"),
    ...Object.fromEntries(Object.entries(earlier).map(([path, value]) => [path, `${JSON.stringify(value, null, 2)}\n`])),
  });
  git(notes, "init", "--quiet", "--initial-branch=main");
  done(ada(notes, "build"));
  const diff = done(ada(notes, "install", "claude", "--yes"));
  expect(diff).toContain('-      "mcp__toolgen__gone"');
  expect([servers(notes), rules(notes)]).toEqual([["notes"], ["Bash(ls)", "mcp__notes__one"]]);
  commit(notes, "Upgrade toolgen");

  // Tuesday: Ben clones it into a folder of another name. Nothing is stale, and CI agrees.
  const clone = join(temporaryFolder(), "work");
  git(notes, "clone", "--quiet", notes, clone);
  symlinkSync(join(notes, "node_modules"), join(clone, "node_modules"));
  done(ben(clone, "build", "--check"));
  expect(done(ben(clone, "install", "claude", "--yes"))).toMatch(/Nothing to change\.\s*$/);

  // Wednesday: Ben renames the tool, and installs. Ada adds one. Both are merged.
  git(clone, "checkout", "--quiet", "-b", "rename");
  git(clone, "mv", "tools.d/one.yaml", "tools.d/single.yaml");
  write(clone, { "tools.d/single.yaml": spec("single") });
  done(ben(clone, "build"));
  done(ben(clone, "install", "claude", "--yes"));
  expect(rules(clone)).toEqual(["Bash(ls)", "mcp__notes__single"]);
  commit(clone, "Rename a tool");
  write(notes, { "tools.d/two.yaml": spec("two") });
  done(ada(notes, "build"));
  commit(notes, "Add a tool");
  git(notes, "fetch", "--quiet", clone, "rename");
  try {
    git(notes, "merge", "--quiet", "FETCH_HEAD", "--message", "Merge");
  } catch {
    // Conflicts in generated/ are resolved by a build.
  }
  done(ada(notes, "build"));
  expect(ada(notes, "clients").stdout).toMatch(/claude +\S+ +stale/);
  done(ada(notes, "install", "claude", "--yes"));
  expect(rules(notes)).toEqual(["Bash(ls)", "mcp__notes__single", "mcp__notes__two"]);
  commit(notes, "Merge the rename");
  done(ada(notes, "build", "--check"));

  // Thursday: a second project, side by side in Ada's own settings.
  const other = join(temporaryFolder(), "other");
  mkdirSync(other);
  symlinkSync(join(notes, "node_modules"), join(other, "node_modules"));
  const { name: _name, ...packages } = json(join(notes, "package.json"));
  write(other, { "package.json": JSON.stringify(packages), "tools.d/one.yaml": spec("one") });
  done(ada(other, "build"));
  done(ada(notes, "install", "claude", "--user", "--yes"));
  expect(done(ada(other, "install", "claude", "--user", "--yes"))).toContain('"other"');

  // Friday: Ben takes all of it out of the merged project, though Ada installed a part.
  git(clone, "pull", "--quiet", "--no-rebase", notes, "main");
  done(ben(clone, "uninstall", "claude", "--yes"));
  expect([existsSync(join(clone, ".mcp.json")), rules(clone)]).toEqual([false, ["Bash(ls)"]]);
});
