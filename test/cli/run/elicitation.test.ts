import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { endWarmTerminal, inWarmTerminal, type PseudoTerminal } from "./pseudo-terminal.js";
import { runProject, type ScriptedServer, scriptedServer, type Turn } from "./scripted-run.js";

const program = fileURLToPath(new URL("../../agent/registry/programs/asking-server.mjs", import.meta.url));
let project: string;
let model: ScriptedServer;
let terminal: PseudoTerminal;

beforeEach(() => {
  project = runProject();
  writeFileSync(
    join(project, "mcp.json"),
    JSON.stringify({ mcpServers: { hand: { command: process.execPath, args: [program, "asks"], trust: true } } }),
  );
});
afterEach(async () => {
  terminal.dispose();
  await model.close();
});
afterAll(endWarmTerminal);

async function start(...turns: readonly Turn[]): Promise<void> {
  model = await scriptedServer(...turns);
  const options = ["--model", "openai-compatible/scripted", "--base-url", model.url, "--mcp", "mcp.json"];
  terminal = inWarmTerminal(["run", ...options, "do it"], { folder: project, env: { HOME: project, NO_COLOR: "1" } });
}

/** Fills the form in, up to the question whether to send it. */
async function fillIn(name: string): Promise<void> {
  await terminal.waitFor("└ name: ");
  terminal.type(`${name}\r`);
  await terminal.waitFor("└ days [30]: ");
  terminal.type("\r");
  await terminal.waitFor("[c]hange: ");
}

const calls = (...names: readonly string[]): Turn => ({ calls: names.map((name) => [name, {}] as const) });

it("asks what a server wants to know field by field, and shows it before it is sent", async () => {
  await start(calls("ask"), { text: "Done." });
  const first = await terminal.waitFor("└ name: ");
  expect(first.slice(first.indexOf("┌")).replaceAll("\r\n", "\n")).toMatchInlineSnapshot(`
    "┌ Answer the MCP server 'hand'?
    │ Who are you?
    ├ Never enter a password or a key here. Ctrl-C sends nothing.
    ├ name (text)
    └ name: "
  `);
  terminal.type("\r");
  await terminal.waitFor("Enter a value, or press Ctrl-C.");
  terminal.type("Zoé\u007fë\r");
  await terminal.waitFor("└ days [30]: ");
  terminal.type("x\r");
  await terminal.waitFor("Enter a number.");
  terminal.type("\r");
  const review = await terminal.waitFor("[c]hange: ");
  expect(review).toContain("├ name: Zoë");
  terminal.type("c\r");
  await terminal.waitFor("└ name [Zoë]: ");
  terminal.type("\r");
  await terminal.waitFor("└ days [30]: ");
  terminal.type("7\r");
  await terminal.waitFor("[c]hange: ");
  terminal.type("y\r");
  expect(await terminal.ended).toBe(0);
  expect(model.results()).toEqual(['{"action":"accept","content":{"name":"Zoë","days":7}}']);
});

it("sends nothing after a no, or Ctrl-C", async () => {
  await start(calls("ask"), calls("ask"), { text: "Done." });
  await fillIn("Alice");
  terminal.type("n\r");
  await terminal.waitFor("└ name: ");
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(0);
  expect(model.results()).toEqual(['{"action":"decline"}', '{"action":"cancel"}']);
});

it("asks no more questions of a call after Ctrl-C", async () => {
  await start(calls("ask_again"), { text: "Done." });
  await terminal.waitFor("└ name: ");
  terminal.type("\u0003");
  expect(await terminal.ended).toBe(0);
  expect(model.results()).toEqual([JSON.stringify(Array(30).fill("cancel"))]);
});

it("asks the questions of several calls one after the other", async () => {
  await start(calls("ask", "ask"), { text: "Done." });
  for (const name of ["Alice", "Bob"]) {
    await fillIn(name);
    terminal.type("y\r");
  }
  expect(await terminal.ended).toBe(0);
  expect([...model.results()].sort()).toEqual(["Alice", "Bob"].map((name) => `{"action":"accept","content":{"name":"${name}","days":30}}`));
});
