import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ExampleSetup } from "../../../src/compiler/examples/example-setup.js";
import { makeWorlds, type Worlds } from "../../../src/compiler/run-examples.js";
import { anyCharacter } from "../../kit/any-character.js";

let worlds: Worlds;
beforeEach(() => {
  worlds = makeWorlds();
});
afterEach(() => worlds.remove());

const given = (parts: Partial<ExampleSetup>): ExampleSetup => ({
  bin: {},
  files: {},
  env: {},
  platform: undefined,
  http: undefined,
  mcp: undefined,
  ...parts,
});

it("puts given files into a workspace that is otherwise empty", () => {
  const { workspace, file } = worlds.fresh(given({ files: { "src/größe.txt": "ä\n", empty: "" } }));
  expect(readdirSync(workspace).sort()).toEqual(["empty", "src"]);
  expect(readFileSync(join(workspace, "src/größe.txt"), "utf8")).toBe("ä\n");
  expect([file("src/größe.txt"), file("empty"), file("src"), file("missing")]).toEqual(["ä\n", "", undefined, undefined]);
});

it("keeps worlds apart", () => {
  const [a, b] = [worlds.fresh(given({ files: { "a.txt": "1" } })), worlds.fresh(given({}))];
  expect(readdirSync(b.workspace)).toEqual([]);
  a.remove();
  expect([existsSync(a.workspace), existsSync(b.workspace)]).toEqual([false, true]);
});

it("makes programs that print any text byte for byte and end as they are told", () => {
  const text = fc.string({ unit: anyCharacter }).filter((one) => !one.includes("\0") && one.isWellFormed());
  fc.assert(
    fc.property(text, text, fc.integer({ min: 0, max: 255 }), (stdout, stderr, exit) => {
      const world = worlds.fresh(given({ bin: { "odd name's": { stdout, stderr, exit } } }));
      const ended = spawnSync(join(world.bin, "odd name's"), ["ignored"], { encoding: "utf8", input: "unread" });
      world.remove();
      expect({ stdout: ended.stdout, stderr: ended.stderr, exit: ended.status }).toEqual({ stdout, stderr, exit });
    }),
    { numRuns: 30 },
  );
});

it("makes programs that print what no command line could hold", () => {
  const stdout = "it's 100% \\n\n".repeat(100_000);
  const { bin } = worlds.fresh(given({ bin: { printf: { stdout, stderr: "", exit: 0 } } }));
  expect(spawnSync(join(bin, "printf"), { encoding: "utf8", maxBuffer: 1 << 24 }).stdout === stdout).toBe(true);
});

it("removes everything, also folders without write permission", () => {
  const { workspace } = worlds.fresh(given({}));
  mkdirSync(join(workspace, "locked", "inner"), { recursive: true });
  writeFileSync(join(workspace, "locked", "inner", "a.txt"), "");
  chmodSync(join(workspace, "locked", "inner"), 0o500);
  chmodSync(join(workspace, "locked"), 0o000);
  worlds.remove();
  expect(existsSync(dirname(dirname(workspace)))).toBe(false);
});
