import { spawnSync } from "node:child_process";
import { chownSync, lutimesSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeWhole as ofLibrary } from "../../library/files/write-whole.js";
import { writeFileAtomic as ofRuntime } from "../../src/contract/user-file.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

// That a write which is killed leaves nothing for good is for edits.test.ts. Here is what is taken for such, and what isn't.

const gone = spawnSync(process.execPath, ["--version"]).pid;
const parent = process.ppid;
const nameOf = (pid: number, letter: string) => `.toolgen-${pid}-${letter.repeat(16)}.tmp`;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

it.each([
  ["the library", (path: string) => ofLibrary(path, Buffer.from("new"))],
  ["the runtime", (path: string) => ofRuntime(path, "new")],
] as const)("removes what a process that is gone left a while ago, and nothing else (%s)", (_, write) => {
  const folder = temporaryFolder();
  const file = (name: string, minutes = 60) => {
    writeFileSync(join(folder, name), "left");
    utimesSync(join(folder, name), minutesAgo(minutes), minutesAgo(minutes));
    return name;
  };
  file(nameOf(gone, "a"));
  file(nameOf(gone, "b"), 11);
  const kept = [
    file(nameOf(gone, "c"), 9),
    file(nameOf(parent, "d")),
    file(nameOf(process.pid, "e")),
    file(".toolgen-0123456789abcdef.tmp"),
    file(`${nameOf(gone, "f")}.txt`),
    file(`x${nameOf(gone, "f")}`),
    file(`.toolgen-${gone}-short.tmp`),
    nameOf(gone, "1"),
    nameOf(gone, "2"),
  ];
  mkdirSync(join(folder, nameOf(gone, "1")));
  utimesSync(join(folder, nameOf(gone, "1")), minutesAgo(60), minutesAgo(60));
  symlinkSync("a.txt", join(folder, nameOf(gone, "2")));
  lutimesSync(join(folder, nameOf(gone, "2")), minutesAgo(60), minutesAgo(60));
  if (process.getuid?.() === 0) {
    kept.push(file(nameOf(gone, "3")));
    chownSync(join(folder, nameOf(gone, "3")), 1, 1);
  }
  write(join(folder, "a.txt"));
  expect(readdirSync(folder).sort()).toEqual(["a.txt", ...kept].sort());
  write(join(folder, "below/b.txt"));
  expect(readdirSync(join(folder, "below"))).toEqual(["b.txt"]);
});
