import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { deleteFile } from "../../library/delete-file.js";
import { moveFile } from "../../library/move-file.js";
import { temporaryFolder } from "../kit/temporary-folder.js";

const { signal } = new AbortController();

/** A folder that holds these files, and the two handlers called in it. */
function workspace(files: Readonly<Record<string, string>>) {
  const cwd = temporaryFolder();
  const at = (path: string) => join(cwd, path);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(at(path), ".."), { recursive: true });
    writeFileSync(at(path), text);
  }
  const context = { signal, update: () => {}, cwd, secrets: {} };
  return {
    at,
    remove: (path: string) => deleteFile({ path }, context),
    move: (source: string, destination: string, overwrite = false) => moveFile({ source, destination, overwrite }, context),
  };
}

it("deletes a link, and neither the file nor the folder that it leads to", () => {
  const { at, remove } = workspace({ "a.txt": "one", "src/b.txt": "two" });
  symlinkSync("a.txt", at("file"));
  symlinkSync("src", at("folder"));
  symlinkSync("none", at("dangling"));
  for (const link of ["file", "folder", "dangling"]) expect(remove(link)).toContain(`Deleted the link ${link}.`);
  expect(readdirSync(at(".")).sort()).toEqual(["a.txt", "src"]);
  expect(readFileSync(at("src/b.txt"), "utf8")).toBe("two");
});

it("deletes an empty folder, and leaves one alone that holds something, hidden or not", () => {
  const { at, remove } = workspace({ "full/.hidden": "" });
  mkdirSync(at("empty"));
  expect(remove("empty/")).toBe("Deleted the empty folder empty/.");
  expect(existsSync(at("empty"))).toBe(false);
  expect(() => remove("full")).toThrow("holds 1 entry: .hidden");
  expect(existsSync(at("full/.hidden"))).toBe(true);
});

it("doesn't delete the workspace, by whatever path", () => {
  const { at, remove } = workspace({});
  for (const path of [".", "./", at("."), "../"]) expect(() => remove(path), path).toThrow("is the workspace, or holds it");
  expect(existsSync(at("."))).toBe(true);
});

it("names a few of many entries", () => {
  const files = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`src/${i}`, ""]));
  expect(() => workspace(files).remove("src")).toThrow("holds 9 entries: 0, 1, 2, 3, 4 and more.");
});

it("moves a link as the link that it is, also one that leads nowhere", () => {
  const { at, move } = workspace({ "a.txt": "one" });
  symlinkSync("a.txt", at("link"));
  expect(move("link", "other")).toContain("It is a link");
  expect([readlinkSync(at("other")), existsSync(at("a.txt")), readdirSync(at(".")).length]).toEqual(["a.txt", true, 2]);
  symlinkSync("none", at("dangling"));
  move("dangling", "still");
  expect(readlinkSync(at("still"))).toBe("none");
});

it("replaces a link and not what it leads to, and only if asked", () => {
  const { at, move } = workspace({ "a.txt": "one", "b.txt": "two" });
  symlinkSync("b.txt", at("link"));
  expect(() => move("a.txt", "link")).toThrow("There is a file 'link' already.");
  move("a.txt", "link", true);
  expect([lstatSync(at("link")).isSymbolicLink(), readFileSync(at("link"), "utf8"), readFileSync(at("b.txt"), "utf8")]).toEqual([
    false,
    "one",
    "two",
  ]);
});

it("keeps both names of a file that has two, where one is moved to the other", () => {
  const { at, move } = workspace({ "a.txt": "one" });
  linkSync(at("a.txt"), at("b.txt"));
  expect(() => move("a.txt", "b.txt")).toThrow("already");
  expect(readdirSync(at(".")).sort()).toEqual(["a.txt", "b.txt"]);
});

it("never replaces a folder, not even if asked", () => {
  const { at, move } = workspace({ "a.txt": "one" });
  mkdirSync(at("empty"));
  expect(() => move("a.txt", "empty", true)).toThrow("Give the whole path: empty/a.txt");
  expect(lstatSync(at("empty")).isDirectory()).toBe(true);
});

const shared = "/dev/shm";
const isOtherDevice = existsSync(shared) && statSync(shared).dev !== statSync(temporaryFolder()).dev;

it.runIf(isOtherDevice)("moves to another device whole, with its mode and time, and leaves nothing beside it", () => {
  const other = mkdtempSync(join(shared, "toolgen-move-"));
  try {
    const { at, move } = workspace({ "a.txt": "one", "b.txt": "two" });
    const { mtimeMs, mode } = statSync(at("a.txt"));
    move("a.txt", join(other, "a.txt"));
    expect([existsSync(at("a.txt")), readFileSync(join(other, "a.txt"), "utf8")]).toEqual([false, "one"]);
    expect(statSync(join(other, "a.txt")).mode).toBe(mode);
    expect(Math.abs(statSync(join(other, "a.txt")).mtimeMs - mtimeMs)).toBeLessThan(2);
    expect(() => move("b.txt", join(other, "a.txt"))).toThrow("already");
    expect(readFileSync(at("b.txt"), "utf8")).toBe("two");
    move("b.txt", join(other, "a.txt"), true);
    symlinkSync("none", at("link"));
    move("link", join(other, "link"));
    expect([readFileSync(join(other, "a.txt"), "utf8"), readlinkSync(join(other, "link")), readdirSync(other).sort()]).toEqual([
      "two",
      "none",
      ["a.txt", "link"],
    ]);
    expect(readdirSync(at("."))).toEqual([]);
  } finally {
    rmSync(other, { recursive: true });
  }
});
