import { expect, it } from "vitest";
import { findProposals, packageManager, printSpec } from "../../src/import/find-proposals.js";
import { compiledTool } from "../kit/compiled.js";

const find = (files: Readonly<Record<string, string>>, beside: readonly string[] = []) =>
  findProposals({
    texts: new Map(Object.entries(files)),
    manager: packageManager(files["package.json"] ?? "", [...Object.keys(files), ...beside]),
  });
const propose = (...given: Parameters<typeof find>) => find(...given).proposals;
const names = (files: Readonly<Record<string, string>>) => propose(files).map(({ name }) => name);
const scripts = (all: Readonly<Record<string, string>>) => JSON.stringify({ scripts: all });

it("makes a tool of each npm script, but not of those that npm runs by itself", () => {
  const file = scripts({
    test: "vitest",
    pretest: "tsc",
    "test:unit": "vitest unit",
    preview: "vite preview",
    prepare: "husky",
    postinstall: "x",
  });
  expect(names({ "package.json": file })).toEqual(["npm_test", "npm_test_unit", "npm_preview"]);
  expect(names({ "package.json": scripts({ test: 'echo "Error: no test specified" && exit 1' }) })).toEqual([]);
  expect(names({ "package.json": "{" })).toEqual([]);
  expect(names({ "package.json": '{"scripts": []}' })).toEqual([]);
});

it("runs scripts by the package manager that the project uses", () => {
  const commandOf = (text: string, ...beside: string[]) => propose({ "package.json": text }, beside)[0]?.command;
  expect(commandOf(scripts({ test: "x" }), "pnpm-lock.yaml")).toEqual(["pnpm", "run", "test"]);
  expect(commandOf(scripts({ test: "x" }), "yarn.lock")).toEqual(["yarn", "run", "test"]);
  expect(commandOf(JSON.stringify({ packageManager: "pnpm@10.0.0", scripts: { test: "x" } }))).toEqual(["pnpm", "run", "test"]);
});

it("makes tools of the phony and documented targets of a Makefile", () => {
  const text = [
    "VERSION := 1",
    "export PATH",
    "all: build ## Build everything",
    ".PHONY: test clean \\",
    "  deploy",
    "test: build",
    "\techo ## no comment",
    "## Remove what was built",
    "clean:",
    "deploy: NAME = prod",
    "deploy: ; ./deploy",
    "%.o: %.c",
    "out/app.js: src/app.ts",
    "$(DIR): x",
    "define recipe",
    "fake: x ## never",
    "endef",
    "help: ## Show this",
  ].join("\n");
  const found = propose({ Makefile: text });
  expect(found.map(({ entry, description }) => [entry, description])).toEqual([
    ["all", "Build everything. Runs `make all`."],
    ["test", "Run `make test`."],
    ["clean", "Remove what was built. Runs `make clean`."],
    ["deploy", "Run `make deploy`."],
  ]);
  expect(propose({ Makefile: text.replaceAll("\n", "\r\n") })).toEqual(found);
});

it("takes the targets that look like commands where a Makefile marks none", () => {
  expect(names({ Makefile: "test: app\n\tx\napp.o: app.c\nbin/app: app.o\nX = 1\na:=b\n" })).toEqual(["make_test"]);
});

it("makes tools of the public recipes of a justfile that need no arguments", () => {
  const text = [
    'set shell := ["bash", "-c"]',
    "alias t := test",
    'text := """',
    "not: a recipe",
    '"""',
    "# Run all tests",
    '@test *args="--all": build',
    "    cargo test {{args}}",
    "build mode='a b' out=(x / y):",
    "deploy target:",
    "_hidden:",
    "[private]",
    "secret:",
    "[confirm]",
    "[group('x')]",
    "drop:",
    "[doc('Format the code')]",
    "fmt:",
  ].join("\n");
  expect(propose({ justfile: text }).map(({ entry, description }) => [entry, description])).toEqual([
    ["test", "Run all tests. Runs `just test`."],
    ["build", "Run `just build`."],
    ["fmt", "Format the code. Runs `just fmt`."],
  ]);
});

it("makes tools of the tasks of a Taskfile that need no variables and ask nothing", () => {
  const text = `version: "3"
tasks:
  lint: { desc: Lint the code, cmds: [x] }
  build: go build
  hidden: { internal: true }
  deploy: { requires: { vars: [ENV] } }
  drop: { prompt: Sure? }
  "start:*": x
  "A=b": x
`;
  expect(names({ "Taskfile.yml": text })).toEqual(["task_lint", "task_build"]);
  expect(names({ "Taskfile.yml": "tasks: [" })).toEqual([]);
});

it("only looks at the services of a compose file", () => {
  const found = propose({ "compose.yaml": "services: { web: { image: a }, db: { image: b }, '--x': {} }\n" });
  expect(found.map(({ name, kind }) => [name, kind])).toEqual([
    ["compose_ps", "read"],
    ["compose_logs", "read"],
  ]);
  expect(found[1]?.services).toEqual(["web", "db"]);
});

it("gives each tool a name of its own that the language takes", () => {
  const file = scripts({
    "test:unit": "a",
    "test-unit": "b",
    testUnit: "c",
    "größe:État": "d",
    start: "e",
    "start:stop": "f",
    [`l${"o".repeat(60)}ng`]: "g",
  });
  const found = names({ "package.json": file });
  expect(found.slice(0, 6)).toEqual([
    "npm_test_unit",
    "npm_test_unit_2",
    "npm_test_unit_3",
    "npm_grosse_etat",
    "npm_start",
    "npm_start_stop_2",
  ]);
  for (const name of found) expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]{0,47}$/);
});

it("keeps hostile names and comments text: each spec compiles to exactly the words that it was made of", async () => {
  const hostile = [
    "$(x)",
    "-rf",
    "a {{b}} c",
    "'; rm -rf ~ #",
    "{{#each x}}",
    "- [x]: !!js &a *b",
    '"a',
    "#x",
    "null",
    "true",
    "1e3",
    "a: b",
  ];
  const found = propose({ "package.json": scripts(Object.fromEntries(hostile.map((name) => [name, `echo '${name}' # {{x}}`]))) });
  expect(found.map(({ entry }) => entry)).toEqual(hostile);
  for (const proposal of found) {
    const { tool, diagnostics } = await compiledTool(printSpec(proposal, { schemaLine: "# schema" }));
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(tool?.examples[0]?.expect.argv).toEqual(proposal.command);
    expect(JSON.stringify(tool?.definition.command)).not.toContain('"param');
  }
});

it("proposes nothing with a name that can't be shown or written", () => {
  expect(
    names({ "package.json": scripts({ "a\nb": "x", "a\u001b[31m": "x", "\u202eevil": "x", "\\{{x}}": "x", "": "x", "a=b": "x" }) }),
  ).toEqual([]);
});

it("asks before what may destroy, and not to death about tests", () => {
  const found = propose({ "package.json": scripts({ test: "x", lint: "x", deploy: "x", "build:clean": "x", dev: "vite" }) });
  expect(found.map(({ name, risk, isBackground }) => [name, risk, isBackground])).toEqual([
    ["npm_test", "moderate", undefined],
    ["npm_lint", "moderate", undefined],
    ["npm_deploy", undefined, undefined],
    ["npm_build_clean", undefined, undefined],
    ["npm_dev", undefined, true],
  ]);
});

it("leaves out names without a letter or digit for a tool's name, and says so", () => {
  const { proposals, notes } = find({ "package.json": scripts({ 测试: "x", é: "y" }) });
  expect(proposals.map(({ name }) => name)).toEqual(["npm_e"]);
  expect(notes).toEqual(["Left out, because they have no letter or digit for a tool's name: '测试' of package.json."]);
});

it("says which files are broken, and which recipes need arguments", () => {
  const { proposals, notes } = find({
    "package.json": "{",
    "Taskfile.yml": "tasks: [",
    justfile: "build mode='a':\n\nship to from='x':\n\nall *rest:\n\ntest:\n",
  });
  expect(proposals.map(({ name }) => name)).toEqual(["just_build", "just_all", "just_test"]);
  expect(notes).toEqual([
    "package.json was left out: it is not valid JSON.",
    "1 left out of justfile: they need arguments (ship).",
    "Offered without their optional arguments, from justfile: build, all.",
    "Taskfile.yml was left out: it is not valid YAML.",
  ]);
});

it("leaves out a script only where a proposed target, recipe or task does that alone", () => {
  const file = scripts({ build: "tsc", test: "vitest" });
  const found = (more: Readonly<Record<string, string>>) =>
    names({ "package.json": file, ...more }).filter((name) => name.startsWith("npm_"));
  for (const more of [
    { Makefile: "build:\n\t@npm run build\n" },
    { Makefile: "build: ; npm run build\n" },
    { justfile: "build:\n    # compile\n    @npm run build\n" },
    { "Taskfile.yml": "tasks: { build: npm run build }" },
    { "Taskfile.yml": "tasks: { build: { cmds: [{ cmd: npm run build }] } }" },
  ])
    expect(found(more)).toEqual(["npm_test"]);
  for (const more of [
    { Makefile: "release:\n\tnpm run build\n\tgit push --tags\n" },
    { Makefile: "release: publish\n\tnpm run build\n" },
    { Makefile: ".PHONY: all\nall: ; x\nbuild:\n\tnpm run build\n" },
    { justfile: "release:\n    npm run build\n    git push\n" },
    { justfile: "_build:\n    npm run build\n" },
    { "Taskfile.yml": "tasks: { release: [npm run build, git push] }" },
    { "Taskfile.yml": "tasks: { release: { deps: [x], cmd: npm run build } }" },
    { "Taskfile.yml": "tasks: { release: { cmds: [npm run build, { task: publish }] } }" },
  ])
    expect(found(more)).toEqual(["npm_build", "npm_test"]);
});
