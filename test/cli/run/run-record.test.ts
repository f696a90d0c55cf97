import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { newRun, openRecord, progressIn } from "../../../src/cli/run/run-record.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const id = "0123456789abcdef";
let state: string;
let runs: string;
beforeEach(() => {
  state = temporaryFolder();
  runs = join(state, "toolgen/runs");
});

const open = (saves: number, run = id) => openRecord({ id: run, saves }, { savedRun: "run.json", env: { XDG_STATE_HOME: state } });
const put = (name: string, text: string) => {
  mkdirSync(runs, { recursive: true });
  writeFileSync(join(runs, name), text);
};

it("opens the record of a run from its last state and from a later one, and from no earlier one", () => {
  const record = open(0);
  record.write({ id, saves: 2 }, "run-2.json");
  record.release();
  expect(readFileSync(join(runs, `${id}.json`), "utf8")).toBe('{"saves":2,"file":"run-2.json"}\n');
  for (const saves of [2, 3]) open(saves).release();
  const told = {
    message: "run.json is not the last state of its run, so its calls may have run already.",
    hint: expect.stringContaining("Resume run-2.json"),
  };
  expect(() => open(1)).toThrow(expect.objectContaining(told));
  open(0, id.replace("0", "1")).release();
  expect(readdirSync(runs)).toEqual([`${id}.json`]);
});

it.each(["", "{", "[]", "{}", '{"saves":"1","file":"x"}', '{"saves":1.5,"file":"x"}', '{"saves":1}', '{"saves":1,"file":2}'])(
  "refuses a damaged record, and leaves no claim: %s",
  (text) => {
    put(`${id}.json`, text);
    expect(() => open(9)).toThrow(`${id}.json is damaged`);
    expect(readdirSync(runs)).toEqual([`${id}.json`]);
  },
);

it("says why a record can't be read, written or placed", () => {
  mkdirSync(join(runs, `${id}.json`), { recursive: true });
  expect(() => open(0)).toThrow(`${id}.json can't be written: EISDIR`);
  expect(() => openRecord({ id, saves: 0 }, { savedRun: "run.json", env: {} })).toThrow("Neither HOME nor XDG_STATE_HOME is set");
  writeFileSync(join(state, "file"), "");
  const env = { XDG_STATE_HOME: join(state, "file") };
  expect(() => openRecord({ id, saves: 0 }, { savedRun: "run.json", env })).toThrow(/can't be written: ENOTDIR/);
});

it("removes what was last written more than a year ago", () => {
  put("old.json", "");
  put("young.json", "");
  const year = 365 * 24 * 60 * 60;
  for (const [name, age] of [
    ["old.json", year + 60],
    ["young.json", year - 60],
  ] as const)
    utimesSync(join(runs, name), Date.now() / 1000 - age, Date.now() / 1000 - age);
  open(0).release();
  expect(["old.json", "young.json"].map((name) => existsSync(join(runs, name)))).toEqual([false, true]);
});

it("reads the progress in a saved run, and that of a new one", () => {
  expect(progressIn({ run: { id, saves: 3, more: 1 } })).toEqual({ id, saves: 3 });
  for (const run of [
    undefined,
    null,
    [],
    "x",
    { id },
    { saves: 1 },
    { id, saves: "1" },
    { id, saves: 0.5 },
    { id: `${id}0`, saves: 1 },
    { id: "../x", saves: 1 },
  ])
    expect([run, progressIn({ run })]).toEqual([run, undefined]);
  const [one, other] = [newRun(), newRun()];
  expect(progressIn({ run: one })).toEqual({ id: one.id, saves: 0 });
  expect(one.id).not.toBe(other.id);
});
