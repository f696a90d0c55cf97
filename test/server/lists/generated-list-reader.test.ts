import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generatedListReader } from "../../../src/server/lists/served-lists.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

function folderWith(content: string) {
  const folder = temporaryFolder("list");
  const write = (text: string) => writeFileSync(join(folder, "prompts.json"), text);
  write(content);
  return { folder, write, read: generatedListReader(folder) };
}

it("reads a list on one line", () => {
  const { read } = folderWith('[\n{"name":"a"},\n{"name":"b"}\n]\n');
  expect(read("prompts.json").toString()).toBe('[ {"name":"a"}, {"name":"b"} ] ');
});

it("returns the same bytes while a file is unchanged, and others once it is written or replaced", () => {
  const { folder, write, read } = folderWith("[1]");
  const first = read("prompts.json");
  expect(read("prompts.json")).toBe(first);
  write("[2]");
  expect(read("prompts.json").toString()).toBe("[2]");
  writeFileSync(join(folder, "next"), "[3]");
  renameSync(join(folder, "next"), join(folder, "prompts.json"));
  expect(read("prompts.json").toString()).toBe("[3]");
});

it("refuses a list with merge conflicts, each time", () => {
  const { read } = folderWith("[\n<<<<<<< ours\n1\n=======\n2\n>>>>>>> theirs\n]\n");
  expect(() => read("prompts.json")).toThrow("mcp/prompts.json has merge conflicts");
  expect(() => read("prompts.json")).toThrow("mcp/prompts.json has merge conflicts");
});

it("takes no text of a tool for a merge conflict", () => {
  const { read } = folderWith('[\n{"description":"<<<<<<< a"}\n]');
  expect(read("prompts.json").toString()).toContain("<<<<<<< a");
});
