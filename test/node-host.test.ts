import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { InternalError } from "../src/diagnostics/invariant.js";
import { HostError } from "../src/host.js";
import { nodeHost, readAssets } from "../src/node-host.js";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "toolgen-host-"));
});
afterEach(() => rm(root, { recursive: true }));

const write = (path: string, text: string, executable = false) => nodeHost(root).write({ path, text, executable });

it("writes a file with the folders it needs and leaves no temporary file", async () => {
  await write("a/b/c.txt", "ü\n");
  await write("a/b/run", "#!/bin/sh\n", true);
  expect(await readFile(join(root, "a/b/c.txt"), "utf8")).toBe("ü\n");
  expect(await readdir(join(root, "a/b"))).toEqual(["c.txt", "run"]);
  const mode = async (path: string) => (await stat(join(root, path))).mode & 0o777;
  const umask = process.umask();
  expect([await mode("a/b/c.txt"), await mode("a/b/run")]).toEqual([0o644 & ~umask, 0o755 & ~umask]);
});

it("replaces a file, its mode, and whatever a killed build left under the temporary name", async () => {
  await write("a", "old", true);
  await writeFile(join(root, "victim"), "untouched");
  await symlink("victim", join(root, "a.toolgen-tmp"));
  await write("a", "new");
  expect(await readFile(join(root, "a"), "utf8")).toBe("new");
  expect(await readFile(join(root, "victim"), "utf8")).toBe("untouched");
  expect((await stat(join(root, "a"))).mode & 0o111).toBe(0);
  expect((await readdir(root)).sort()).toEqual(["a", "victim"]);
});

it("replaces a symbolic link, not what it leads to", async () => {
  await writeFile(join(root, "target"), "untouched");
  await symlink("target", join(root, "a"));
  await write("a", "new");
  expect([await readFile(join(root, "a"), "utf8"), await readFile(join(root, "target"), "utf8")]).toEqual(["new", "untouched"]);
});

it("reports a refused write with Node's code and leaves neither a temporary file nor a change", async () => {
  await mkdir(join(root, "folder/inner"), { recursive: true });
  await writeFile(join(root, "file"), "old");
  await expect(write("folder", "x")).rejects.toMatchObject({ name: "HostError", code: "EISDIR", path: "folder" });
  await expect(write("file/below", "x")).rejects.toMatchObject({ name: "HostError", code: "ENOTDIR" });
  expect((await readdir(root)).sort()).toEqual(["file", "folder"]);
  expect(await readFile(join(root, "file"), "utf8")).toBe("old");
});

it("lists what entries are once links are followed", async () => {
  await mkdir(join(root, "d"));
  await writeFile(join(root, "f"), "");
  for (const [name, target] of Object.entries({ toD: "d", toF: "f", dead: "gone", self: "self" })) await symlink(target, join(root, name));
  const entries = await nodeHost(root).list(".");
  expect(Object.fromEntries((entries ?? []).map(({ name, type }) => [name, type]))).toEqual({
    d: "directory",
    f: "file",
    toD: "directory",
    toF: "file",
    dead: "other",
    self: "other",
  });
});

it("knows absence from refusal", async () => {
  await writeFile(join(root, "f"), "text");
  const host = nodeHost(root);
  expect([
    await host.list("none"),
    await host.list("f"),
    await host.read("none"),
    await host.read("f/x"),
    await host.stat("none"),
    await host.stat("."),
  ]).toEqual(Array(6).fill(undefined));
  await expect(host.read(".")).rejects.toMatchObject({ name: "HostError", code: "EISDIR" });
  await symlink("self", join(root, "self"));
  await expect(host.realPath("self")).rejects.toMatchObject({ name: "HostError", code: "ELOOP" });
});

it("tells a file's size and whether its owner may execute it", async () => {
  await writeFile(join(root, "f"), "ü");
  expect(await nodeHost(root).stat("f")).toEqual({ size: 2, executable: false });
  await chmod(join(root, "f"), 0o755);
  expect(await nodeHost(root).stat("f")).toEqual({ size: 2, executable: true });
});

it("removes a file and the folders which that leaves empty, but never the root", async () => {
  await write("a/b/c", "");
  await write("a/d", "");
  const host = nodeHost(root);
  await host.remove("a/b/c");
  expect(await readdir(join(root, "a"))).toEqual(["d"]);
  await host.remove("a/d");
  await host.remove("a/d");
  expect(await readdir(root)).toEqual([]);
});

it.each(["..", "../x", "a/../../x", "/etc/passwd"])("refuses %s, which leads out of the root", async (path) => {
  const host = nodeHost(root);
  for (const attempt of [host.read(path), host.list(path), host.stat(path), host.realPath(path), host.remove(path), write(path, "x")]) {
    await expect(attempt).rejects.toBeInstanceOf(HostError);
    await expect(attempt).rejects.toMatchObject({ code: "EOUTSIDE" });
  }
});

it("reads the bundled programs, texts and templates of the package by name, and nothing else", async () => {
  for (const path of ["dist/assets/call.cjs", "dist/assets/licences.txt", "dist/assets/spec.schema.json", "templates/bin/tool.cjs.hbs"]) {
    await write(path, path);
  }
  await write("package.json", '{ "version": "1.2.3" }');
  expect(await readAssets(pathToFileURL(`${root}/`))).toEqual({
    version: "1.2.3",
    "call.cjs": "dist/assets/call.cjs",
    "licences.txt": "dist/assets/licences.txt",
    "templates/bin/tool.cjs.hbs": "templates/bin/tool.cjs.hbs",
  });
});

it("says how to build when there are no bundled programs", async () => {
  await mkdir(join(root, "empty/dist/assets"), { recursive: true });
  for (const folder of ["empty", "none"]) {
    const attempt = readAssets(pathToFileURL(join(root, folder, "/")));
    await expect(attempt).rejects.toBeInstanceOf(InternalError);
    await expect(attempt).rejects.toThrow("npm run build");
  }
});
