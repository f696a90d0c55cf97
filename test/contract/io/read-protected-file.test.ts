import { chmodSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ExposedFile, readProtectedFile } from "../../../src/contract/user-file.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

function fileWith(mode: number): string {
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, "content");
  chmodSync(path, mode);
  return path;
}

it.each([
  [0o600, "nothing"],
  [0o400, "nothing"],
  [0o700, "nothing"],
  [0o644, "read"],
  [0o640, "read"],
] as const)("reads a file of mode %o to which others may do %s", (mode, others) => {
  expect(readProtectedFile(fileWith(mode), others).toString()).toBe("content");
});

it.each([
  [0o640, "nothing", "chmod go= "],
  [0o604, "nothing", "chmod go= "],
  [0o620, "nothing", "chmod go= "],
  [0o602, "nothing", "chmod go= "],
  [0o610, "nothing", "chmod go= "],
  [0o664, "read", "chmod go-w "],
  [0o646, "read", "chmod go-w "],
] as const)("refuses a file of mode %o to which others may do %s", (mode, others, advice) => {
  const path = fileWith(mode);
  expect(() => readProtectedFile(path, others)).toThrow(ExposedFile);
  expect(() => readProtectedFile(path, others)).toThrow(`${advice}${path}`);
});

it("looks at the file that a link leads to", () => {
  const path = fileWith(0o644);
  symlinkSync(path, `${path}.link`);
  expect(() => readProtectedFile(`${path}.link`, "nothing")).toThrow(ExposedFile);
});

it("reads a file of another user, whose access this user can't change", () => {
  // A file of the system's that everyone may read; for root it is its own.
  const isRoot = process.getuid?.() === 0;
  const read = () => readProtectedFile("/etc/hosts", "nothing");
  if (isRoot) expect(read).toThrow(ExposedFile);
  else expect(read().length).toBeGreaterThan(0);
});
