import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, lutimesSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeEach, expect, it } from "vitest";
import { appendLines, tryLineFileLock } from "../../../src/call/line-file.js";
import { countRepairs } from "../../../src/call/log/count-repairs.late.js";
import {
  clearStatistics,
  formatCount,
  mergeCounts,
  parseCount,
  readStatistics,
  rotate,
  statisticsFile,
} from "../../../src/call/repair-statistics.js";
import { projectOf, sayTool } from "../../kit/project.js";
import { repeat } from "../../kit/repeat.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";
import { definition } from "../repair/tool-with-rules.js";

const program = fileURLToPath(new URL("../../../dist/cli/main.js", import.meta.url));
const count = { tool: "say", rule: "alias", from: "message", to: "text", times: 1 } as const;
const line = formatCount(count);
let file: string;
beforeEach(() => {
  file = join(temporaryFolder(), "state", "repairs.jsonl");
});

const longAgo = (path: string) => lutimesSync(path, new Date(0), new Date(0));

it("is off unless it is asked for, by yes or by an absolute path", () => {
  for (const asked of [undefined, "", "0", "false", "off"])
    expect(statisticsFile({ TOOLGEN_REPAIRS: asked, HOME: "/h" })).toEqual({ kind: "off" });
  expect(statisticsFile({ TOOLGEN_REPAIRS: "/x/y" })).toEqual({ kind: "file", path: "/x/y" });
  expect(statisticsFile({ TOOLGEN_REPAIRS: "1", HOME: "/h" })).toEqual({ kind: "file", path: "/h/.local/state/toolgen/repairs.jsonl" });
  const state = { TOOLGEN_REPAIRS: "1", HOME: "/h", XDG_STATE_HOME: "/s" };
  expect(statisticsFile(state)).toEqual({ kind: "file", path: "/s/toolgen/repairs.jsonl" });
  expect(statisticsFile({ ...state, XDG_STATE_HOME: "s" })).toMatchObject({ path: "/h/.local/state/toolgen/repairs.jsonl" });
  for (const env of [{ TOOLGEN_REPAIRS: "1" }, { TOOLGEN_REPAIRS: "repairs.jsonl" }])
    expect(statisticsFile(env)).toEqual({ kind: "unusable" });
});

it("keeps counts where their owner alone can read them, sums them and forgets them", () => {
  appendLines(file, [line, line]);
  appendLines(file, [line, formatCount({ ...count, rule: "refused", from: "", to: undefined })]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
  expect(readStatistics(file)).toEqual([
    { ...count, times: 3 },
    { tool: "say", rule: "refused", from: "", times: 1 },
  ]);
  clearStatistics(file);
  expect(readStatistics(file)).toEqual([]);
  expect(readdirSync(join(file, ".."))).toEqual([]);
});

it("has nothing where there is nothing", () => {
  expect(readStatistics(file)).toEqual([]);
  clearStatistics(file);
  expect(existsSync(join(file, ".."))).toBe(false);
});

it("passes over what isn't whole or isn't ours", () => {
  for (const text of ["", "{", "null", "[]", '["a","b","c",null,0]', '["a","b",1,null,1]', "x".repeat(100_000)])
    expect(parseCount(text)).toBe(undefined);
  mkdirSync(join(file, ".."));
  writeFileSync(file, `["say","al\n${line}\0\n{}\n`, { mode: 0o644 });
  appendLines(file, [line]);
  expect(readStatistics(file)).toEqual([{ ...count, times: 2 }]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it("never fails a call, nor follows a link, nor waits for a pipe or a device", () => {
  const repaired = { ok: true, params: {}, repairs: [{ rule: "alias", from: "a", to: "b" }] } as const;
  mkdirSync(join(file, ".."));
  const target = join(file, "..", "target");
  writeFileSync(target, "mine");
  symlinkSync(target, file);
  for (const path of [file, "/dev/null", "/dev/full", "/proc/nothing/here", join(target, "below"), "/"])
    expect(countRepairs({ tool: "say", definition: definition(), repaired }, { TOOLGEN_REPAIRS: path })).toBe(undefined);
  expect(readFileSync(target, "utf8")).toBe("mine");
});

it("adds up a file that has grown, and loses nothing of what is put aside", () => {
  mkdirSync(join(file, ".."));
  for (let round = 0; round < 5; round++) {
    writeFileSync(file, line.repeat(100), { flag: "a" });
    rotate(file, 1000);
    expect(existsSync(file)).toBe(false);
    expect(readStatistics(file)).toEqual([{ ...count, times: 100 * (round + 1) }]);
    // Now it is long enough ago that someone could still be writing to it.
    for (const name of readdirSync(join(file, ".."))) longAgo(join(file, "..", name));
  }
  rotate(`${file}`, 1000);
});

it("counts what was added up once, although the process ended before it had removed it", () => {
  mkdirSync(join(file, ".."));
  const aside = `${file}.${Date.now()}-0123abcd`;
  writeFileSync(aside, line);
  writeFileSync(`${file}.sum`, JSON.stringify({ merged: [aside.slice(aside.lastIndexOf("/") + 1)], counts: [count] }));
  expect(readStatistics(file)).toEqual([count]);
  writeFileSync(file, line);
  rotate(file, 0);
  expect(existsSync(aside)).toBe(false);
  expect(readStatistics(file)).toEqual([{ ...count, times: 2 }]);
});

it("starts from zero if a sum is damaged", () => {
  mkdirSync(join(file, ".."));
  writeFileSync(`${file}.sum`, "{");
  appendLines(file, [line]);
  expect(readStatistics(file)).toEqual([count]);
});

it("keeps a bounded number of different counts: the rest is counted by its rule", () => {
  const many = Array.from({ length: 50 }, (_, i) => ({ ...count, from: `name${i}`, times: 50 - i }));
  const merged = mergeCounts(many, 10);
  expect(merged).toHaveLength(11);
  expect(merged.reduce((sum, { times }) => sum + times, 0)).toBe(1275);
});

it("never waits for a lock in a call, and takes over one that was left behind", () => {
  mkdirSync(join(file, ".."));
  const held = tryLineFileLock(`${file}.lock`);
  expect(held?.isOwn()).toBe(true);
  writeFileSync(file, line.repeat(10));
  rotate(file, 0);
  expect(existsSync(file)).toBe(true);
  longAgo(`${file}.lock`);
  rotate(file, 0);
  expect(existsSync(file)).toBe(false);
  expect(held?.isOwn()).toBe(false);
  const next = tryLineFileLock(`${file}.lock`);
  held?.release();
  expect(next?.isOwn()).toBe(true);
  expect(readStatistics(file)).toEqual([{ ...count, times: 10 }]);
});

it("loses none of what several processes count at once, while their file is added up again and again", async () => {
  const folder = projectOf({ "tools.d/say.yaml": sayTool });
  const [calls, writers] = [4000, repeat({ usual: 4, soak: 8 })];
  const processes = Array.from({ length: writers }, async () => {
    const child = spawn(process.execPath, [program, "repair", "say", "--jsonl"], {
      cwd: folder,
      env: { ...process.env, TOOLGEN_REPAIRS: file },
      stdio: ["pipe", "ignore", "inherit"],
    });
    child.stdin.end('{"message":"a","times":"2"}\n{"text":"a"}\n{"txet":"a","text":"b"}\n'.repeat(calls / 4));
    const [status] = await once(child, "exit");
    expect(status).toBe(0);
  });
  await Promise.all(processes);
  const times = (writers * calls) / 4;
  expect(readStatistics(file).toSorted((a, b) => (a.rule < b.rule ? -1 : 1))).toEqual([
    { ...count, times },
    { tool: "say", rule: "number", from: "times", to: "times", times },
    { tool: "say", rule: "refused", from: "", times },
    { tool: "say", rule: "unknown", from: "txet", to: "text", times },
  ]);
  expect(readdirSync(join(file, "..")).length).toBeGreaterThan(1);
  expect(statSync(file).size).toBeLessThan(512 * 1024);
});

it("says what the file system says when statistics can't be read", () => {
  mkdirSync(join(file, ".."));
  mkdirSync(file);
  expect(() => readStatistics(file)).toThrow("EISDIR");
  chmodSync(join(file, ".."), 0o700);
});
