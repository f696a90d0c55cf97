import { expect, it } from "vitest";
import { writeMigrated } from "../../../src/cli/commands/migrate.js";
import { type Host, HostError } from "../../../src/contract/host.js";
import { memoryHost } from "../../kit/memory-host.js";

const change = (path: string, before: string, text: string) => ({ source: { path, text: before }, text, edits: [] });
const both = [change("a.yaml", "old a", "new a"), change("b.yaml", "old b", "new b")];

it("writes nothing if one of the files has changed since it was read", async () => {
  const host = memoryHost({ "a.yaml": "old a", "b.yaml": "edited meanwhile" });
  expect(await writeMigrated(host, both)).toBe("b.yaml");
  expect(Object.fromEntries(host.files)).toEqual({ "a.yaml": "old a", "b.yaml": "edited meanwhile" });
});

it("keeps byte order marks", async () => {
  const host = memoryHost({ "a.yaml": "\uFEFFold a", "b.yaml": "old b" });
  expect(await writeMigrated(host, both)).toBeUndefined();
  expect(Object.fromEntries(host.files)).toEqual({ "a.yaml": "\uFEFFnew a", "b.yaml": "new b" });
});

it("gives the files before a refused one their former bytes again", async () => {
  const memory = memoryHost({ "a.yaml": "\uFEFFold a", "b.yaml": "old b" });
  const host: Host = {
    ...memory,
    write: (file) =>
      file.path === "b.yaml" ? Promise.reject(new HostError({ code: "ENOSPC", path: file.path, message: "full" })) : memory.write(file),
  };
  await expect(writeMigrated(host, both)).rejects.toThrow("full");
  expect(Object.fromEntries(memory.files)).toEqual({ "a.yaml": "\uFEFFold a", "b.yaml": "old b" });
});
