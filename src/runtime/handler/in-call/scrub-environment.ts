import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";

const own = "/proc/self/environ";

/**
 * Overwrites variables that aren't declared in the memory that Linux shows as this process's environment: deleting them
 * from `process.env` leaves them there. Returns false if one of them remains. Systems without /proc show none.
 */
export function scrubEnvironment(declared: Readonly<Record<string, string>>): boolean {
  if (!existsSync("/proc/self")) return process.platform !== "linux";
  const expected = new Set(Object.entries(declared).map(([name, value]) => Buffer.from(`${name}=${value}`).toString("latin1")));
  try {
    overwrite(expected);
    return entriesOf(readFileSync(own)).every(({ text }) => text === "" || expected.has(text));
  } catch {
    return false;
  }
}

function overwrite(expected: ReadonlySet<string>): void {
  const block = readFileSync(own);
  const { start, size } = environmentRange();
  if (block.length !== size) throw new Error("this isn't the whole environment");
  for (const { at, text } of entriesOf(block)) if (!expected.has(text)) block.fill(0, at, at + text.length);
  const memory = openSync("/proc/self/mem", "r+");
  try {
    if (writeSync(memory, block, 0, size, start) !== size) throw new Error("the environment was written in part");
  } finally {
    closeSync(memory);
  }
}

/** Fields 50 and 51. The second field, the name of the program in parentheses, may contain spaces and parentheses. */
function environmentRange(): { readonly start: number; readonly size: number } {
  const stat = readFileSync("/proc/self/stat", "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [start = 0, end = 0] = fields.slice(47, 49).map(Number);
  return { start, size: end - start };
}

/** The variables of a block. Each ends with a zero byte. */
function entriesOf(block: Buffer): readonly { readonly at: number; readonly text: string }[] {
  let at = 0;
  return block
    .toString("latin1")
    .split("\0")
    .map((text) => {
      const entry = { at, text };
      at += text.length + 1;
      return entry;
    });
}
