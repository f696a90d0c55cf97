import { expect, it } from "vitest";
import { checkGuards } from "../../../src/call/command/prepare-call.late.js";
import { problemText } from "../../../src/call/problem-text.late.js";
import type { GuardKind } from "../../../src/contract/definition.js";

const said = (kind: GuardKind, x: unknown) => {
  const checked = checkGuards([{ param: ["x"], kind, where: "prog -d" }], { x } as never);
  return checked.ok ? "" : checked.problems.map(problemText).join("\n");
};

it.each<[GuardKind, refused: readonly string[], taken: readonly string[]]>([
  ["file", ["@a", "<a", "file:///etc/passwd", "fileb://a", "FILE:a"], ["a@b", "a", "", "profile:a"]],
  ["pipe", ["|sh", "!sh", " |sh"], ["a|b", "a!"]],
  ["setting", ["CC=sh", "="], ["all"]],
  ["file-setting", ["a=@b", "a=<b"], ["a=b", "@b"]],
  ["mark", ["+x", "!x"], ["x+", "a!"]],
  [
    "outside",
    ["/etc/passwd", "../a", "a/../../b", "..", "~/a", "C:\\a", "a\\..\\b"],
    ["main", "a..b", "origin/main...HEAD", "v1.2.3", "HEAD~1"],
  ],
  ["colon", ["a:b", "+a", "msl:x"], ["main", "a+b"]],
  [
    "sql-file",
    [".trace a", "select 1;\n.trace a", "CREATE\nVIRTUAL TABLE t USING x", "insert into temp.z using ZIPFILE('a')", 'from "fsdir"(1)'],
    ["select t.a from t", "select 1 -- .a", "select '\n .a'", "select unvirtual"],
  ],
])("refuses a value that would be more than a text (%s)", (kind, refused, taken) => {
  for (const value of refused) {
    expect(said(kind, value), value).toContain("`x` must not");
    expect(said(kind, value)).toContain("prog -d");
    expect(said(kind, ["fine-1", value])).toContain("`x` must not");
  }
  for (const value of taken) expect(said(kind, value), value).toBe("");
});

it("takes what isn't there, and a value that is not a text", () => {
  expect(checkGuards([{ param: ["x", "y"], kind: "file", where: "prog" }], { x: 5 }).ok).toBe(true);
  expect(checkGuards([{ param: ["x"], kind: "file", where: "prog" }], {}).ok).toBe(true);
});
