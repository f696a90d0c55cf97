import { expect, it } from "vitest";
import { compareResult, type Ran } from "../../../src/compiler/examples/compare-result.js";
import type { JsonObject } from "../../../src/contract/json-value.js";

const none = Buffer.alloc(0);

function ran(
  stdout: string,
  { code = 0, stderr = "", files = {} }: { code?: number; stderr?: string; files?: Record<string, string> } = {},
): Ran {
  return {
    outcome: { kind: "exited", code, stdout: none, stderr: none },
    result: code === 0 ? { kind: "done", text: stdout } : { kind: "failed", tool: "t", reason: { code: "reported" }, stdout, stderr },
    display: "shown",
    file: (path) => files[path],
  };
}

const wrong = (result: Ran, expected: JsonObject) => compareResult(result, expected).map(({ key }) => key);

it.each([
  [{ contains: "needle" }, []],
  [{ contains: ["needle", "hay"] }, []],
  [{ contains: ["needle", "x", "z"] }, ["contains", "contains"]],
  [{ notContains: "x" }, []],
  [{ notContains: ["x", "hay"] }, ["notContains"]],
  [{ matches: "^a needle$" }, []],
  [{ matches: "^needle" }, ["matches"]],
  [{ equals: "hay\na needle" }, []],
  [{ equals: "hay\na needle\n" }, []],
  [{ equals: "hay\na needle\n\n" }, ["equals"]],
  [{ equals: "a needle" }, ["equals"]],
  [{ json: {} }, ["json"]],
  [{ exitCode: 0 }, []],
  [{ exitCode: 1 }, ["exitCode"]],
])("judges a text by %j", (expected, problems) => {
  expect(wrong(ran("hay\na needle\n"), expected)).toEqual(problems);
});

it("compares JSON exactly, whatever the order of keys", () => {
  const result = ran('{"a": 1, "b": [{"c": null}]}');
  expect(wrong(result, { json: { b: [{ c: null }], a: 1 } })).toEqual([]);
  expect(wrong(result, { json: { a: 1 } })).toEqual(["json"]);
  expect(wrong(ran("[]"), { json: [] })).toEqual([]);
});

it("looks at files that are named, and at no others", () => {
  const result = ran("", { files: { "a.txt": "x\n", "b.txt": "" } });
  expect(wrong(result, { files: { "a.txt": "x\n" } })).toEqual([]);
  expect(compareResult(result, { files: { "a.txt": "x", "c.txt": "" } })).toEqual([
    { kind: "differs", key: "files.a.txt", expected: "x", got: "x\n" },
    { kind: "fails", key: "files.c.txt", message: "there is no such file after the call", got: undefined },
  ]);
});

it("judges a failure by both streams", () => {
  const result = ran("half", { code: 3, stderr: "broken\n" });
  expect(wrong(result, { exitCode: 3, contains: ["half", "broken"], equals: "half\nbroken" })).toEqual([]);
});

it("takes a failure that nothing expects for one, also where it lacks what must not be there", () => {
  const result = ran("", { code: 3, stderr: "broken\n", files: { "a.txt": "x" } });
  expect(wrong(result, { notContains: "secret", files: { "a.txt": "x" } })).toEqual(["exitCode"]);
  expect(wrong(result, { notContains: "secret", exitCode: 3 })).toEqual([]);
  expect(wrong(result, { contains: "broken" })).toEqual([]);
});

it("says how a program ended that has no exit code", () => {
  const result: Ran = { ...ran(""), outcome: { kind: "signalled", signal: "SIGSEGV", stdout: none, stderr: none } };
  expect(compareResult(result, { exitCode: 0 })).toEqual([
    { kind: "differs", key: "exitCode", expected: 0, got: "none: ended by SIGSEGV" },
  ]);
});

it("takes nothing that is reported of a program that never started for its result", () => {
  const message = "The program tools.d/count.sh does not exist.";
  const result: Ran = { ...ran("", { code: 127, stderr: `${message}\n` }), outcome: { kind: "notFound", message } };
  for (const expected of [{ contains: "exist" }, { notContains: "x" }, { matches: "program" }, { exitCode: 127 }])
    expect(compareResult(result, expected)).toEqual([
      { kind: "fails", key: "given", message: "the program was never started", got: message },
    ]);
});
