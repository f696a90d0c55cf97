import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { type BinFolder, binFolder } from "../bin-folder.js";

async function withDeclarations(declarations: string): Promise<BinFolder> {
  const folder = await binFolder([]);
  mkdirSync(join(dirname(folder.bin), "gemini"));
  writeFileSync(join(dirname(folder.bin), "gemini", "discovery.json"), declarations);
  return folder;
}

/** Starts discover with a standard input that stays open, as Gemini CLI does. */
function discover(folder: BinFolder) {
  const child = spawn(folder.discover, { stdio: ["pipe", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  return { child, answer: Promise.all([ended, text(child.stdout), text(child.stderr)]) };
}

it("copies the declarations, however long, and never waits for input", async () => {
  const declarations = JSON.stringify(Array.from({ length: 20_000 }, (_, i) => ({ name: `tool_${i}`, description: "€ ".repeat(20) })));
  expect(await discover(await withDeclarations(declarations)).answer).toEqual([0, declarations, ""]);
});

it("says what to do when there are no declarations", async () => {
  const [code, stdout, stderr] = await discover(await binFolder([])).answer;
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^discover: .*gemini\/discovery\.json is missing\. Run 'toolgen build'\.\n$/);
});

it("is quiet when the client has closed its end", async () => {
  const child = spawn((await withDeclarations("x".repeat(2_000_000))).discover, { stdio: ["pipe", "pipe", "pipe"] });
  child.stdout.destroy();
  const stderr = text(child.stderr);
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  expect(await stderr).toBe("");
});

it.runIf(existsSync("/dev/full"))("blames its output where that can't be written, not the declarations", async () => {
  const { discover: program } = await withDeclarations("[]");
  const { status, stderr } = spawnSync("sh", ["-c", '"$0" >/dev/full', program], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 1, stderr: "discover: standard output can't be written: no space left on device.\n" });
});
