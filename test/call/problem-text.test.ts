import { expect, it } from "vitest";
import { problemText } from "../../src/call/problem-text.late.js";
import type { Problem } from "../../src/contract/problem.js";

it.each<[Problem, string]>([
  [{ code: "unknown", path: ["x"] }, "`x` is not a parameter of this tool."],
  [
    { code: "unknown", path: ["edits", 0, "olt"], suggestion: ["edits", 0, "old"] },
    "`edits[0].olt` is not accepted: `edits[0]` has no such key. Did you mean `edits[0].old`?",
  ],
  [{ code: "unknown", path: ["x"], accepted: [] }, "`x` is not a parameter of this tool. It takes no parameters."],
  [{ code: "missing", path: ["a"], because: ["b"] }, "`a` is required when `b` is given, but missing."],
  [
    {
      code: "exclusive",
      given: [
        { path: ["a"], value: 1 },
        { path: ["b"], value: true },
      ],
      names: ["a", "b", "c"],
    },
    "`a` (1) and `b` (true) exclude each other: give only one of `a`, `b`, `c`.",
  ],
  [
    { code: "bad-path", path: ["paths", 1], value: "/x", reason: { code: "outside", real: "/x", root: { name: "workspace", dir: "/w" } } },
    '`paths[1]`: "/x" leads to "/x", outside its root `workspace` (/w): give a path below that.',
  ],
  [{ code: "bad-folder", names: [], value: "sub", reason: { code: "missing" } }, 'The working directory, "sub" doesn\'t exist.'],
  [
    { code: "variable", variable: "V", problem: { code: "unpaired-surrogate", name: "v" } },
    "In the environment variable V: `v` contains an unpaired surrogate. Use valid Unicode text.",
  ],
  [{ code: "missing-secret", secret: "KEY", description: "Of the shop." }, "The secret KEY (Of the shop) is not set."],
  [{ code: "message", message: "As its author says." }, "As its author says."],
])("renders %j", (problem, text) => {
  expect(problemText(problem)).toBe(text);
});
