import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execaSync } from "execa";
import { expect, it } from "vitest";
import { git, makeRepository } from "./kit/git.js";
import { projectOf } from "./kit/project.js";
import { toolgen } from "./kit/toolgen.js";

// The blocks of README.md, and its table of calls, as a reader would try them.

const readme = readFileSync(fileURLToPath(new URL("../README.md", import.meta.url)), "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, text = ""]) => text);
const [spec = ""] = blocks("yaml");

it("shows a spec, three commands and four calls that do what it says", () => {
  const folder = projectOf({ "tools.d/git-log.yaml": spec });
  makeRepository(folder);
  const [commands = ""] = blocks("sh");
  const lines = [...commands.matchAll(/^npx toolgen (.*?) *#/gm)].map(([, words = ""]) => words.split(/ +/));
  expect(lines.map(([name]) => name)).toEqual(["build", "test", "install"]);
  for (const words of lines) {
    const { status, stderr } = toolgen(folder, words[0] === "install" ? [...words, "--yes"] : words);
    expect([words, status, stderr]).toEqual([words, 0, ""]);
  }
  const calls = [...readme.matchAll(/^\| `(\{.*?\})` \| \*\*(runs|refused)\*\*/gm)];
  expect(calls).toHaveLength(4);
  const results = calls.map(([, input = "", outcome]) => {
    const { exitCode, stdout } = execaSync(join(folder, "generated/bin/call"), ["git_log"], { cwd: folder, input, reject: false });
    expect([input, exitCode]).toEqual([input, outcome === "runs" ? 0 : 2]);
    return stdout;
  });
  expect(results[0]?.trim().split("\n").length).toBeGreaterThan(1);
  expect(results[1]).toContain("no output");
});

it("shows what init writes without a terminal", () => {
  const folder = projectOf({ "package.json": JSON.stringify({ devDependencies: { toolgen: "*" } }) });
  git(folder, "init", "--quiet");
  const [shown = ""] = blocks("console");
  const { stdout, stderr } = toolgen(folder, ["init"]);
  expect(`${stdout}${stderr}`.trim()).toBe(shown.replace("$ npx toolgen init\n", "").trim());
});
