import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { projectOf, sayTool } from "../../kit/project.js";
import { sampled } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { toolgen } from "../../kit/toolgen.js";

const manifest = (more: object = {}) =>
  JSON.stringify({ name: "x", scripts: { test: "vitest run", dev: "vite", "lint:fix": "eslint --fix" }, ...more });

interface Kind {
  readonly files: Readonly<Record<string, string>>;
  /** The project's folder in it. */
  readonly folder?: string;
  /** Where its outputs go. */
  readonly output?: string;
  /** Tools that `--all` makes of it. */
  readonly tools: readonly string[];
}

const kinds: Readonly<Record<string, Kind>> = {
  "an empty folder": { files: { ".git/HEAD": "ref: refs/heads/main\n" }, tools: [] },
  "an npm package": { files: { "package.json": manifest(), "package-lock.json": "{}" }, tools: ["npm_test", "npm_dev", "npm_lint_fix"] },
  "npm workspaces": {
    files: { "package.json": manifest({ workspaces: ["packages/*"] }), "packages/a/package.json": '{"scripts": {"deep": "x"}}' },
    tools: ["npm_test", "npm_dev", "npm_lint_fix"],
  },
  "a pnpm package": { files: { "package.json": manifest(), "pnpm-lock.yaml": "" }, tools: ["pnpm_test", "pnpm_dev", "pnpm_lint_fix"] },
  "a Makefile": { files: { Makefile: ".PHONY: test\ntest: ## Run the tests\n\ttrue\n" }, tools: ["make_test"] },
  "a Makefile that runs the scripts": {
    files: {
      "package.json": manifest({ scripts: { test: "vitest run", lint: "eslint" } }),
      Makefile: "test:\n\t@npm test\nall:\n\tnpm run lint && true\n",
    },
    tools: ["npm_lint", "make_test", "make_all"],
  },
  "a justfile": { files: { justfile: "# Run the tests\ntest:\n  true\n" }, tools: ["just_test"] },
  "a Taskfile": { files: { "Taskfile.yml": "version: '3'\ntasks: { test: { cmds: ['true'] } }\n" }, tools: ["task_test"] },
  "a compose file": { files: { "docker-compose.yml": "services: { web: { image: a } }\n" }, tools: ["compose_ps", "compose_logs"] },
  "a Python project": { files: { "pyproject.toml": '[project]\nname = "x"\n', "x/__init__.py": "" }, tools: [] },
  "a Rust crate": {
    files: { "Cargo.toml": '[package]\nname = "x"\n', "src/main.rs": "fn main() {}\n", ".gitignore": "/target\n" },
    tools: [],
  },
  "a toolgen project": {
    files: { "toolgen.yaml": "version: 1\nspecs: [specs/*.yaml]\noutput: out\n", "specs/say.yaml": sayTool, Makefile: "test:\n\ttrue\n" },
    output: "out",
    tools: ["make_test"],
  },
  "a subfolder of a monorepo": {
    files: {
      ".git/config": '[remote "origin"]\n\turl = git@github.com:a/b.git\n',
      "package.json": manifest(),
      "apps/my web/package.json": manifest(),
    },
    folder: "apps/my web",
    tools: ["npm_test", "npm_dev", "npm_lint_fix"],
  },
  "files with CRLF": {
    files: {
      "package.json": manifest().replaceAll(",", ",\r\n"),
      ".gitignore": "dist\r\nnode_modules",
      ".gitattributes": "* text=auto\r\n",
    },
    tools: ["npm_test", "npm_dev", "npm_lint_fix"],
  },
};

/** A home folder of its own, where the memory of installations is. */
const ownHome = () => ({ HOME: temporaryFolder(), XDG_STATE_HOME: undefined });

/** Texts of all files, by path, without what builds remember. */
function snapshot(folder: string): Readonly<Record<string, string>> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => !path.includes(".toolgen"));
  return Object.fromEntries(
    paths.filter((path) => lstatSync(join(folder, path)).isFile()).map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
}

it.each(sampled(Object.entries(kinds), { usual: 6 }))(
  "begins a project that builds and whose examples hold in %s, and the second time changes nothing",
  (_kind, { files, folder = ".", output = "generated", tools }) => {
    const root = projectOf(files);
    const project = join(root, folder);
    const args = ["init", "--all", "--ci", "github", "--client", "claude", "--client", "gemini", "--json"];
    const env = ownHome();
    const { status, stdout, stderr } = toolgen(project, args, { env });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    const first = JSON.parse(stdout);
    expect(first.tools.map((tool: { readonly name: string }) => tool.name)).toEqual(tools);
    expect(first.next).toHaveLength(3);
    expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
    const tested = JSON.parse(toolgen(project, ["test", "--json"]).stdout);
    // A CI job runs them with --strict.
    expect(tested.filter((result: { readonly status: string }) => result.status !== "passed")).toEqual([]);
    expect(tested.length).toBeGreaterThanOrEqual(Math.max(1, tools.length) - 1);
    const settings = (path: string) => JSON.parse(readFileSync(join(project, path), "utf8"));
    expect(settings(".gemini/settings.json")).toEqual(settings(`${output}/gemini/settings.json`));
    const [[server, entry] = ["", { args: [] }]] = Object.entries<{ readonly args: readonly string[] }>(settings(".mcp.json").mcpServers);
    expect(entry.args).toContain(`${output}/mcp/server.cjs`);
    // Of the tools that were made in the same run.
    const { allow = [], ask = [] } = settings(".claude/settings.json").permissions;
    expect([...allow, ...ask]).toEqual(expect.arrayContaining(tools.map((tool) => `mcp__${server}__${tool}`)));
    const states = JSON.parse(toolgen(project, ["clients", "--json"], { env }).stdout);
    expect(states.find(({ client }: { readonly client: string }) => client === "claude")).toMatchObject({ project: "installed" });

    for (const [path, text] of Object.entries(files)) expect(readFileSync(join(root, path), "utf8").startsWith(text)).toBe(true);
    expect(existsSync(join(root, ".github/workflows/toolgen.yml"))).toBe(true);
    const before = snapshot(root);
    const again = JSON.parse(toolgen(project, args, { env }).stdout);
    expect(again.files.filter((file: { readonly action: string }) => file.action !== "keep")).toEqual([]);
    expect(snapshot(root)).toEqual(before);
  },
);

it("keeps the line ends of the files that it adds lines to", () => {
  const { files } = kinds["files with CRLF"] ?? { files: {} };
  const folder = projectOf(files);
  toolgen(folder, ["init"]);
  expect(readFileSync(join(folder, ".gitignore"), "utf8")).toBe("dist\r\nnode_modules\r\n.toolgen/\r\n");
  expect(readFileSync(join(folder, ".gitattributes"), "utf8")).toBe(
    "* text=auto\r\ngenerated/** text eol=lf linguist-generated\r\ntoolgen.lock text eol=lf\r\n",
  );
});

it("leaves a file that isn't UTF-8 as it is, and says which lines it needs", () => {
  const folder = temporaryFolder();
  const bytes = Buffer.from("# caf\xe9\ndist\n", "latin1");
  writeFileSync(join(folder, ".gitignore"), bytes);
  const { status, stdout } = toolgen(folder, ["init"]);
  expect({ status, stdout }).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/= \.gitignore +is not text in UTF-8; add these lines to it\n {6}\.toolgen\/\n/),
  });
  expect(readFileSync(join(folder, ".gitignore"))).toEqual(bytes);
});

it("writes only the tools, clients and jobs that were asked for, and names what it found", () => {
  const folder = projectOf({ "package.json": manifest(), ".github/dependabot.yml": "", ".gemini/x": "" });
  const { status, stdout } = toolgen(folder, ["init"], { env: { npm_command: "exec" } });
  expect(status).toBe(0);
  expect(stdout).toContain("  + tools.d/count-lines.yaml  count_lines, a first tool\n");
  expect(stdout).toContain(
    "Found, and not written: npm_test, npm_dev, npm_lint_fix.\nAdd them with 'npx toolgen init --tools NAME,NAME' or --all.\n",
  );
  expect(stdout).toContain("Add toolgen to the project's packages: npm install -D toolgen\n");
  expect(stdout).toMatch(
    /Next:\n {2}npx toolgen build\n {2}npx toolgen test\n {2}npx toolgen call count_lines '\{"files": \["toolgen\.yaml"\]\}'\n\nTo use the tools in Claude Code: npx toolgen install claude\. .*\n$/,
  );
  expect(readdirSync(folder).sort()).toEqual([
    ".gemini",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".toolgen",
    "package.json",
    "toolgen.yaml",
    "tools.d",
  ]);
});

it("takes what is suggested with --yes: what tests and checks, the clients found here, and a job for the CI found here", () => {
  const folder = projectOf({ "package.json": manifest(), ".github/dependabot.yml": "", ".gemini/x": "", ".git/HEAD": "" });
  const { stdout } = toolgen(folder, ["init", "--yes", "--json"], { env: { ...ownHome(), PATH: "/nowhere" } });
  const created = JSON.parse(stdout).files.map((file: { readonly path: string }) => file.path);
  expect(created).toEqual([
    "toolgen.yaml",
    "tools.d/count-lines.yaml",
    "tools.d/npm-test.yaml",
    ".gitignore",
    ".gitattributes",
    ".gemini/settings.json",
    ".github/workflows/toolgen.yml",
  ]);
});

it("writes nothing in a dry run, and shows all of it", () => {
  const folder = projectOf({ Makefile: "test:\n\ttrue\n" });
  const { status, stdout } = toolgen(folder, ["init", "--all", "--dry-run"]);
  expect(status).toBe(0);
  expect(stdout).toContain("  + tools.d/make-test.yaml    make_test, from Makefile\n");
  expect(stdout).toContain("Nothing was written");
  expect(readdirSync(folder)).toEqual(["Makefile"]);
});

it("adds to a client's own settings, takes it out again, and leaves a job of the project's alone", () => {
  const mine = '{ "mcpServers": { "git": { "command": "git-mcp" } } }';
  const folder = projectOf({ ".mcp.json": mine, ".gitlab-ci.yml": "test: {}\n" });
  const env = ownHome();
  const { status, stdout } = toolgen(folder, ["init", "--client", "claude", "--ci", "gitlab"], { env });
  expect(status).toBe(0);
  expect(stdout).toContain("  ~ .mcp.json                 for Claude Code. Start claude in the project once");
  expect(stdout).toMatch(/= \.gitlab-ci\.yml +is there already; add this job to it\n(?: {6}.*\n)* {6}toolgen:/);
  expect(stdout).toContain("  + .claude/settings.json     for Claude Code.\n");
  expect(Object.keys(JSON.parse(readFileSync(join(folder, ".mcp.json"), "utf8")).mcpServers)).toEqual(["git", "toolgen"]);
  expect(toolgen(folder, ["uninstall", "claude", "--yes"], { env }).status).toBe(0);
  expect(readFileSync(join(folder, ".mcp.json"), "utf8")).toBe(mine);
  expect(existsSync(join(folder, ".claude"))).toBe(false);
});

it("leaves a client alone whose settings it can't change, and says why", () => {
  const folder = projectOf({ ".claude/settings.json": "{ // mine\n}" });
  const { status, stdout, stderr } = toolgen(folder, ["init", "--client", "claude", "--client", "codex"], { env: ownHome() });
  expect(status).toBe(1);
  const problem = "has a comment, which this client doesn't read (line 1)";
  expect(stdout).toContain(`  = .claude/settings.json     ${problem}, so Claude Code is not set up\n`);
  expect(stderr).toBe(`.claude/settings.json ${problem}.\n`);
  expect([existsSync(join(folder, ".mcp.json")), existsSync(join(folder, ".codex/config.toml"))]).toEqual([false, true]);
});

it("sets up no client where a spec is wrong, and says how to do it later", () => {
  const folder = projectOf({ "tools.d/x.yaml": "name: [" });
  const { status, stderr } = toolgen(folder, ["init", "--client", "cursor"], { env: ownHome() });
  expect([status, existsSync(join(folder, ".cursor"))]).toEqual([1, false]);
  expect(stderr).toContain("No client was set up. Correct the specs, and run 'toolgen install cursor'.\n");
});

it("points editors to the schema of the installed package, also of one that is installed above", () => {
  const folder = projectOf({
    "node_modules/toolgen/dist/assets/spec.schema.json": "{}",
    "packages/a/package.json": '{"devDependencies": {"toolgen": "*"}}',
  });
  const project = join(folder, "packages/a");
  const { stdout } = toolgen(project, ["init", "--ci", "github"]);
  const schema = "../../../node_modules/toolgen/dist/assets/spec.schema.json";
  expect(readFileSync(join(project, "tools.d/count-lines.yaml"), "utf8").split("\n")[0]).toBe(`# yaml-language-server: $schema=${schema}`);
  expect(existsSync(join(project, "tools.d", schema))).toBe(true);
  expect(existsSync(join(project, ".toolgen"))).toBe(false);
  expect(stdout).not.toContain("npm install");
  expect(readFileSync(join(project, ".github/workflows/toolgen.yml"), "utf8")).toContain(
    "- run: npm install\n      - run: npx toolgen build --check\n",
  );
});

it("writes the schema where the line leads if no package is installed", () => {
  const folder = projectOf({});
  toolgen(folder, ["init"]);
  const line = readFileSync(join(folder, "tools.d/count-lines.yaml"), "utf8").split("\n")[0] ?? "";
  const path = line.replace("# yaml-language-server: $schema=", "");
  expect(JSON.parse(readFileSync(join(folder, "tools.d", path), "utf8"))).toMatchObject({ title: "toolgen spec" });
  expect(toolgen(folder, ["schema", "--out", ".toolgen/again.json"]).stdout).toBe("  + .toolgen/again.json\n");
  expect(readFileSync(join(folder, ".toolgen/again.json"))).toEqual(readFileSync(join(folder, ".toolgen/spec.schema.json")));
});

it("names the schema of a package that will be installed, and restores one in .toolgen for a clone", () => {
  const declared = projectOf({ "package.json": '{ "devDependencies": { "toolgen": "1" } }', "packages/a/README.md": "" });
  const first = (folder: string) => readFileSync(join(folder, "tools.d/count-lines.yaml"), "utf8").split("\n")[0];
  for (const folder of [declared, join(declared, "packages/a")]) {
    toolgen(folder, ["init"]);
    expect(first(folder)).toMatch(/\$schema=(?:\.\.\/){1,3}node_modules\/toolgen\/dist\/assets\/spec\.schema\.json$/);
  }
  expect([existsSync(join(declared, ".toolgen")), existsSync(join(declared, "node_modules"))]).toEqual([false, false]);
  writeFileSync(join(declared, ".pnp.cjs"), "");
  expect(toolgen(declared, ["new", "command", "other"]).status).toBe(0);
  expect(readFileSync(join(declared, "tools.d/other.yaml"), "utf8")).toContain("$schema=../.toolgen/spec.schema.json");

  const folder = projectOf({});
  toolgen(folder, ["init"]);
  rmSync(join(folder, ".toolgen"), { recursive: true });
  expect(toolgen(folder, ["build"]).status).toBe(0);
  expect(readFileSync(join(folder, ".toolgen/spec.schema.json"), "utf8")).toContain("toolgen spec");
});

it("refuses names of tools, clients and CI services that it doesn't know, and writes nothing", () => {
  const folder = projectOf({ Makefile: "test:\n\ttrue\n" });
  const said = (...args: string[]) => {
    const { status, stdout, stderr } = toolgen(folder, ["init", ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    return stderr;
  };
  expect(said("--tools", "make_tst")).toBe(
    "toolgen: 'make_tst' is not a tool that was found here. Did you mean 'make_test'?\nThere are: make_test.\n",
  );
  expect(said("--client", "netscape")).toContain(
    "Allowed choices are claude, codex, opencode, copilot, gemini, antigravity, qwen, pi, vscode, cursor, junie, kiro, kilo, factory, crush, amp, continue, none.",
  );
  expect(said("--ci", "github", "--ci", "gitlab")).toContain("'github' was given already; name one service.");
  expect(said("--ci", "jenkins")).toContain("Allowed choices are github, gitlab, none.");
  expect(readdirSync(folder)).toEqual(["Makefile"]);
});

it("reports the mistakes of a toolgen.yaml that is there, and writes nothing", () => {
  const folder = projectOf({ "toolgen.yaml": "version: 1\nspec: x\n" });
  const { status, stderr } = toolgen(folder, ["init"]);
  expect(status).toBe(1);
  expect(stderr).toContain("toolgen.yaml:2:1 - error unknown-key");
  expect(readdirSync(folder)).toEqual(["toolgen.yaml"]);
});

it("says that generated files are ignored, where a project's .gitignore has it so", () => {
  const folder = projectOf({ ".gitignore": "generated/\n" });
  expect(toolgen(folder, ["init"]).stdout).toContain("take 'generated' out of it, because generated files are committed");
});

it("says in a line that a folder can't be written to", () => {
  const folder = projectOf({});
  const blocked = join(folder, "project");
  mkdirSync(blocked);
  // A file in the place of a folder is refused to every user, root included.
  writeFileSync(join(blocked, "tools.d"), "");
  chmodSync(join(blocked, "tools.d"), 0o444);
  const { status, stderr } = toolgen(blocked, ["init"]);
  expect(status).toBe(1);
  expect(stderr).toBe("toolgen: 'tools.d/count-lines.yaml' can't be read or written: there is a file where a folder is needed.\n");
});

it("makes a project of its own in a folder of another project, and says so", () => {
  const root = projectOf({ "toolgen.yaml": "version: 1\n", "inner/a.txt": "" });
  const { status, stderr } = toolgen(join(root, "inner"), ["init"]);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: `This folder is part of the project in ${root}. It becomes a project of its own.\n`,
  });
  expect(existsSync(join(root, "inner/toolgen.yaml"))).toBe(true);
});

it("sees the programs of clients on PATH", () => {
  const folder = projectOf({ "bin/claude": "#!/bin/sh\n", "bin/codex": "no program" });
  chmodSync(join(folder, "bin/claude"), 0o755);
  const { stdout } = toolgen(folder, ["init", "--yes", "--dry-run"], { env: { PATH: join(folder, "bin") } });
  expect(stdout).toContain("  + .mcp.json                 for Claude Code.");
  expect(stdout).not.toContain("Codex");
});

it("names the packages of a workspace whose scripts are not offered at its root", () => {
  const folder = projectOf({
    "package.json": '{"workspaces": ["packages/*", "apps/**", "!apps/old"]}',
    "packages/a/package.json": '{"scripts": {"test": "x"}}',
    "packages/b/package.json": "{}",
    "apps/web/shop/package.json": '{"scripts": {"test": "x"}}',
    "apps/old/package.json": '{"scripts": {"test": "x"}}',
  });
  const note =
    "The scripts of the workspace's packages (apps/web/shop, packages/a) are not offered here: start init in the folder of a package.";
  expect(toolgen(folder, ["init", "--dry-run"]).stdout).toContain(`\n${note}\n`);
  expect(JSON.parse(toolgen(folder, ["init", "--dry-run", "--json"]).stdout).notes).toEqual([note]);
});

it("installs a workspace's packages at its root, by the manager and the lockfile that are there", () => {
  const folder = projectOf({
    ".git/HEAD": "",
    "package.json": '{"workspaces": ["packages/*"], "devDependencies": {"toolgen": "1"}}',
    "yarn.lock": "",
    "packages/a/package.json": '{"scripts": {"test": "x"}}',
  });
  const { stdout } = toolgen(join(folder, "packages/a"), ["init", "--all", "--ci", "github"]);
  expect(stdout).toContain("yarn_test, from package.json");
  expect(stdout).toContain("\n  yarn toolgen build\n");
  expect(readFileSync(join(folder, ".github/workflows/toolgen.yml"), "utf8")).toContain(
    `          cache: yarn\n      - run: yarn install --immutable\n        working-directory: "."\n      - run: yarn toolgen build --check\n`,
  );
});

it("makes a package for pi with its corrected tools in one command, and says what pi needs", () => {
  const project = projectOf({ Makefile: "hello:\n\ttrue\n" });
  const { status, stdout, stderr } = toolgen(project, ["init", "--client", "pi"], { env: ownHome() });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("Start pi in the project and trust it");
  expect(stdout.trim().split("\n").at(-1)).toBe("Then start pi in this folder, and type: How many lines does toolgen.yaml have?");
  const read = (path: string) => readFileSync(join(project, path), "utf8");
  expect(JSON.parse(read(".pi/settings.json")).packages).toEqual(["../generated/pi"]);
  expect(readdirSync(join(project, "generated/pi/overrides")).sort()).toEqual([
    "bash.cjs",
    "edit.cjs",
    "package.json",
    "read.cjs",
    "write.cjs",
  ]);
  expect(read("generated/pi/overrides/read.cjs")).toContain("start_line");
  expect(toolgen(project, ["build", "--check"])).toMatchObject({ status: 0, stderr: "" });
  // A spec of the project replaces toolgen's.
  const own = readFileSync(new URL("../../../library/pi/read.yaml", import.meta.url), "utf8");
  writeFileSync(join(project, "tools.d/read.yaml"), own);
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect(read("generated/pi/overrides/read.cjs")).toContain("from tools.d/read.yaml");
  expect(toolgen(project, ["test", "--strict"]).status).toBe(0);

  const existing = projectOf({ "toolgen.yaml": "version: 1\n", "tools.d/say.yaml": sayTool });
  expect(toolgen(existing, ["init", "--client", "pi"], { env: ownHome() }).stdout).toContain("add this to it for pi\n      targets:\n");
});

it("checks the examples of its specs of pi's own tools", () => {
  const specs = ["bash", "edit", "read", "write"].map((name) => {
    const text = readFileSync(new URL(`../../../library/pi/${name}.yaml`, import.meta.url), "utf8");
    return [`tools.d/${name}.yaml`, text] as const;
  });
  const project = projectOf({
    "toolgen.yaml": "version: 1\ntargets: { pi: { overrides: [bash, edit, read, write] } }\n",
    ...Object.fromEntries(specs),
  });
  expect(toolgen(project, ["build"])).toMatchObject({ status: 0, stderr: "" });
  expect(toolgen(project, ["test", "--strict"])).toMatchObject({ status: 0, stderr: "" });
});
