import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { load, readSource } from "../../src/compiler/source.js";
import { type Host, HostError } from "../../src/contract/host.js";
import { nodeHost } from "../../src/contract/node-host.js";

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A real project with these files; a value `-> target` makes a symbolic link. */
async function project(files: Readonly<Record<string, string | Uint8Array>>): Promise<{ readonly host: Host; readonly root: string }> {
  const root = await mkdtemp(join(tmpdir(), "toolgen-load-"));
  folders.push(root);
  for (const [path, content] of Object.entries(files)) {
    const full = join(root, path);
    await mkdir(dirname(full), { recursive: true });
    if (typeof content === "string" && content.startsWith("-> ")) await symlink(content.slice(3), full);
    else await writeFile(full, content);
  }
  return { host: nodeHost(root), root };
}

async function loaded(host: Host, ...globs: string[]) {
  const [files, diagnostics] = await load(host, globs);
  return { paths: files.map(({ path }) => path), problems: diagnostics.map(({ path, code }) => `${path} ${code}`), diagnostics };
}

const SPECS = "tools.d/**/*.{yaml,yml,json}";

it("refuses by name a spec in a form of JSON that isn't read, and only where a spec would be", async () => {
  const { host } = await project({
    "tools.d/a.yaml": "a",
    "tools.d/b.jsonc": "{}",
    "tools.d/deep/c.json5": "{}",
    "tools.d/old/d.jsonc": "{}",
    "e.jsonc": "{}",
  });
  const { paths, problems, diagnostics } = await loaded(host, SPECS, "!tools.d/old/**");
  expect([paths, problems]).toEqual([["tools.d/a.yaml"], ["tools.d/b.jsonc unreadable", "tools.d/deep/c.json5 unreadable"]]);
  expect(diagnostics[0]).toMatchObject({
    message: "Can't read 'tools.d/b.jsonc': a spec is YAML, or JSON without comments.",
    help: expect.stringContaining("Rename it to .yaml"),
  });
  expect((await loaded(host, "tools.d/*.yaml")).problems).toEqual([]);
});

it("reads the files that globs match, sorted by path, each once", async () => {
  const { host } = await project({
    "tools.d/b.yaml": "b",
    "tools.d/a/c.json": "c",
    "tools.d/a.yml": "a",
    "tools.d/README.md": "-",
    "x.yaml": "-",
  });
  const { paths, problems } = await loaded(host, SPECS, "./tools.d/*.yaml", "tools.d/b.yaml");
  expect([paths, problems]).toEqual([["tools.d/a.yml", "tools.d/a/c.json", "tools.d/b.yaml"], []]);
});

it("strips a byte order mark and keeps CRLF", async () => {
  const { host } = await project({ "tools.d/a.yaml": "\ufeffname: ü\r\n" });
  expect((await load(host, [SPECS]))[0]).toEqual([{ path: "tools.d/a.yaml", text: "name: ü\r\n" }]);
});

it("skips node_modules and .git, and what a glob with ! takes out", async () => {
  const { host } = await project({ "a/x.yaml": "", "a/node_modules/y.yaml": "", ".git/z.yaml": "", "a/draft.yaml": "" });
  expect((await loaded(host, "**/*.yaml", "!**/draft.*")).paths).toEqual(["a/x.yaml"]);
});

it("doesn't search deeper than a glob reaches", async () => {
  const { host } = await project({ "a.yaml": "", "deep/b.yaml": "", "deep/er/c.yaml": "" });
  const listed: string[] = [];
  const list: Host["list"] = (dir) => {
    listed.push(dir);
    return host.list(dir);
  };
  const watched: Host = { ...host, list };
  expect((await loaded(watched, "*.yaml")).paths).toEqual(["a.yaml"]);
  expect((await loaded(watched, "*/*.yaml")).paths).toEqual(["deep/b.yaml"]);
  expect(listed).not.toContain("deep/er");
});

it("follows symbolic links to files and folders, and reads what two ways lead to once", async () => {
  const { host } = await project({
    "shared/a.yaml": "a",
    "tools.d/more": "-> ../shared",
    "tools.d/again": "-> ../shared",
    "tools.d/b.yaml": "-> ../shared/a.yaml",
  });
  expect(await loaded(host, SPECS)).toMatchObject({ paths: ["tools.d/again/a.yaml", "tools.d/b.yaml"], problems: [] });
});

it("reports links that lead back to themselves or to a folder above, and reads the rest", async () => {
  const { host } = await project({ "tools.d/a.yaml": "a", "tools.d/sub/up": "-> ..", "tools.d/self": "-> self" });
  expect(await loaded(host, SPECS)).toMatchObject({
    paths: ["tools.d/a.yaml"],
    problems: ["tools.d/self symlink-loop", "tools.d/sub/up symlink-loop"],
  });
});

it("reports a spec that is a dead link, and ignores other dead links", async () => {
  const { host } = await project({ "tools.d/a.yaml": "a", "tools.d/b.yaml": "-> gone", "tools.d/notes": "-> gone" });
  const { paths, problems, diagnostics } = await loaded(host, SPECS);
  expect([paths, problems]).toEqual([["tools.d/a.yaml"], ["tools.d/b.yaml unreadable"]]);
  expect(diagnostics[0]?.message).toBe("Can't read 'tools.d/b.yaml': it is a dangling link.");
});

it("reports a glob whose folder is missing, a file that is missing, and globs that match nothing at all", async () => {
  const { host } = await project({ "tools.d/README.md": "", "specs/a.yaml": "" });
  const messages = async (...globs: string[]) => (await load(host, globs))[1].map(({ code, message }) => `${code} ${message}`);
  expect(await messages("specs/*.yaml", "tool.d/**/*.yaml")).toEqual([
    "no-specs No spec was found for 'tool.d/**/*.yaml': there is no folder 'tool.d'.",
  ]);
  expect(await messages("specs/*.yaml", "specs/b.yaml")).toEqual(["no-specs No spec was found for 'specs/b.yaml': it is not a file."]);
  expect(await messages("tools.d")).toEqual(["no-specs No spec was found for 'tools.d': it is not a file."]);
  expect(await messages(SPECS)).toEqual([`no-specs No spec was found for '${SPECS}': no file matches.`]);
  expect(await messages("specs/*.yaml", SPECS)).toEqual([]);
});

it("refuses a text that is not UTF-8, with the position of the first wrong byte, and reads the other files", async () => {
  const bytes = (text: string) => Buffer.from(text, "latin1");
  const { host } = await project({
    "tools.d/a.yaml": "a",
    "tools.d/latin1.yaml": bytes("name: a\nb: \xfc\n"),
    "tools.d/cut.yaml": bytes("abc\xe2\x82"),
    "tools.d/utf16.yaml": Buffer.from("\ufeffname: a", "utf16le"),
  });
  const { paths, diagnostics } = await loaded(host, SPECS);
  expect(paths).toEqual(["tools.d/a.yaml"]);
  expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    "not-utf8 'tools.d/cut.yaml' is not UTF-8: line 1 has a wrong byte, 0xE2 (at offset 3 of the file).",
    "not-utf8 'tools.d/latin1.yaml' is not UTF-8: line 2 has a wrong byte, 0xFC (at offset 11 of the file).",
    "binary-file 'tools.d/utf16.yaml' is not text: byte 3 is NUL.",
  ]);
});

it("refuses a file above 1 MiB without reading it", async () => {
  const { host } = await project({ "tools.d/big.yaml": "x".repeat(1024 * 1024 + 1), "tools.d/fits.yaml": "x".repeat(1024 * 1024) });
  const opened: string[] = [];
  const read: Host["read"] = (path) => {
    opened.push(path);
    return host.read(path);
  };
  const { paths, diagnostics } = await loaded({ ...host, read }, SPECS);
  expect([paths, opened]).toEqual([["tools.d/fits.yaml"], ["tools.d/fits.yaml"]]);
  expect(diagnostics[0]).toMatchObject({
    code: "file-too-large",
    message: "'tools.d/big.yaml' has 1048577 bytes; a spec may have 1048576.",
  });
});

it("reports folders and files that may not be read, and reads the others", async () => {
  const { host } = await project({ "tools.d/a.yaml": "a", "tools.d/b.yaml": "b", "tools.d/closed/c.yaml": "c" });
  const refuse = (path: string) => Promise.reject(new HostError({ code: "EACCES", path, message: "EACCES" }));
  const strict: Host = {
    ...host,
    list: (dir) => (dir === "tools.d/closed" ? refuse(dir) : host.list(dir)),
    read: (path) => (path === "tools.d/b.yaml" ? refuse(path) : host.read(path)),
  };
  const { paths, problems, diagnostics } = await loaded(strict, SPECS);
  expect([paths, problems]).toEqual([["tools.d/a.yaml"], ["tools.d/b.yaml unreadable", "tools.d/closed unreadable"]]);
  expect(diagnostics[0]?.message).toBe("Can't read 'tools.d/b.yaml': permission denied.");
});

it("refuses globs that lead out of the project", async () => {
  const { host } = await project({ "tools.d/a.yaml": "a" });
  expect((await loaded(host, "../*.yaml")).problems).toEqual([".. unreadable"]);
});

it("takes a single file that isn't there for nothing to read", async () => {
  const { host } = await project({ "toolgen.yaml": "version: 1\n" });
  expect(await readSource(host, "toolgen.yaml")).toEqual([{ path: "toolgen.yaml", text: "version: 1\n" }, []]);
  expect(await readSource(host, "toolgen.yml")).toEqual([undefined, []]);
  expect(await readSource(host, "toolgen.yaml/x")).toEqual([undefined, []]);
});

it("stops above a number of files, of folders and of bytes, before it reads any", async () => {
  const { host } = await project({ "tools.d/a/x.yaml": "12345", "tools.d/b/x.yaml": "12345", "tools.d/c/x.yaml": "12345" });
  const stopped = async (files: number, bytes: number) => {
    const read = () => Promise.reject(new Error("read"));
    const [found, problems] = await load({ ...host, read, limits: { files, bytes } }, [SPECS]);
    return [found.length, ...problems.map(({ code, message }) => `${code} ${message}`)];
  };
  expect(await stopped(2, 100)).toEqual([0, "too-many-files The globs of `specs` lead to more than 2 folders."]);
  expect(await stopped(4, 14)).toEqual([0, "too-many-bytes The spec files have 15 bytes together; 14 are read at most."]);
  const { host: flat } = await project({ "tools.d/1.yaml": "", "tools.d/2.yaml": "", "tools.d/3.yaml": "" });
  const [, problems] = await load({ ...flat, limits: { files: 2, bytes: 100 } }, [SPECS]);
  expect(problems.map(({ message }) => message)).toEqual(["The globs of `specs` lead to more than 2 files."]);
  expect((await loaded({ ...host, limits: { files: 4, bytes: 15 } }, SPECS)).paths).toHaveLength(3);
});

it("counts the folders that links lead to again and again, and those of all globs together", async () => {
  const rungs = Array.from({ length: 20 }, (_, i) => i);
  const links = rungs.flatMap((i) => ["a", "b"].map((name) => [`tools.d/${i}/${name}`, `-> ../${i + 1}`] as const));
  const { host } = await project({ ...Object.fromEntries(links), "tools.d/20/x.yaml": "" });
  expect((await loaded(host, "tools.d/**/*.yaml")).problems).toContain("toolgen.yaml too-many-files");
  const many = Array.from({ length: 30 }, (_, i) => `tools.d/*${i}.yaml`);
  expect((await loaded({ ...host, limits: { files: 20, bytes: 100 } }, ...many)).problems).toContain("toolgen.yaml too-many-files");
});

it.skipIf(process.platform === "darwin")("names files and folders whose names aren't UTF-8, and reads the others", async () => {
  const { host, root } = await project({ "tools.d/a.yaml": "a", "tools.d/\ufffd.yaml": "is UTF-8" });
  const raw = (path: string) => Buffer.concat([Buffer.from(`${root}/tools.d/`), Buffer.from(path, "latin1")]);
  await mkdir(raw("f\xe9"));
  for (const path of ["caf\xe9.yaml", "caf\xe9.txt", "f\xe9/b.yaml"]) await writeFile(raw(path), "b");
  const { paths, diagnostics } = await loaded(host, SPECS);
  expect(paths).toEqual(["tools.d/a.yaml", "tools.d/\ufffd.yaml"]);
  expect(diagnostics.map(({ message }) => message).sort()).toEqual([
    "Can't read 'tools.d/caf\ufffd.yaml': its name is not UTF-8.",
    "Can't read 'tools.d/f\ufffd': its name is not UTF-8.",
  ]);
});

it("refuses what Git LFS has left in place of a spec, with the command that fetches it", async () => {
  const { host } = await project({ "tools.d/a.yaml": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n" });
  const { paths, diagnostics } = await loaded(host, SPECS);
  expect([paths, diagnostics]).toEqual([[], [expect.objectContaining({ code: "unreadable", help: "Run `git lfs pull`." })]]);
});
