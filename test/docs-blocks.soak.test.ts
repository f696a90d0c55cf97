import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { git } from "./kit/git.js";
import { type Block, blocksOf, commandsOf, comparable, started } from "./kit/page-steps.js";
import { projectOf } from "./kit/project.js";
import { temporaryFolder } from "./kit/temporary-folder.js";

// The commands on the pages of docs/, run in a small project, and what they print. A line above a block says why it isn't
// run here: `<!-- not run: REASON -->`, or `<!-- run by FILE -->` if another test or script does it. The tutorial and the
// README have tests of their own, and so have imports.

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md") && !/^(?:tutorial|import.*)\.md$/.test(name))
  .map((name) => `docs/${name}`);

const isCommands = ({ language }: Block) => language === "console" || language === "sh";
const markOf = ({ before }: Block) => /^ *<!-- (not run|run by):? (.+) -->$/.exec(before);
const commandBlocks = (page: string) => blocksOf(read(page)).filter(isCommands);

/** A tool that lists and one that pushes, as several pages name them. */
const usual = {
  "toolgen.yaml": "version: 1\n",
  "package.json": '{ "scripts": { "test": "printf \'one\\\\n  expected 1 got 2\\\\nTests: 1 failed, 12 passed\\\\n\'; exit 1" } }\n',
  "tools.d/count-lines.yaml": `name: count_lines
description: Count the lines of a text file.
kind: read
schema: { properties: { file: { type: string } }, required: [file] }
aliases: { file: [path] }
paths: { file: read }
command: [wc, -l, --, "{{file}}"]
`,
  "tools.d/git.yaml": `name: git_log
description: List the latest commits.
kind: read
toolsets: [read]
schema: { properties: { limit: { type: integer, default: 20 } } }
command: [git, log, "--max-count={{limit}}"]
---
name: git_push
description: Push the branch.
kind: execute
toolsets: [deploy]
schema: { properties: { force: { type: boolean } } }
command: [git, push, "{{#if force}}--force{{/if}}"]
`,
  "a.txt": "one\n",
};

/** The tool of the pages about values that ask. */
const orders = `name: orders
description: List the orders with a status.
kind: read
schema: { properties: { status: { type: string } }, required: [status] }
command: [acme, orders, --status, "{{status}}"]
`;

/** The first YAML of a page. */
const yamlOf = (page: string) =>
  blocksOf(read(page))
    .find(({ language }) => language === "yaml")
    ?.lines.join("\n") ?? "";

/** A spec of 17 lines, to which a page adds examples of which the first expects another argument. */
const counting = `name: count_lines
description: Count the lines of files.
kind: read
schema:
  properties:
    files:
      type: array
      minItems: 1
      items: { type: string }
      description: The files.
  required: [files]
aliases: { files: [paths] }
paths: { files: read }
command: [wc, --lines, --, "{{#each files}}{{this}} {{/each}}"]
output: { format: text }
exitCodes:
  1: { error: A file can't be read. }
${yamlOf("docs/examples.md").replace("--lines", "--line")}
`;

/** The other files of a page's project. `null` removes a file. */
const worlds: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  "docs/ask-less-or-more.md": { "tools.d/acme.yaml": orders },
  "docs/risk-values.md": { "tools.d/acme.yaml": orders },
  "docs/init.md": {
    "toolgen.yaml": null,
    "tools.d/count-lines.yaml": null,
    "tools.d/git.yaml": null,
    "package.json": '{ "scripts": { "test": "true" }, "devDependencies": { "toolgen": "*" } }\n',
  },
  "docs/changes.md": { "tools.d/count-lines.yaml": null },
  "docs/examples.md": { "tools.d/git.yaml": null, "tools.d/count-lines.yaml": counting },
  "docs/lint.md": {
    "tools.d/count-lines.yaml": null,
    "tools.d/git.yaml": null,
    "tools.d/show-log.yaml":
      "name: show_log\ndescription: Show the last commits, not files.\nkind: read\ncommand: [git, log]\noutput: { maxLines: 20 }\n",
  },
  "docs/publish.md": {
    "toolgen.yaml": `version: 1\n${yamlOf("docs/publish.md")}\n`,
    "tools.d/programs/words.txt": "one\n",
  },
  "docs/skills.md": { "toolgen.yaml": "version: 1\ntargets: { skills: {} }\n" },
  "docs/pi.md": { "toolgen.yaml": "version: 1\ntargets: { pi: {} }\n" },
  "docs/clients.md": { ".mcp.json": '{ "mcpServers": {} }\n' },
};

let programs: string;

beforeAll(() => {
  programs = temporaryFolder();
  writeFileSync(join(programs, "npx"), `#!/bin/sh\nshift; exec "${process.execPath}" "${join(root, "dist/cli/main.js")}" "$@"\n`);
  chmodSync(join(programs, "npx"), 0o755);
});

/** The project of a page in a repository, built where it has specs. */
function worldOf(page: string): string {
  const files = Object.entries({ ...usual, ...worlds[page] }).filter((file): file is [string, string] => file[1] !== null);
  const folder = projectOf(Object.fromEntries(files));
  git(folder, "init", "--quiet", "--initial-branch=main");
  if (files.some(([path]) => path.startsWith("tools.d/"))) run(folder, "npx toolgen build");
  git(folder, "add", ".");
  git(folder, "commit", "--quiet", "--message", "Begin");
  git(folder, "update-ref", "refs/remotes/origin/main", "HEAD");
  return folder;
}

/** A reader who agrees to what a command shows. */
const agreed = (command: string) => command.replace(/^(npx toolgen (?:install|uninstall|adopt)\b[^#]*?)( *#.*)?$/, "$1 --yes");

const run = (folder: string, command: string) =>
  started({ kind: "command", command, output: "" }, folder, [programs], join(folder, "..", "home"));

/** Runs a block, and returns the commands that print or end otherwise than it shows. */
function wrongIn({ language, lines }: Block, folder: string): readonly string[] {
  const commands = language === "sh" ? [] : commandsOf(lines);
  if (!commands.some(({ output }) => output !== "")) {
    const script = (language === "sh" ? lines : commands.map(({ command }) => command)).map(agreed).join("\n");
    const { status, stdout } = run(folder, `set -e\n${script}`);
    return status === 0 ? [] : [`${script}: ended with ${status}: ${stdout}`];
  }
  return commands.flatMap(({ command, output }) => {
    const [shown, printed] = [output, run(folder, agreed(command)).stdout].map((text) => comparable(text, folder));
    if (output === "" || matches(printed ?? "", shown ?? "")) return [];
    return [`${command}: printed\n${printed}\nand not\n${shown}`];
  });
}

/** A line of three dots stands for any lines. */
function matches(printed: string, shown: string): boolean {
  const parts = shown.split(/^\.\.\.$/m).map((part) => part.replaceAll(/[\^$.*+?()[\]{}|\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[\\s\\S]*")}$`).test(printed);
}

it.each(pages.filter((page) => commandBlocks(page).some((block) => markOf(block) === null)))("runs the commands of %s", (page) => {
  const folder = worldOf(page);
  const wrong = commandBlocks(page)
    .filter((block) => markOf(block) === null)
    .flatMap((block) => wrongIn(block, folder));
  expect(wrong).toEqual([]);
});

it("leaves few blocks to others, each with a reason", () => {
  const blocks = pages.flatMap((page) => commandBlocks(page).map((block) => ({ page, mark: markOf(block) })));
  const marked = blocks.flatMap(({ page, mark }) => (mark === null ? [] : [{ page, kind: mark[1], by: mark[2] ?? "" }]));
  const others = marked.filter(({ kind }) => kind === "run by");
  expect(others.filter(({ page, by }) => !existsSync(join(root, by)) || !read(by).includes(page))).toEqual([]);
  const reasons = marked.filter(({ kind }) => kind === "not run").map(({ by }) => by);
  expect([...new Set(reasons)].sort()).toEqual([
    "Docker",
    "a login",
    "a model",
    "a registry",
    "a server",
    "another machine",
    "calls of other days",
    "variables",
  ]);
  expect([blocks.length - marked.length, others.length, reasons.length]).toEqual([31, 7, 18]);
});
