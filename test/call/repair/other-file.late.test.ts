import fc from "fast-check";
import { expect, it } from "vitest";
import { isLastSegment, namesOtherFile } from "../../../src/call/repair/bare-path.late.js";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { sentencesOf } from "../sentences.js";
import { outcome, toolWithRules } from "./tool-with-rules.js";

const rules = { target: ["path"], names: ["file", "filename", "target"], weak: ["target"] };
const schema = { properties: { path: { type: "string" } }, required: ["path"] };
const tool = toolWithRules(schema, { aliases: [rules], coerce: [{ kind: "path", target: ["path"] }] });

const taken: readonly (readonly [what: string, given: JsonObject, path: string, rules: readonly string[]])[] = [
  ["the file's name beside its path", { path: "src/a.ts", filename: "a.ts" }, "src/a.ts", ["last-segment"]],
  ["the file's name beside an absolute path", { path: "/w/src/a.ts", file: "a.ts" }, "/w/src/a.ts", ["last-segment"]],
  ["the file's name before its path, both by other names", { filename: "a.ts", file: "src/a.ts" }, "src/a.ts", ["alias", "last-segment"]],
  ["a name in quotes of Markdown", { path: "src/a.ts", filename: "`a.ts`" }, "src/a.ts", ["last-segment"]],
  ["a weak name that is the last segment", { path: "src/a.ts", target: "a.ts" }, "src/a.ts", ["last-segment"]],
  ["a weak name that says what is wanted in the file", { path: "a.ts", target: "function foo" }, "a.ts", ["weak-alias"]],
  ["a weak name that is a call", { path: "a.ts", target: "main()" }, "a.ts", ["weak-alias"]],
  ["a weak name that is the same path, written otherwise", { path: "./src/a.ts", target: "src/a.ts" }, "./src/a.ts", ["weak-alias"]],
  ["a weak name that is the same path from another folder", { path: "src/a.ts", target: "/w/src/a.ts" }, "src/a.ts", ["weak-alias"]],
  ["a weak name that is no text", { path: "a.ts", target: 5 }, "a.ts", ["refused-alias"]],
];

it.each(taken)("takes %s", (_, given, path, repairs) => {
  const repaired = repairArguments(tool, given);
  expect(outcome(repaired)).toEqual({ path });
  expect(repaired.ok && repaired.repairs.map(({ rule }) => rule).sort()).toEqual([...repairs].sort());
});

const refused: readonly (readonly [what: string, given: JsonObject, problem: RegExp])[] = [
  ["a weak name of another file", { file: "f", target: "g" }, /`file` is "f" but `target` is "g", and both mean `path`/],
  [
    "a weak name of another file beside the parameter",
    { path: "a.ts", target: "src/b.ts" },
    /`path` is "a.ts" but `target` is "src\/b.ts"/,
  ],
  ["a weak name with spaces of another file", { path: "a.ts", target: "my notes.md" }, /`path` is "a.ts" but `target` is "my notes.md"/],
  ["weak names of several files", { path: "a.ts", target: ["b.ts", "c.ts"] }, /`path` is "a.ts" but `target` is \["b.ts","c.ts"\]/],
  ["the parameter's own value, if another name has more", { path: "a.ts", file: "src/a.ts" }, /`path` is "a.ts" but `file` is "src\/a.ts"/],
  ["a name that only ends like the path", { path: "src/data.ts", filename: "a.ts" }, /`path` is "src\/data.ts" but `filename` is "a.ts"/],
  ["more than the last segment", { path: "lib/src/a.ts", file: "src/a.ts" }, /`path` is "lib\/src\/a.ts" but `file` is "src\/a.ts"/],
  ["a name for a folder above", { path: "src/..", filename: ".." }, /`path` is "src\/.." but `filename` is ".."/],
];

it.each(refused)("refuses %s", (_, given, problem) => {
  const repaired = repairArguments(tool, given);
  expect(repaired.ok ? repaired.params : sentencesOf(repaired).join("\n")).toMatch(problem);
});

it("compares as paths only what the spec says is one, by `paths` or by `coerce`", () => {
  const paths = [{ target: ["path"], access: "read", root: "workspace", type: "any", mustExist: false }] as const;
  const both = { path: "src/a.ts", filename: "a.ts" };
  expect(outcome(repairArguments(toolWithRules(schema, { aliases: [rules], paths }), both))).toEqual({ path: "src/a.ts" });
  expect(repairArguments(toolWithRules(schema, { aliases: [rules] }), both)).toMatchObject({ ok: false });
  // A weak name of something else may mean anything.
  expect(outcome(repairArguments(toolWithRules(schema, { aliases: [rules] }), { path: "f", target: "g" }))).toEqual({ path: "f" });
});

it("takes the file's name in elements, beside the path of the whole call", () => {
  const edits = { type: "array", items: { type: "object", properties: { old: { type: "string" } }, additionalProperties: false } };
  const edit = toolWithRules(
    { properties: { path: { type: "string" }, edits } },
    { aliases: [{ target: ["path"], names: [], nested: [["edits", "[]", "path"]] }], coerce: [{ kind: "path", target: ["path"] }] },
  );
  const wanted = { path: "src/a.ts", edits: [{ old: "x" }] };
  expect(outcome(repairArguments(edit, { path: "src/a.ts", edits: [{ old: "x", path: "a.ts" }] }))).toEqual(wanted);
  expect(repairArguments(edit, { path: "src/a.ts", edits: [{ old: "x", path: "b.ts" }] })).toMatchObject({ ok: false });
  const two = [
    { old: "x", path: "src/a.ts" },
    { old: "x", path: "a.ts" },
  ];
  expect(repairArguments(edit, { edits: two })).toMatchObject({ ok: false });
});

it("never takes another file than one that was given, and comes to the same twice", () => {
  const path = fc.array(fc.constantFrom("a", "b", "c.ts"), { minLength: 1, maxLength: 3 }).map((segments) => segments.join("/"));
  fc.assert(
    fc.property(fc.record({ path, file: path, target: path }, { requiredKeys: [] }), (given) => {
      const repaired = repairArguments(tool, given);
      if (!repaired.ok) return;
      const taken = String(repaired.params.path);
      expect(Object.values(given)).toContain(taken);
      if (given.path !== undefined) expect(taken).toBe(given.path);
      for (const other of [given.file, given.target].filter((one) => one !== undefined && one !== taken)) {
        expect(isLastSegment(other, taken) || other === given.target).toBe(true);
        expect(namesOtherFile(String(other), taken)).toBe(false);
      }
      expect(repairArguments(tool, repaired.params)).toEqual({ ...repaired, repairs: [] });
    }),
  );
});
