import { spawn, spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { encode } from "../../library/files/text-file.js";
import { unlessForbidden } from "../../library/files/unless-forbidden.js";
import { moveFile } from "../../library/move-file.js";
import { replace } from "../../library/replace.js";
import { writeFile } from "../../library/write-file.js";
import { repeat } from "../kit/repeat.js";
import { temporaryFolder } from "../kit/temporary-folder.js";
import { callToolWarm, libraryProject } from "./cases.js";

let project: string;

beforeAll(() => {
  project = libraryProject();
});

const line = fc.array(fc.constantFrom("a", "b", "ä", "$", "\t", " ", "€", "草", "x.y"), { maxLength: 6 }).map((parts) => parts.join(""));
const forms = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 12 }),
  end: fc.constantFrom("\n", "\r\n"),
  final: fc.boolean(),
  encoding: fc.constantFrom(
    { name: "utf-8", bom: false } as const,
    { name: "utf-8", bom: true } as const,
    { name: "utf-16le", bom: true } as const,
    { name: "utf-16be", bom: true } as const,
  ),
});

it("gives the original bytes back when what it replaced is replaced again, whatever the encoding, the line ends and the end of the file", () => {
  const folder = temporaryFolder();
  const path = join(folder, "a.txt");
  const context = { cwd: folder, signal: new AbortController().signal, update: () => {}, secrets: {} };
  const put = (old_string: string, new_string: string) =>
    replace({ file_path: "a.txt", old_string, new_string, allow_multiple: false }, context);
  let edits = 0;
  fc.assert(
    fc.property(
      forms,
      fc.nat(),
      fc.nat(),
      fc.array(line, { minLength: 1, maxLength: 3 }),
      ({ lines, end, final, encoding }, from, length, by) => {
        const text = `${lines.join(end)}${final ? end : ""}`;
        const plain = text.replaceAll("\r\n", "\n");
        const start = from % (plain.length + 1);
        const old = plain.slice(start, start + 1 + (length % 20));
        fc.pre(old !== "" && plain.split(old).length === 2);
        // Where every line end of a file is taken away, nothing tells any more which they were.
        fc.pre(!old.includes("\n") || plain.split("\n").length > old.split("\n").length);
        const original = encode(text, encoding) ?? Buffer.alloc(0);
        writeFileSync(path, original);
        const marked = `<new>${by.join("\n")}</new>`;
        put(old, marked);
        expect(readFileSync(path).equals(original)).toBe(false);
        put(marked, old);
        expect(readFileSync(path)).toEqual(original);
        edits++;
      },
    ),
    { numRuns: 200, seed: 8 },
  );
  expect(edits).toBeGreaterThan(50);
});

it("keeps the mode of a file, and leaves nothing beside it", async () => {
  const workspace = temporaryFolder();
  writeFileSync(join(workspace, "run.sh"), "#!/bin/sh\necho one\n");
  chmodSync(join(workspace, "run.sh"), 0o750);
  const edit = { file_path: "run.sh", old_string: "one", new_string: "two" };
  expect((await callToolWarm(project, "replace", edit, { workspace })).error).toBeUndefined();
  expect((await callToolWarm(project, "write_file", { file_path: "new.txt", content: "x" }, { workspace })).error).toBeUndefined();
  expect(statSync(join(workspace, "run.sh")).mode & 0o7777).toBe(0o750);
  expect(readdirSync(workspace).sort()).toEqual(["new.txt", "run.sh"]);
});

it("leaves the old file or the new one when it is killed at any moment", async () => {
  const workspace = temporaryFolder();
  const path = join(workspace, "large.txt");
  const handler = join(project, "generated/bin/handlers/write_file.cjs");
  const texts = ["o", "n"].map((letter) => `${letter.repeat(99)}\n`.repeat(60_000));
  const [old = "", other = ""] = texts;
  const seen = new Set<string>();
  const attempts = repeat({ usual: 5, soak: 16 });
  for (let attempt = 0; attempt < attempts; attempt++) {
    const wait = 20 + Math.round((attempt * 190) / attempts);
    writeFileSync(path, old);
    const child = spawn(process.execPath, [handler, project], { cwd: workspace, stdio: ["pipe", "ignore", "ignore"] });
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.stdin.on("error", () => {}).end(JSON.stringify({ file_path: "large.txt", content: other }));
    await Promise.race([closed, sleep(wait)]);
    child.kill("SIGKILL");
    await closed;
    const found = readFileSync(path, "utf8");
    expect(texts.includes(found), `after ${wait} ms`).toBe(true);
    seen.add(found);
  }
  expect(seen.has(old)).toBe(true);
});

/** Has a process end itself at a step of the writing, as `kill -9` would: around each call about the file beside the old one, and within the one that fills it. */
const killer = `const fs = require("node:fs");
const end = () => process.kill(process.pid, "SIGKILL");
let step = 0;
let handle;
const wrap = (name, isOurs) => {
  const original = fs[name];
  fs[name] = (...args) => {
    if (!isOurs(args[0])) return original(...args);
    if (step++ === Number(process.env.KILL_AT)) end();
    if (name === "writeFileSync" && step++ === Number(process.env.KILL_AT)) {
      original(args[0], args[1].subarray(0, args[1].length / 2));
      end();
    }
    const result = original(...args);
    if (name === "openSync") handle = result;
    if (name === "renameSync" && step++ === Number(process.env.KILL_AT)) end();
    return result;
  };
};
const isTemporary = (path) => /\\.toolgen-[\\w-]+\\.tmp$/.test(path);
for (const name of ["openSync", "renameSync"]) wrap(name, isTemporary);
for (const name of ["writeFileSync", "fchmodSync", "fsyncSync", "closeSync"]) wrap(name, (file) => file === handle);
`;

it("leaves the old file until the new one takes its place, at whichever step of the writing it is killed, and a later call removes what it left", async () => {
  const preload = join(temporaryFolder(), "killer.cjs");
  writeFileSync(preload, killer);
  const handler = join(project, "generated/bin/handlers/replace.cjs");
  const call = { file_path: "a.txt", old_string: "old", new_string: "new", allow_multiple: false };
  const ends: string[] = [];
  let left = 0;
  for (let step = 0; ends.length === step; step++) {
    const workspace = temporaryFolder();
    const path = join(workspace, "a.txt");
    writeFileSync(path, "old text\n");
    const env = { ...process.env, KILL_AT: String(step) };
    const input = JSON.stringify(call);
    const { signal } = spawnSync(process.execPath, ["--require", preload, handler, project], { cwd: workspace, input, env });
    const found = readFileSync(path, "utf8");
    if (signal === null) expect(found).toBe("new text\n");
    else {
      ends.push(found);
      const next = { ...call, old_string: " text", new_string: " words" };
      expect((await callToolWarm(project, "replace", next, { workspace })).error).toBeUndefined();
      expect(readFileSync(path, "utf8")).toBe(found.replace("text", "words"));
      // Not at once: a process that can't be seen from here may be in the middle of a write.
      const beside = readdirSync(workspace).filter((name) => name !== "a.txt");
      for (const name of beside) utimesSync(join(workspace, name), new Date(0), new Date(0));
      left += beside.length;
      expect(
        (await callToolWarm(project, "replace", { ...call, old_string: " words", new_string: "" }, { workspace })).error,
      ).toBeUndefined();
      expect(readdirSync(workspace)).toEqual(["a.txt"]);
    }
  }
  const old = Array.from({ length: 7 }, () => "old text\n");
  expect(ends).toEqual([...old, "new text\n"]);
  expect(left).toBe(6);
});

it("leaves the old file, and nothing beside it, where there is no room for the new one", () => {
  const workspace = temporaryFolder();
  writeFileSync(join(workspace, "a.txt"), "old\n");
  const handler = join(project, "generated/bin/handlers/write_file.cjs");
  // No file may grow beyond 64 blocks, of which none has more than 1024 bytes.
  const limited = ["-c", 'ulimit -f 64 && exec "$@"', "sh", process.execPath, handler, project];
  const call = (content: string) => spawnSync("sh", limited, { cwd: workspace, input: JSON.stringify({ file_path: "a.txt", content }) });
  expect(call("new\n".repeat(100_000)).status).toBe(1);
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("old\n");
  expect(readdirSync(workspace)).toEqual(["a.txt"]);
  expect(call("new\n").status).toBe(0);
});

it("says that permissions forbid it, without a stack of calls", () => {
  const fails = (code: string) => () => {
    throw Object.assign(new Error(`${code}: open`), { code });
  };
  expect(() => unlessForbidden("a.txt", fails("EACCES"))).toThrow(/^'a\.txt' can't be opened: its permissions/);
  expect(() => unlessForbidden("a.txt", fails("EIO"))).toThrow("EIO: open");
});

it("is done at once with a line of very many spaces, and with very many replacements", async () => {
  const workspace = temporaryFolder();
  const content = `${" ".repeat(20_000)}x\n`.repeat(20) + "x\n".repeat(200_000);
  expect((await callToolWarm(project, "write_file", { file_path: "a.txt", content }, { workspace })).error).toBeUndefined();
  const params = { file_path: "a.txt", old_string: "x", new_string: "y", allow_multiple: true };
  expect((await callToolWarm(project, "replace", params, { workspace })).text).toContain("(200020 replacements)");
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe(content.replaceAll("x", "y"));
});

it("loses no change of several that are made to one file at once", async () => {
  const workspace = temporaryFolder();
  const names = Array.from({ length: repeat({ usual: 5, soak: 12 }) }, (_, i) => `item-${i};`);
  writeFileSync(join(workspace, "a.txt"), `${names.join("\n")}\n`);
  const handler = join(project, "generated/bin/handlers/replace.cjs");
  const calls = names.map(
    (name) =>
      new Promise((resolve) => {
        const child = spawn(process.execPath, [handler, project], { cwd: workspace, stdio: ["pipe", "ignore", "ignore"] });
        child.once("close", resolve);
        child.stdin.end(JSON.stringify({ file_path: "a.txt", old_string: name, new_string: `done-${name}`, allow_multiple: false }));
      }),
  );
  expect(await Promise.all(calls)).toEqual(names.map(() => 0));
  expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe(`${names.map((name) => `done-${name}`).join("\n")}\n`);
});

const contextIn = (cwd: string) => ({ cwd, signal: new AbortController().signal, update: () => {}, secrets: {} });

it.each([
  ["a.txt/b.txt", "one of its folders is a file. Choose another path."],
  [`${"x".repeat(300)}.txt`, "its name is too long."],
])("says why nothing can be written at %.20s", (file_path, why) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.txt"), "one\n");
  const context = contextIn(folder);
  const message = `'${file_path}' can't be opened: ${why}`;
  expect(() => writeFile({ file_path, content: "two\n" }, context)).toThrow(message);
  expect(() => replace({ file_path, old_string: "", new_string: "two\n", allow_multiple: false }, context)).toThrow(message);
  expect(() => moveFile({ source: "a.txt", destination: file_path, overwrite: true }, context)).toThrow(
    message.replace("opened", "moved to"),
  );
  expect(readdirSync(folder)).toEqual(["a.txt"]);
});

it("refuses half a character, which would be written as another one", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.txt"), "one\n");
  const context = contextIn(folder);
  const message = "contains an unpaired surrogate, which is not a character. Use valid Unicode text.";
  expect(() => writeFile({ file_path: "a.txt", content: "\ud800" }, context)).toThrow(`content ${message}`);
  expect(() => replace({ file_path: "a.txt", old_string: "one", new_string: "\udc00", allow_multiple: false }, context)).toThrow(
    `new_string ${message}`,
  );
  expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("one\n");
});
