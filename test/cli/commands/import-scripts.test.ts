import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { projectOf } from "../../kit/project.js";
import { toolgen } from "../../kit/toolgen.js";

const manifest = (scripts: object) => `${JSON.stringify({ name: "x", private: true, scripts }, null, 2)}\n`;

function imported(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const project = projectOf({ "toolgen.yaml": "version: 1\n", ...files });
  const answer = toolgen(project, ["import", "scripts", ...args]);
  const text = (name: string, folder = "scripts") => readFileSync(join(project, "tools.d", folder, `${name}.yaml`), "utf8");
  return {
    ...answer,
    project,
    again: (...more: readonly string[]) => toolgen(project, ["import", "scripts", ...more]),
    text,
    spec: (name: string, folder?: string) => parse(text(name, folder)),
  };
}

it("makes specs of scripts, targets, recipes and tasks, which build and whose examples pass", () => {
  const all = imported({
    "package.json": manifest({ greet: "echo hello", "deploy:web": "echo deployed", dev: "sleep 5", prepare: "echo no" }),
    Makefile: "VERSION ?= 1\n.PHONY: lint\n## Check the code\nlint:\n\techo linted $(VERSION)\nout.txt:\n\ttouch out.txt\n",
    justfile: '# Show a file\nshow $name:\n  cat "$name"\nrun cmd:\n  {{cmd}} --version\n_hidden:\n  echo no\n',
    "Taskfile.yml":
      "version: '3'\ntasks:\n  build: { desc: Build it, cmds: [echo built] }\n  ship: { requires: { vars: [{ name: ENV, enum: [test, prod] }] }, cmds: ['echo {{.ENV}}'] }\n  free: { requires: { vars: [NAME] }, cmds: ['echo {{.NAME}}'] }\n  own: { internal: true, cmds: [echo no] }\n",
  });
  expect({ status: all.status, stderr: all.stderr }).toEqual({ status: 0, stderr: "" });
  expect(all.stdout).toBe(`  + tools.d/scripts/npm-greet.yaml  npm_greet, package.json: greet
  + tools.d/scripts/npm-deploy-web.yaml  npm_deploy_web, package.json: deploy:web
  + tools.d/scripts/npm-dev.yaml  npm_dev, package.json: dev
  + tools.d/scripts/make-lint.yaml  make_lint, Makefile: lint
  + tools.d/scripts/just-show.yaml  just_show, justfile: show
  + tools.d/scripts/task-build.yaml  task_build, Taskfile.yml: build
  + tools.d/scripts/task-ship.yaml  task_ship, Taskfile.yml: ship

Left out:
  package.json: prepare: the package manager runs it by itself, or its name can't be passed to it
  Makefile: out.txt: it is a file, or the list of targets: neither .PHONY nor a comment '##' marks it as a command
  Makefile: VERSION: make evaluates the values of its variables as code
  justfile: _hidden: it is private, or just asks before it
  justfile: run: just puts its parameter 'cmd' into a script as code. Read it as a variable: '$cmd' in its first line
  Taskfile.yml: own: it is internal, or Task asks before it
  Taskfile.yml: free: Task puts its variable 'NAME' into a script as code. Give it an 'enum' under 'requires'

Next:
  toolgen build
  toolgen test
`);
  expect(all.text("npm-greet")).toBe(`# yaml-language-server: $schema=../../.toolgen/spec.schema.json
# Imported from package.json: greet. The next import keeps your edits.
name: npm_greet
description: Run \`npm run greet\`, which is \`echo hello\`.
kind: execute
# guessed: what a script does isn't read. One that deploys or deletes is dangerous
risk: moderate
toolsets: [ scripts ]
command: [ npm, run, greet ]
timeout: 10m
output: { stderr: merge, keep: tail }
examples: [ { name: the command, params: {}, expect: { argv: [ npm, run, greet ] } } ]
`);
  expect(all.spec("npm-deploy-web").risk).toBeUndefined();
  expect(all.spec("npm-dev").background).toBe(true);
  expect(all.spec("make-lint").description).toBe("Check the code. Runs `make lint`.");
  expect(all.spec("just-show")).toMatchObject({
    description: "Show a file. Runs `just show`.",
    schema: { properties: { name: { type: "string", minLength: 1 } }, required: ["name"] },
    command: ["just", "show", "{{name}}"],
  });
  expect(all.spec("task-ship")).toMatchObject({
    schema: { properties: { env: { type: "string", enum: ["test", "prod"] } }, required: ["env"] },
    command: ["task", "ship", "ENV={{env}}"],
  });
  expect(toolgen(all.project, ["build"])).toMatchObject({ status: 0 });
  expect(toolgen(all.project, ["test"]).stdout).toContain("7 passed, 0 failed");
  expect(toolgen(all.project, ["call", "npm_greet", "{}"]).stdout).toContain("hello");
  expect(toolgen(all.project, ["call", "make_lint", "{}"]).stdout).toContain("linted 1");
});

it.each([
  ["a $variable", 'x $a:\n  echo "$a"\n', ["{{a}}"]],
  ["set export", 'set export\nx a:\n  echo "$a"\n', ["{{a}}"]],
  ["positional arguments", 'set positional-arguments\nx a *rest:\n  echo "$1"\n', ["{{a}}", "{{#each rest}}{{this}}{{/each}}"]],
  ["beside other values", 'v := "1"\nx $a:\n  echo "{{v}}"\n  echo "$a"\n', ["{{a}}"]],
  ["a colon in a default", 'x $a="b:c":\n  echo "$a"\n', ["{{a}}"]],
  ["three quotes in another script", 'y:\n  echo \'"""\'\nx $a:\n  echo "$a"\n', ["{{a}}"]],
  ["three quotes in a comment", '# a """ b\nx $a:\n  echo "$a"\n', ["{{a}}"]],
  ["parameters on two lines", 'x \\\n  $a:\n  echo "$a"\n', ["{{a}}"]],
  ["a default", 'x $a="b" $c="d":\n  echo "$a"\n', ["{{a}}"]],
])("passes a recipe's parameter as data: %s", (_form, justfile, args) => {
  expect(imported({ justfile }).spec("just-x").command).toEqual(["just", "x", ...args]);
});

it.each([
  ["in the script", "x a:\n  echo {{a}}\n"],
  ["in an expression", "x a:\n  echo {{uppercase(a)}}\n"],
  ["as an argument of another recipe", "x $a: (y a)\n  echo\ny b:\n  {{b}}\n"],
  ["not at all", "x a:\n  echo\n"],
  ["in an expression with a brace", 'set export\nx a:\n  echo {{ a + "}" }}\n'],
  ["behind two braces in a text", 'set export\nx a:\n  echo {{ "}}" + a }}\n'],
  ["behind a text of two lines", 'set export\nx a:\n  echo {{ "}}\n  " + a }}\n'],
  ["behind a text that leaves the body", 'set export\nx a:\n  echo {{ """\nb\n""" + a }}\n'],
  ["in a condition", 'set export\nx a:\n  echo {{ if a == "}" {"a"} else { a } }}\n'],
  ["in nested parentheses", 'x $a: (y ("x") a)\n  echo\ny b c:\n  {{c}}\n'],
  ["on the second line of the header", "x $a: \\\n  (y a)\n  echo\ny b:\n  {{b}}\n"],
  ["in parentheses on two lines", "x $a: (y\n  a)\n  echo\ny b:\n  {{b}}\n"],
  ["in the default of another parameter", 'set export\nx a b=a:\n  echo "$b"\n'],
  ["by quote()", "x $a:\n  echo {{quote(a)}}\n"],
  ["by quote() in quotes", 'x a:\n  echo "{{quote(a)}}"\n'],
  ["by quote() in another language", "x a:\n  #!/usr/bin/env python3\n  print({{quote(a)}})\n"],
  ["by quote() under [script]", "[script('python3')]\nx a:\n  print({{quote(a)}})\n"],
  ["by quote() under another shell", 'set shell := ["python3", "-c"]\nx a:\n  print({{quote(a)}})\n'],
])("leaves out a recipe whose parameter is used %s", (_form, justfile) => {
  const { stdout, status } = imported({ justfile });
  expect(status).toBe(0);
  expect(stdout).not.toContain("just_x");
  expect(stdout).toContain("justfile: x: ");
});

it("runs the scripts of another folder there, and merges later versions into edits", () => {
  const all = imported({ "web/package.json": manifest({ greet: "pwd" }) }, "web/package.json", "--out", "tools.d/web");
  expect(all.status).toBe(0);
  expect(all.spec("npm-greet", "web").cwd).toBe("{{@workspace}}/web");
  const file = join(all.project, "tools.d/web/npm-greet.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("risk: moderate", "risk: safe # it only prints"));
  writeFileSync(join(all.project, "web/package.json"), manifest({ greet: "pwd -P", second: "true" }));
  expect(all.again("web/package.json", "--out", "tools.d/web")).toMatchObject({ status: 0 });
  expect(readFileSync(file, "utf8")).toContain("risk: safe # it only prints");
  expect(readFileSync(file, "utf8")).toContain("pwd -P");
  writeFileSync(join(all.project, "web/package.json"), manifest({ second: "true" }));
  expect(all.again("web/package.json", "--out", "tools.d/web")).toMatchObject({
    status: 1,
    stdout: expect.stringContaining("the file no longer has this script"),
  });
  expect(toolgen(all.project, ["call", "npm_second", "{}"]).status).toBe(0);
});

it("removes the specs of a file that is gone, and keeps edited ones", () => {
  const rules = ".PHONY: lint test\nlint:\n\ttrue\ntest:\n\ttrue\n";
  const all = imported({ Makefile: rules, "package.json": manifest({ greet: "true" }) });
  const edited = join(all.project, "tools.d/scripts/make-test.yaml");
  writeFileSync(edited, readFileSync(edited, "utf8").replace("risk: moderate", "risk: safe"));
  rmSync(join(all.project, "Makefile"));
  const { status, stdout } = all.again();
  expect(status).toBe(1);
  expect(stdout).toContain("  - tools.d/scripts/make-lint.yaml  make_lint, Makefile: lint: the file no longer has this script");
  expect(stdout).toContain("  ! tools.d/scripts/make-test.yaml");
  expect(() => all.text("make-lint")).toThrow();
  expect(all.text("npm-greet")).toContain("npm_greet");
  rmSync(join(all.project, "package.json"));
  expect(all.again().stdout).toContain("  - tools.d/scripts/npm-greet.yaml");
});

it.each(["wipe", "db:purge", "predeploy:all", "cache-prune"])("keeps a script dangerous that is named %s", (name) => {
  const all = imported({ "package.json": manifest({ [name]: "true" }) });
  expect(all.spec(`npm-${name.replaceAll(":", "-")}`).risk).toBeUndefined();
});

it("writes nothing in a dry run, and reports as JSON", () => {
  const all = imported({ Makefile: ".PHONY: lint\nlint:\n\ttrue\n" }, "--dry-run", "--json");
  expect(JSON.parse(all.stdout)).toEqual({
    dryRun: true,
    files: [{ path: "tools.d/scripts/make-lint.yaml", tool: "make_lint", script: "Makefile: lint", action: "create", conflicts: [] }],
    leftOut: [],
    notes: [],
  });
  expect(() => all.text("make-lint")).toThrow();
});

it("leaves out names that aren't UTF-8, and reads the others of the file", () => {
  const project = projectOf({ "toolgen.yaml": "version: 1\n" });
  const makefile = "# größer\n.PHONY: größe lint\ngröße:\n\techo no\nlint:\n\techo linted\n";
  writeFileSync(join(project, "Makefile"), Buffer.from(makefile, "latin1"));
  const { status, stdout } = toolgen(project, ["import", "scripts"]);
  expect([status, stdout]).toEqual([0, expect.stringContaining("+ tools.d/scripts/make-lint.yaml  make_lint, Makefile: lint\n")]);
  expect(stdout).toContain("\nLeft out:\n  Makefile: names in it that aren't UTF-8, which would name other scripts\n");
  writeFileSync(join(project, "Makefile"), makefile);
  expect(toolgen(project, ["import", "scripts"]).stdout).toContain("make_gro_e, Makefile: größe\n");
});

it("warns of a folder in which the project finds no specs", () => {
  const Makefile = ".PHONY: lint\nlint:\n\ttrue\n";
  expect(imported({ Makefile }, "--out", "elsewhere").stderr).toBe(
    "warning: 'specs' of toolgen.yaml doesn't find elsewhere/make-lint.yaml: add elsewhere/*.yaml to it.\n",
  );
  const settings = 'version: 1\nspecs: ["**/*.yaml", "!elsewhere/**"]\n';
  expect(imported({ Makefile, "toolgen.yaml": settings }, "--out", "elsewhere").stderr).toContain("doesn't find elsewhere/make-lint.yaml");
  expect(imported({ Makefile, "toolgen.yaml": settings }, "--out", "other").stderr).toBe("");
});

it("refuses files that it can't read", () => {
  expect(imported({}).stderr).toContain("has no package.json, Makefile, justfile or Taskfile");
  expect(imported({ "package.json": "{" })).toMatchObject({ status: 2, stderr: expect.stringContaining("it is not valid JSON") });
  expect(imported({ "x.txt": "" }, "x.txt")).toMatchObject({ status: 2, stderr: expect.stringContaining("it is not one of package.json") });
  expect(imported({}, "none.json")).toMatchObject({ status: 2, stderr: expect.stringContaining("There is no file 'none.json'") });
  expect(imported({}, "../package.json")).toMatchObject({ status: 2 });
});

it("writes no character that a reader doesn't see", () => {
  const { text } = imported({ justfile: 'x $a="\u202eb":\n  echo "$a"\n' });
  expect(text("just-x")).not.toContain("\u202e");
});

it("reads what a Makefile includes, and makes no second tool of what one runs already", () => {
  const project = projectOf({
    "toolgen.yaml": "version: 1\n",
    Makefile: "include mk/*.mk $(wildcard x) mk/test.mk\n-include none.mk\n.PHONY: lint\nlint:\n\ttrue\n",
    "mk/test.mk": "include mk/more.mk\n.PHONY: check\ncheck:\n\ttrue\n",
    "mk/more.mk": "include mk/test.mk\n.PHONY: more\nmore:\n\ttrue\n",
    "tools.d/lint.yaml": "name: make_lint\ndescription: Lint.\nkind: execute\ncommand: [make, lint]\n",
  });
  const { status, stdout } = toolgen(project, ["import", "scripts"]);
  expect(status).toBe(0);
  expect(stdout).toContain("make_check, Makefile: check");
  expect(stdout).toContain("make_more, Makefile: more");
  expect(stdout).toContain("Makefile: lint: the tool 'make_lint' runs it");
  expect(stdout).not.toContain("make_lint_2");
});
