import { expect, it } from "vitest";
import { fillPlaceholders, unfill } from "../../../src/compiler/examples/example-setup.js";

const folders = { workspace: "/tmp/w+1", specDir: "/home/ada/project (2)/tools.d" };

it("puts folders into the texts of an expectation, at every depth", () => {
  const expected = { argv: ["{{@specDir}}/run.sh", "-C{{@workspace}}"], json: { at: "{{@workspace}}/a" }, exitCode: 0 };
  expect(fillPlaceholders(expected, folders)).toEqual({
    argv: ["/home/ada/project (2)/tools.d/run.sh", "-C/tmp/w+1"],
    json: { at: "/tmp/w+1/a" },
    exitCode: 0,
  });
});

it("takes every other pair of braces as text", () => {
  expect(fillPlaceholders({ argv: ["{{json .}}", "{{@tempDir}}", "{@workspace}"] }, folders)).toEqual({
    argv: ["{{json .}}", "{{@tempDir}}", "{@workspace}"],
  });
});

it("lets a folder stand for itself in a regular expression", () => {
  const { matches } = fillPlaceholders({ matches: "^{{@workspace}}/a.$" }, folders);
  expect(new RegExp(String(matches), "mu").test("/tmp/w+1/ab")).toBe(true);
  expect(new RegExp(String(matches), "mu").test("/tmp/ww1/ab")).toBe(false);
  expect(() => new RegExp(String(fillPlaceholders({ matches: "{{@specDir}}" }, folders).matches), "mu")).not.toThrow();
});

it("shows a problem with the placeholders that an author can write", () => {
  expect(unfill({ kind: "differs", key: "cwd", expected: "/tmp/w+1/b", got: ["/tmp/w+1"] }, folders)).toEqual({
    kind: "differs",
    key: "cwd",
    expected: "{{@workspace}}/b",
    got: ["{{@workspace}}"],
  });
  expect(unfill({ kind: "fails", key: "error", message: "no /tmp/w+1", got: undefined }, { ...folders, specDir: "/" })).toEqual({
    kind: "fails",
    key: "error",
    message: "no {{@workspace}}",
    got: undefined,
  });
});
