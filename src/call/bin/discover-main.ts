import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { writeAll } from "../../contract/stdio.js";
import { reportStdoutError } from "./broken-output.late.js";

// The entry of generated/bin/discover. It never touches standard input: Gemini CLI leaves it open, and a read would
// hang its start.

const declarations = join(__dirname, "..", "gemini", "discovery.json");

function main(): void {
  const file = openSync(declarations, "r");
  const chunk = Buffer.allocUnsafe(64 * 1024);
  for (let size = readSync(file, chunk); size > 0; size = readSync(file, chunk)) {
    if (!print(chunk.subarray(0, size))) break;
  }
  closeSync(file);
}

/** Returns true if more output is still useful. */
function print(bytes: Uint8Array): boolean {
  try {
    return writeAll(1, bytes);
  } catch (error) {
    reportStdoutError("discover", error);
    process.exitCode = 1;
    return false;
  }
}

try {
  main();
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  const problem = code === "ENOENT" ? "is missing" : `cannot be read (${code ?? String(error)})`;
  writeAll(2, `discover: ${declarations} ${problem}. Run 'toolgen build'.\n`);
  process.exitCode = 1;
}
