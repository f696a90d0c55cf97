import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { projectOf } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { endWarmTerminal, inWarmTerminal, type PseudoTerminal } from "../run/pseudo-terminal.js";

let terminal: PseudoTerminal | undefined;
afterEach(() => terminal?.dispose());
afterAll(endWarmTerminal);

const files = {
  "package.json": '{"scripts": {"test": "vitest", "deploy": "ship"}}',
  ".gemini/commands/x.toml": "",
  ".github/dependabot.yml": "",
  ".git/HEAD": "",
};
const env = { PATH: "/nowhere", TERM: "xterm", HOME: temporaryFolder(), XDG_STATE_HOME: undefined };

it("asks for tools, clients and a job, shows the files, and writes what was chosen", async () => {
  const folder = projectOf(files);
  terminal = inWarmTerminal(["init"], { folder, env });
  await terminal.waitFor("should become tools?");
  await terminal.waitFor("npm_deploy");
  // Down to the second command, which is not suggested, and select it too.
  terminal.type("\u001b[B");
  terminal.type(" ");
  terminal.type("\r");
  await terminal.waitFor("should see the tools?");
  terminal.type("\r");
  await terminal.waitFor("No job");
  // From GitHub Actions, which is suggested, down to no job.
  terminal.type("\u001b[B\u001b[B");
  terminal.type("\r");
  await terminal.waitFor("+ tools.d/npm-deploy.yaml");
  await terminal.waitFor("Write these files?");
  expect(existsSync(join(folder, "toolgen.yaml"))).toBe(false);
  terminal.type("y");
  await terminal.waitFor("Next:");
  expect(await terminal.ended).toBe(0);
  expect(readdirSync(join(folder, "tools.d")).sort()).toEqual(["count-lines.yaml", "npm-deploy.yaml", "npm-test.yaml"]);
  expect(existsSync(join(folder, ".gemini/settings.json"))).toBe(true);
  expect(existsSync(join(folder, ".github/workflows"))).toBe(false);
});

it.each(["\u0003", "\u0004", "\u001b"])("writes nothing where the user ends it with the key %j", async (key) => {
  const folder = projectOf(files);
  terminal = inWarmTerminal(["init"], { folder, env });
  await terminal.waitFor("npm_deploy");
  terminal.type(key);
  await terminal.waitFor("Cancelled: nothing more was changed.");
  expect(await terminal.ended).toBe(130);
  expect(readdirSync(folder).sort()).toEqual([".gemini", ".git", ".github", "package.json"]);
});

it("offers every client and CI service where none is found, with Claude Code selected", async () => {
  const folder = projectOf({});
  terminal = inWarmTerminal(["init"], { folder, env });
  await terminal.waitFor("Codex");
  await terminal.waitFor("JetBrains Junie");
  terminal.type("\r");
  await terminal.waitFor("No job");
  terminal.type("\r");
  await terminal.waitFor("Write these files?");
  terminal.type("y");
  expect(await terminal.ended).toBe(0);
  expect(readdirSync(folder).sort()).toEqual([
    ".claude",
    ".gitattributes",
    ".gitignore",
    ".mcp.json",
    ".toolgen",
    "toolgen.yaml",
    "tools.d",
  ]);
});
