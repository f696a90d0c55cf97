import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, readSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { appendLines } from "../../../src/call/line-file.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

/** Writes a line at once that takes the system a while: until then, the file seems to end with a part of a line. */
const slowWriter = `
  const { openSync, writeSync } = require("node:fs");
  const line = Buffer.alloc(256 * 1024 * 1024, "x");
  line[line.length - 1] = 10;
  writeSync(openSync(process.argv[1], "a"), line);`;

it("ends no line that another process is still writing, however long that takes", async () => {
  const file = join(temporaryFolder(), "log");
  writeFileSync(file, "", { mode: 0o600 });
  const writer = spawn(process.execPath, ["-e", slowWriter, file], { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(writer, "exit");
  while (statSync(file).size === 0) await new Promise((resolve) => setImmediate(resolve));
  appendLines(file, ["mine\n"]);
  expect(await ended).toEqual([0, null]);
  expect(lastBytes(file, 8)).toBe("xx\nmine\n");
});

it("ends a line that a killed process left", () => {
  const file = join(temporaryFolder(), "log");
  writeFileSync(file, "hal", { mode: 0o600 });
  appendLines(file, ["mine\n"]);
  expect(readFileSync(file, "utf8")).toBe("hal\nmine\n");
});

function lastBytes(path: string, count: number): string {
  const file = openSync(path, "r");
  const bytes = Buffer.alloc(count);
  readSync(file, bytes, 0, count, statSync(path).size - count);
  closeSync(file);
  return bytes.toString();
}
