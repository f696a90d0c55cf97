import { chmodSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isUpToDate } from "../../../src/compiler/write-plan.js";
import { type Host, HostError } from "../../../src/contract/host.js";
import { build, project } from "./output-folder.js";

const outputs = { "a.json": "{}\n", "bin/a.cjs": "a\n", "*bin/call": "#!/bin/sh\n" };
const summary = (built: Awaited<ReturnType<typeof build>>) => ({
  create: built.plan.create.map(({ path }) => path),
  update: built.plan.update.map(({ path }) => path),
  remove: built.plan.remove,
  unchanged: built.plan.unchanged,
});
const codes = (built: Awaited<ReturnType<typeof build>>) => built.problems.map(({ code, path }) => `${path} ${code}`);

it("writes outputs, executable bits and a manifest with sorted keys", async () => {
  const { build, files } = project();
  expect(summary(await build(outputs))).toEqual({ create: ["a.json", "bin/a.cjs", "bin/call"], update: [], remove: [], unchanged: [] });
  expect(files()).toEqual({
    "generated/a.json": "{}\n",
    "generated/bin/a.cjs": "a\n",
    "*generated/bin/call": "#!/bin/sh\n",
    "generated/.toolgen-manifest.json": `{
  "version": 1,
  "toolgen": "1.0.0",
  "files": {
    "a.json": "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356",
    "bin/a.cjs": "87428fc522803d31065e7bce3cf03fe475096631e5e07bbd7a0fde60c4cf25c7",
    "bin/call": "a8076d3d28d21e02012b20eaf7dbf75409a6277134439025f282e368e3305abf"
  }
}
`,
  });
});

it("makes the same bytes in any folder and for outputs in any order", async () => {
  const [one, other] = [project(), project()];
  await one.build(outputs);
  await other.build(Object.fromEntries(Object.entries(outputs).reverse()));
  expect(other.files()).toEqual(one.files());
});

it("creates, replaces, removes and leaves alone what it should, with the folders that become empty", async () => {
  const { build, files, root } = project();
  await build({ same: "1", changed: "1", "old/file": "1", "*program": "1" });
  const second = { same: "1", changed: "2", "new/file": "2", program: "1" };
  expect(summary(await build(second))).toEqual({
    create: ["new/file"],
    update: ["changed"],
    remove: ["old/file"],
    unchanged: ["program", "same"],
  });
  expect(existsSync(join(root, "generated/old"))).toBe(false);
  expect(Object.keys(files()).sort()).toEqual([
    "*generated/program",
    "generated/.toolgen-manifest.json",
    "generated/changed",
    "generated/new/file",
    "generated/same",
  ]);
});

it("gives back an executable bit that was lost", async () => {
  const { build, files, root } = project();
  await build(outputs);
  chmodSync(join(root, "generated/bin/call"), 0o644);
  expect(summary(await build(outputs)).update).toEqual(["bin/call"]);
  expect(files()["*generated/bin/call"]).toBe("#!/bin/sh\n");
});

it("writes nothing at all when nothing changes, so a read-only folder will do", async () => {
  const { build: first, host } = project();
  await first(outputs);
  const refuse = (file: unknown) => Promise.reject(new Error(`written: ${JSON.stringify(file)}`));
  const built = await build({ ...host, write: refuse, remove: refuse }, outputs);
  expect(isUpToDate(built.plan)).toBe(true);
  expect(built.problems).toEqual([]);
});

it("leaves files alone that it didn't write", async () => {
  const { build, put, files } = project();
  await build({ "a/b": "1" });
  put("generated/a/notes.md", "mine");
  put("generated/own.toolgen-tmp", "mine");
  await build({});
  expect(files()).toMatchObject({ "generated/a/notes.md": "mine", "generated/own.toolgen-tmp": "mine" });
  expect(Object.keys(files())).toHaveLength(3);
});

it("refuses to replace a file that toolgen didn't write, and then writes nothing at all", async () => {
  const { build, put, files } = project();
  put("generated/bin/call", "by hand");
  put("generated/a.json", "by hand");
  const before = files();
  expect(codes(await build(outputs))).toEqual(["generated/a.json foreign-file", "generated/bin/call foreign-file"]);
  expect(files()).toEqual(before);
});

it("takes over a file that is what it would write", async () => {
  const { build, put } = project();
  put("generated/a.json", "{}\n");
  expect(codes(await build(outputs))).toEqual([]);
  expect(summary(await build({ ...outputs, "a.json": "[]\n" })).update).toEqual(["a.json"]);
});

it("refuses a file in place of a folder, and a folder in place of a file", async () => {
  const asFile = project();
  asFile.put("generated/bin", "a file");
  expect(codes(await asFile.build(outputs))).toEqual(["generated/bin foreign-file"]);

  const asFolder = project();
  asFolder.put("generated/a.json/x", "in a folder");
  expect(codes(await asFolder.build(outputs))).toEqual(["generated/a.json foreign-file"]);

  const asOutput = project();
  asOutput.put("generated", "a file");
  expect(codes(await asOutput.build(outputs))).toEqual(["generated foreign-file"]);
  expect(asOutput.files()).toEqual({ generated: "a file" });
});

it("turns an old file into a folder and an old folder into a file", async () => {
  const { build, files } = project();
  await build({ a: "1", "b/c": "1" });
  expect(codes(await build({ "a/x": "2", b: "2" }))).toEqual([]);
  expect(files()).toMatchObject({ "generated/a/x": "2", "generated/b": "2" });
  expect(Object.keys(files())).toHaveLength(3);
});

it("follows no folder that is a link out of the output folder, neither to write nor to delete", async () => {
  const { build, put, files, root } = project();
  await build({ "bin/a": "1", b: "1" });
  rmSync(join(root, "generated/bin"), { recursive: true });
  put("elsewhere/a", "1");
  symlinkSync("../elsewhere", join(root, "generated/bin"));
  const before = files();
  expect(codes(await build({ b: "2" }))).toEqual(["generated/bin outside-output"]);
  expect(codes(await build({ b: "2", "bin/a": "2" }))).toEqual(["generated/bin outside-output"]);
  expect(files()).toEqual(before);
});

it.each([
  ["../victim", "is not the path of an output"],
  ["a/../../victim", "is not the path of an output"],
  ["/etc/victim", "is not the path of an output"],
  ["a//b", "is not the path of an output"],
  ["..\\victim", "is not the path of an output"],
  ["C:/victim", "is not the path of an output"],
  [".toolgen-manifest.json", "is not the path of an output"],
])("deletes nothing for a manifest that names %s", async (path, reason) => {
  const { build, put, files } = project();
  put("victim", "mine");
  put("generated/.toolgen-manifest.json", JSON.stringify({ version: 1, toolgen: "1.0.0", files: { [path]: "00" } }));
  const before = files();
  const built = await build(outputs);
  expect(codes(built)).toEqual(["generated/.toolgen-manifest.json corrupt-manifest"]);
  expect(built.problems[0]?.message).toContain(reason);
  expect(files()).toEqual(before);
});

it.each([
  ["{", "it is not valid JSON"],
  ["[]", "it is not a JSON object"],
  ["{}", "it lacks `version`, `toolgen` or `files`"],
  ['{"version":1,"toolgen":"1.0.0","files":{"a":1}}', '"a" is not the path of an output'],
  ['{\n<<<<<<< ours\n"version":1\n=======\n"version":1\n>>>>>>> theirs\n}', "it contains the markers of a merge conflict"],
])("writes nothing beside a manifest that is %j", async (text, reason) => {
  const { build, put, files } = project();
  put("generated/.toolgen-manifest.json", text);
  const built = await build(outputs);
  expect(built.problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
    `corrupt-manifest 'generated/.toolgen-manifest.json' can't be read: ${reason}.`,
  ]);
  expect(files()).toEqual({ "generated/.toolgen-manifest.json": text });
});

it("refuses a journal that names files outside, too", async () => {
  const { build, put, files } = project();
  put("victim", "mine");
  put("generated/.toolgen-journal.json", JSON.stringify({ version: 1, creating: ["../victim"] }));
  expect(codes(await build(outputs))).toEqual(["generated/.toolgen-journal.json corrupt-manifest"]);
  expect(files()).toHaveProperty("victim");
});

it("leaves a folder of a newer format alone, and names the version to build with", async () => {
  const { build, put } = project();
  put("generated/.toolgen-manifest.json", JSON.stringify({ version: 2, toolgen: "9.1.0", files: [] }));
  const { problems } = await build(outputs);
  expect(problems[0]).toMatchObject({ code: "newer-manifest", message: expect.stringContaining("9.1.0") });
});

it.each(["ENOSPC", "EACCES", "EROFS", "EDQUOT"])(
  "says what refused a write with %s, keeps old files whole, and completes the work next time",
  async (code) => {
    const { host, build: real, files, root } = project();
    await real({ old: "old", "sub/x": "x" });
    const full: Host = {
      ...host,
      write: (file) =>
        file.path.endsWith("/y") ? Promise.reject(new HostError({ code, path: file.path, message: code })) : host.write(file),
    };
    const built = await build(full, { old: "new", "sub/y": "y" });
    expect(built.problems).toMatchObject([{ code: "cannot-write", path: "generated/sub/y", help: expect.stringContaining("build again") }]);
    expect(built.problems[0]?.message).not.toContain(code);
    expect(["old", "new"]).toContain(readFileSync(join(root, "generated/old"), "utf8"));
    expect(files()["generated/sub/x"]).toBe("x");

    await real({ old: "newer" });
    expect(Object.keys(files()).sort()).toEqual(["generated/.toolgen-manifest.json", "generated/old"]);
  },
);

it("says so when it may not look at the outputs", async () => {
  const { host } = project();
  const closed: Host = { ...host, list: (path) => Promise.reject(new HostError({ code: "EACCES", path, message: "EACCES" })) };
  expect(codes(await build(closed, outputs))).toEqual(["generated cannot-read-output"]);
});

it("doesn't touch the time of what is unchanged", async () => {
  const { build, root } = project();
  await build({ a: "1", b: "1" });
  const long = new Date("2001-01-01T00:00:00Z");
  utimesSync(join(root, "generated/a"), long, long);
  await build({ a: "1", b: "2" });
  expect(statSync(join(root, "generated/a")).mtime).toEqual(long);
});

it("writes into the project's root, or deep below it, if that is the output folder", async () => {
  const { build, files } = project();
  await build({ a: "1" }, { output: "." });
  await build({ b: "1" }, { output: "some/where" });
  expect(Object.keys(files()).sort()).toEqual([".toolgen-manifest.json", "a", "some/where/.toolgen-manifest.json", "some/where/b"]);
  expect(codes(await build({ c: "1" }, { output: "../out" }))).toEqual(["../out cannot-read-output"]);
});
