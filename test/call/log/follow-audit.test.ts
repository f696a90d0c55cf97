import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { followAudit } from "../../../src/call/audit-log.js";
import { temporaryFolder } from "../../kit/temporary-folder.js";

const line = (id: number, outcome = "done") =>
  `${JSON.stringify({ time: `2026-05-01T12:00:${String(id).padStart(2, "0")}.000Z`, id: String(id), tool: "t", outcome })}\n`;

function follow() {
  const file = join(temporaryFolder("log"), "state", "audit.jsonl");
  const read = followAudit();
  return { file, ids: () => new Set(read(file).map(({ id }) => id)) };
}

it("reads nothing of a log that doesn't exist, and all of it once it does", () => {
  const file = join(temporaryFolder("log"), "audit.jsonl");
  const read = followAudit();
  expect(read(file)).toEqual([]);
  writeFileSync(file, line(1));
  expect(read(file).map(({ id }) => id)).toEqual(["1"]);
  expect(read(file)).toEqual([]);
  appendFileSync(file, line(2) + line(3));
  expect(read(file).map(({ id }) => id)).toEqual(expect.arrayContaining(["2", "3"]));
});

it("doesn't mind that not even the folder exists", () => {
  expect(follow().ids()).toEqual(new Set());
});

it("reads a line once it is whole", () => {
  const file = join(temporaryFolder("log"), "audit.jsonl");
  const read = followAudit();
  writeFileSync(file, line(1) + line(2).slice(0, 30));
  expect(read(file).map(({ id }) => id)).toEqual(["1"]);
  appendFileSync(file, line(2).slice(30));
  expect(read(file).map(({ id }) => id)).toContain("2");
});

it("goes on with the new file after the log was rotated", () => {
  const file = join(temporaryFolder("log"), "audit.jsonl");
  const read = followAudit();
  writeFileSync(file, line(1));
  read(file);
  appendFileSync(file, line(2));
  renameSync(file, `${file}.1777777777777-0123abcd`);
  writeFileSync(file, line(3));
  expect(read(file).map(({ id }) => id)).toEqual(["1", "2", "3"]);
  appendFileSync(file, line(4));
  expect(read(file).map(({ id }) => id)).toContain("4");
});

it("reads the end of what was added if it is much, and never the whole log again", () => {
  const file = join(temporaryFolder("log"), "audit.jsonl");
  const read = followAudit();
  writeFileSync(file, line(1));
  read(file);
  const filler = `${JSON.stringify({ time: "x", id: "filler", tool: "t", outcome: "done", rule: "r".repeat(3000) })}\n`;
  appendFileSync(file, filler.repeat(2000) + line(5));
  const read2 = read(file);
  expect(read2.at(-1)?.id).toBe("5");
  expect(read2.length).toBeLessThan(1500);
});
