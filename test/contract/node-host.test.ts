import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { InternalError } from "../../src/contract/diagnostic.js";
import { HostError, maxReadBytes } from "../../src/contract/host.js";
import { nodeHost, readAssets } from "../../src/contract/node-host.js";

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

it("reads the bundled programs and texts of the package by name, and nothing else", async () => {
  const paths = ["assets/call.cjs", "assets/packages.json", "assets/spec.schema.json", "packages/modelcontextprotocol-client.cjs"];
  for (const path of paths.map((one) => `dist/${one}`)) await write(path, path);
  await write("package.json", '{ "version": "1.2.3" }');
  expect(await readAssets(pathToFileURL(`${root}/`))).toEqual({
    version: "1.2.3",
    "call.cjs": "dist/assets/call.cjs",
    "packages.json": "dist/assets/packages.json",
    "mcp-client.cjs": "dist/packages/modelcontextprotocol-client.cjs",
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

it("writes, reads and removes nothing outside through a link, also one that comes between two writes", async () => {
  const outside = await mkdtemp(join(tmpdir(), "toolgen-outside-"));
  try {
    await writeFile(join(outside, "victim"), "untouched");
    await write("folder/inner/a", "x");
    await rm(join(root, "folder/inner"), { recursive: true });
    await symlink(outside, join(root, "folder/inner"));
    const host = nodeHost(root);
    for (const path of ["folder/inner/victim", "folder/inner/new", "folder/inner/new/deep"])
      await expect(write(path, "y"), path).rejects.toMatchObject({ name: "HostError", code: "EOUTSIDE", path });
    const refusal = { name: "HostError", code: "EOUTSIDE" };
    await expect(host.remove("folder/inner/victim")).rejects.toMatchObject(refusal);
    await expect(host.read("folder/inner/victim")).rejects.toMatchObject(refusal);
    await expect(host.stat("folder/inner/victim")).rejects.toMatchObject(refusal);
    await expect(host.list("folder/inner")).rejects.toMatchObject(refusal);
    expect(await host.linkOn("folder/inner/victim")).toBe("folder/inner");
    expect(await readdir(outside)).toEqual(["victim"]);
    expect(await readFile(join(outside, "victim"), "utf8")).toBe("untouched");
  } finally {
    await rm(outside, { recursive: true });
  }
});

it("works in a folder that is a link itself", async () => {
  await mkdir(join(root, "real"));
  await symlink("real", join(root, "link"));
  const host = nodeHost(join(root, "link"));
  await host.write({ path: "a/b", text: "1", executable: false });
  await host.write({ path: "c", text: "1", executable: false });
  await host.remove("a/b");
  expect(await readdir(join(root, "real"))).toEqual(["c"]);
  expect(Buffer.from((await host.read("c")) ?? "").toString()).toBe("1");
});

it("reaches no Git directory, by none of the names that a file system may take for it", async () => {
  await mkdir(join(root, ".git/hooks"), { recursive: true });
  await symlink(".git", join(root, "link"));
  for (const folder of [".git", "a/.GIT", ".git./hooks", "GIT~1", ".g\u200dit", ".git::$INDEX_ALLOCATION", "link/hooks"])
    await expect(write(`${folder}/pre-commit`, "x"), folder).rejects.toMatchObject({ code: "EGIT" });
  await write(".gitattributes", "x");
  await write(".github/workflows/a", "x");
  expect(await readdir(join(root, ".git/hooks"))).toEqual([]);
});

it("reads regular files alone, and none above its limit", async () => {
  execFileSync("mkfifo", [join(root, "pipe")]);
  await symlink("pipe", join(root, "link"));
  for (const path of ["pipe", "link"]) await expect(nodeHost(root).read(path)).rejects.toMatchObject({ code: "ENOTFILE", path });
  await writeFile(join(root, "large"), "");
  await truncate(join(root, "large"), maxReadBytes + 1);
  await expect(nodeHost(root).read("large")).rejects.toMatchObject({ code: "ETOOLARGE" });
});
