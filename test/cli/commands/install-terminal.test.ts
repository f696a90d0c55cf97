import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, it } from "vitest";
import { projectOf, sayTool } from "../../kit/project.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { endWarmTerminal, inWarmTerminal, type PseudoTerminal } from "../run/pseudo-terminal.js";

let terminal: PseudoTerminal | undefined;
afterEach(() => terminal?.dispose());
afterAll(endWarmTerminal);

function world(mine: string) {
  const folder = projectOf({ "tools.d/say.yaml": sayTool, "generated/mcp/server.cjs": "", "generated/bin/hook": "", ".mcp.json": mine });
  const env = { HOME: temporaryFolder(), XDG_STATE_HOME: undefined, PATH: "/nowhere", TERM: "xterm" };
  const file = join(folder, ".mcp.json");
  return {
    folder,
    file,
    text: () => readFileSync(file, "utf8"),
    start: (...args: readonly string[]) => inWarmTerminal(args, { folder, env }),
  };
}

const mine = '{ "mcpServers": { "git": { "command": "git-mcp" } } }\n';

it("shows the change, asks, and writes what was agreed to; uninstall does the same", async () => {
  const { folder, text, start } = world(mine);
  terminal = start("install", "claude");
  await terminal.waitFor("change .mcp.json (Claude Code)");
  await terminal.waitFor("mcp__toolgen__say");
  await terminal.waitFor("Write these files?");
  expect([text(), existsSync(join(folder, ".claude"))]).toEqual([mine, false]);
  terminal.type("y");
  await terminal.waitFor("Done.");
  await terminal.waitFor("Start claude in the project once");
  expect(await terminal.ended).toBe(0);
  expect(text()).toContain("--client-asks");

  terminal = start("uninstall", "claude");
  await terminal.waitFor("remove .claude/settings.json (Claude Code)");
  await terminal.waitFor("Write these files?");
  expect(text()).toContain("--client-asks");
  terminal.type("y");
  expect(await terminal.ended).toBe(0);
  expect([text(), existsSync(join(folder, ".claude"))]).toEqual([mine, false]);
});

it("takes no paste for an answer", async () => {
  const { folder, text, start } = world(mine);
  terminal = start("install", "claude");
  await terminal.waitFor("Write these files?");
  terminal.type("\u001b[200~y\ry\r\u001b[201~");
  terminal.type("n");
  await terminal.waitFor(/Cancelled: nothing (more )?was changed\./);
  expect(await terminal.ended).toBe(1);
  expect([text(), existsSync(join(folder, ".claude"))]).toEqual([mine, false]);
});

it.each([
  ["no", "n", 1],
  ["Ctrl-C", "\u0003", 130],
  ["Escape", "\u001b", 130],
])("writes nothing if the answer is %s", async (_name, key, status) => {
  const { folder, text, start } = world(mine);
  terminal = start("install", "claude");
  await terminal.waitFor("Write these files?");
  terminal.type(key);
  await terminal.waitFor(/Cancelled: nothing (more )?was changed\./);
  expect(await terminal.ended).toBe(status);
  expect([text(), existsSync(join(folder, ".claude"))]).toEqual([mine, false]);
});

it("writes nothing if the file was changed while it asked", async () => {
  const { folder, file, text, start } = world(mine);
  terminal = start("install", "claude");
  await terminal.waitFor("Write these files?");
  const changed = mine.replace("git-mcp", "other");
  writeFileSync(file, changed);
  terminal.type("y");
  await terminal.waitFor(".mcp.json was changed in the meantime.");
  expect(await terminal.ended).toBe(1);
  expect([text(), existsSync(join(folder, ".claude"))]).toEqual([changed, false]);
});

it("asks nothing if there is nothing to change", async () => {
  const { start } = world(mine);
  terminal = start("uninstall", "codex");
  await terminal.waitFor("Nothing to change.");
  expect(await terminal.ended).toBe(0);
  expect(terminal.seen()).not.toContain("Write these files?");
});

it("shows the commands of servers before adopt starts them, and starts none without a yes", async () => {
  const { folder, text, start } = world('{ "mcpServers": { "git": { "command": "/bin/sh", "args": ["-c", "echo >started"] } } }\n');
  const before = text();
  for (const answer of ["n", "\r", "y"]) {
    terminal = start("adopt", "claude");
    await terminal.waitFor(".mcp.json: 'git' is started by: /bin/sh -c 'echo >started'");
    await terminal.waitFor("Start these servers?");
    expect(existsSync(join(folder, "started"))).toBe(false);
    terminal.type(answer);
    await terminal.waitFor(answer === "y" ? "'git' stays as it is" : "Cancelled: nothing was started or changed.");
    expect(await terminal.ended).toBe(1);
  }
  expect([text(), existsSync(join(folder, "started"))]).toEqual([before, true]);
});
