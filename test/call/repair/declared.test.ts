import { expect, it } from "vitest";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import { isJsonObject, type JsonObject } from "../../../src/contract/json-value.js";
import { sentencesOf } from "../sentences.js";
import { outcome, toolWithRules } from "./tool-with-rules.js";

const text = { type: "string" };

const edit = toolWithRules(
  {
    properties: {
      path: text,
      edits: {
        type: "array",
        items: {
          type: "object",
          properties: { oldText: text, newText: text },
          required: ["oldText", "newText"],
          additionalProperties: false,
        },
      },
    },
    required: ["path", "edits"],
  },
  {
    kind: "edit",
    aliases: [
      { target: ["edits"], names: ["changes"] },
      { target: ["path"], names: ["file", "target"], weak: ["target"], nested: [["edits", "[]", "path"]] },
      { target: ["edits", "[]", "oldText"], names: ["old", "search"] },
      { target: ["edits", "[]", "newText"], names: ["new", "replace"] },
    ],
    wrap: [{ target: "edits", keys: ["oldText", "newText"] }],
    coerce: [
      { kind: "path", target: ["path"] },
      { kind: "searchReplace", target: "edits", names: ["diff"] },
    ],
    ignore: [["edits", "[]", "why"]],
    ignoreIf: [{ target: ["all"], values: [false] }],
  },
);
const ab = { oldText: "a", newText: "b" };
const cd = { oldText: "c", newText: "d" };
const blocks = "<<<<<<< SEARCH\n:start_line:3\n-------\na\n=======\nb\n>>>>>>> REPLACE\n\n------- SEARCH\nc\n=======\nd\n+++++++ REPLACE\n";

const edits: readonly (readonly [what: string, given: JsonObject, wanted: JsonObject])[] = [
  ["keys of an element at the top", { path: "f", oldText: "a", newText: "b" }, { path: "f", edits: [ab] }],
  ["their other names, in any style", { path: "f", Old: "a", REPLACE: "b" }, { path: "f", edits: [ab] }],
  ["one more beside the list", { path: "f", edits: [ab], old: "c", new: "d" }, { path: "f", edits: [ab, cd] }],
  ["one that is in the list already", { path: "f", edits: [ab, cd], old: "c", new: "d" }, { path: "f", edits: [ab, cd] }],
  ["a list in a text, and one more", { path: "f", edits: JSON.stringify([ab]), old: "c", new: "d" }, { path: "f", edits: [ab, cd] }],
  ["an element in place of the list", { path: "f", edits: { old: "a", new: "b" } }, { path: "f", edits: [ab] }],
  ["elements in texts", { path: "f", edits: [JSON.stringify(ab), cd] }, { path: "f", edits: [ab, cd] }],
  ["elements as lists of two", { path: "f", edits: [["a", "b"], cd] }, { path: "f", edits: [ab, cd] }],
  ["empty keys at the top beside a list", { path: "f", edits: [ab], oldText: "", newText: "" }, { path: "f", edits: [ab] }],
  ["a deletion", { path: "f", old: "a", new: "" }, { path: "f", edits: [{ oldText: "a", newText: "" }] }],
  ["blocks under a name of their own", { path: "f", diff: blocks }, { path: "f", edits: [ab, cd] }],
  ["blocks in place of the list", { path: "f", edits: blocks }, { path: "f", edits: [ab, cd] }],
  [
    "the path in each element",
    {
      edits: [
        { ...ab, path: "f" },
        { ...cd, path: "f" },
      ],
    },
    { path: "f", edits: [ab, cd] },
  ],
  ["the path at the top and in an element", { path: "f", edits: [{ ...ab, path: "f" }] }, { path: "f", edits: [ab] }],
  ["a weak name beside a better one", { path: "f", target: "the function", edits: [ab] }, { path: "f", edits: [ab] }],
  ["a weak name beside another name", { file: "f", target: "the function", edits: [ab] }, { path: "f", edits: [ab] }],
  ["keys of an element beside an empty list", { path: "f", edits: [], oldText: "a", newText: "b" }, { path: "f", edits: [ab] }],
  ["keys of an element beside an empty object", { path: "f", edits: {}, oldText: "a", newText: "b" }, { path: "f", edits: [ab] }],
  ["keys of an element beside empty elements", { path: "f", edits: [{}, null, ""], old: "a", new: "b" }, { path: "f", edits: [ab] }],
  ["keys of an element beside an empty list by another name", { path: "f", changes: [{}], old: "a", new: "b" }, { path: "f", edits: [ab] }],
  ["blocks beside an empty element", { path: "f", edits: [{}], diff: blocks }, { path: "f", edits: [ab, cd] }],
  ["a weak name alone", { target: "f", edits: [ab] }, { path: "f", edits: [ab] }],
  ["a path in Markdown", { path: " `src/a.ts`\n", edits: [ab] }, { path: "src/a.ts", edits: [ab] }],
  ["a link of Markdown to itself", { path: "[src/a.ts](./src/a.ts)", edits: [ab] }, { path: "src/a.ts", edits: [ab] }],
  ["a file's URL", { path: "file:///tmp/a%20b.ts", edits: [ab] }, { path: "/tmp/a b.ts", edits: [ab] }],
  ["blocks with line ends of Windows", { path: "f", diff: blocks.replaceAll("\n", "\r\n") }, { path: "f", edits: [ab, cd] }],
  [
    "blocks with a heading's underline",
    { path: "f", diff: "<<<<<<< SEARCH\na\n=====\n=======\nb\n>>>>>>> REPLACE" },
    { path: "f", edits: [{ oldText: "a\n=====", newText: "b" }] },
  ],
  [
    "blocks whose content begins with a rule",
    { path: "f", diff: "<<<<<<< SEARCH\n-------\na\n=======\nb\n>>>>>>> REPLACE" },
    { path: "f", edits: [{ oldText: "-------\na", newText: "b" }] },
  ],
  ["keys without meaning", { path: "f", edits: [{ ...ab, why: "x" }], all: false }, { path: "f", edits: [ab] }],
  ["a condition in a text", { path: "f", edits: [ab], all: "false" }, { path: "f", edits: [ab] }],
];

it.each(edits)("takes %s", (_, given, wanted) => {
  const repaired = repairArguments(edit, given);
  expect(outcome(repaired)).toEqual(wanted);
  expect(repaired.ok && repairArguments(edit, repaired.params)).toEqual({ ok: true, params: wanted, repairs: [] });
});

const refusedEdits: readonly (readonly [what: string, given: JsonObject, problem: RegExp])[] = [
  ["an empty element alone", { path: "f", edits: [{}] }, /`edits\[0\]\.oldText` is required/],
  ["an empty element beside another", { path: "f", edits: [{}, cd], old: "a", new: "b" }, /`edits\[0\]\.oldText` is required/],
  ["a weak name of another file", { file: "f", target: "g", edits: [ab] }, /`file` is "f" but `target` is "g"/],
  ["half of an element", { path: "f", oldText: "a" }, /`edits\[0\]\.newText` is required/],
  ["two values for a key of an element", { path: "f", old: "a", search: "x", new: "b" }, /`old` is "a" but `search` is "x"/],
  ["a list in a text that is cut off", { path: "f", edits: '[{"oldText":"a","newText":"b"}' }, /`edits` must be an array/],
  ["an own text that says nothing, and a weak name that does", { path: "", target: "f", edits: [ab] }, /`path` is "" but `target` is "f"/],
  ["other elements under another name", { path: "f", edits: [ab], changes: [{ old: "c", new: "d" }] }, /`edits` is .* but `changes` is/],
  ["two keys that could be one name", { paht: "f", pth: "g", edits: [ab] }, /`path` is required/],
  ["a word that is near to another name", { flie: "f", edits: [ab] }, /`path` is required/],
  ["a word that differs from a name in a letter", { math: "f", edits: [ab] }, /`path` is required/],
  ["a JSON text that is very deep", { path: "f", edits: `${"[".repeat(6000)}${"]".repeat(6000)}` }, /`edits` must be an array/],
  ["a JSON text that has a key twice", { path: "f", edits: '[{"oldText":"a","oldText":"c","newText":"b"}]' }, /`edits` must be an array/],
  [
    "elements for two files",
    {
      edits: [
        { ...ab, path: "f" },
        { ...cd, path: "g" },
      ],
    },
    /`edits\[0\]\.path` is "f" but `edits\[1\]\.path` is "g"/,
  ],
  ["another file in an element", { path: "f", edits: [{ ...ab, path: "g" }] }, /`path` is "f" but `edits\[0\]\.path` is "g"/],
  [
    "what the tool can't do",
    { path: "f", edits: [ab], all: true },
    /`all` is true, which this tool can't do\. Leave it out, or give false/,
  ],
  ["a list of two texts, which could be two things", { path: "f", edits: ["a", "b"] }, /`edits\[0\]` must be an object/],
  ["blocks with words around them", { path: "f", diff: `Here:\n${blocks}` }, /`diff` must be whole blocks of SEARCH and REPLACE/],
  [
    "a block that has two middles",
    { path: "f", diff: blocks.replace("a\n", "a\n=======\n") },
    /`diff` must be whole blocks of SEARCH and REPLACE/,
  ],
  [
    "one name in two spellings, with two values",
    { target: "f", Target: "g", edits: [ab] },
    /`Target` is "g" but `target` is "f", and they are one name/,
  ],
];

it.each(refusedEdits)("refuses %s", (_, given, problem) => {
  const repaired = repairArguments(edit, given);
  expect(repaired.ok ? [] : sentencesOf(repaired).join("\n")).toMatch(problem);
});

const read = toolWithRules(
  {
    properties: { path: text, offset: { type: "integer", minimum: 1 }, limit: { type: "integer", minimum: 1 } },
    required: ["path"],
  },
  {
    kind: "read",
    aliases: [
      { target: ["offset"], names: ["start"] },
      { target: ["limit"], names: ["lines"] },
    ],
    coerce: [{ kind: "range", start: "offset", count: "limit", end: ["end", "end_line"], range: ["lines", "view"], first: 1 }],
  },
);

const ranges: readonly (readonly [given: JsonObject, wanted: JsonObject | RegExp])[] = [
  [{ lines: "10-20" }, { offset: 10, limit: 11 }],
  [{ lines: "L10-L20" }, { offset: 10, limit: 11 }],
  [{ lines: " 10 – 20 " }, { offset: 10, limit: 11 }],
  [{ lines: "10-" }, { offset: 10 }],
  [{ lines: 40 }, { limit: 40 }],
  [{ lines: "40" }, { limit: 40 }],
  [{ view: [10, 20] }, { offset: 10, limit: 11 }],
  [{ view: [10, -1] }, { offset: 10 }],
  [
    { start: 10, end: 20 },
    { offset: 10, limit: 11 },
  ],
  [
    { start: "10", end: "20" },
    { offset: 10, limit: 11 },
  ],
  [
    { Start: 10, endLine: 20 },
    { offset: 10, limit: 11 },
  ],
  [{ end: 20 }, { limit: 20 }],
  [
    { offset: 10, limit: 11, end: 20 },
    { offset: 10, limit: 11 },
  ],
  [
    { lines: "10-20", offset: 10 },
    { offset: 10, limit: 11 },
  ],
  [{ offset: 10, end: null }, { offset: 10 }],
  [{ offset: 10, end: -1 }, { offset: 10 }],
  [{ lines: "20-10" }, /`lines` ends at 10, before `lines`, which is 20/],
  [{ start: 20, end: 10 }, /`end` ends at 10, before `offset`, which is 20/],
  [{ lines: "10-20", offset: 11 }, /`offset` has 11 for the start and `lines` has 10/],
  [{ end: 20, end_line: 30 }, /`end` has 20 for the end and `end_line` has 30/],
  [{ offset: 10, limit: 5, end: 20 }, /`limit` is 5, but `end` asks for a range of 11/],
  [{ end: "the last" }, /`end` must be a whole number, the last line of the range, but "the last" was given/],
  [{ lines: "10,20" }, /`limit` must be an integer/],
  [{ lines: "1-2-3" }, /`limit` must be an integer/],
  [{ view: [10, 20, 30] }, /`view` must be a range of lines, such as "10-20" or \[10, 20\], but \[10,20,30\] was given/],
  [{ view: 5 }, /`view` must be a range of lines/],
  [{ view: "[10, 20]" }, { offset: 10, limit: 11 }],
  [{ view: { end: 20, start: 10 } }, { offset: 10, limit: 11 }],
  [{ view: { start: 10, limit: 20 } }, /`view` must be a range of lines/],
  [{ view: [10, null] }, { offset: 10 }],
  [{ start: [10], end: 20 }, /`offset` must be a whole number, the first line of the range, but \[10\] was given/],
  [{ offset: "10-20" }, /`offset` must be an integer/],
  [{ lines: "0-5" }, /`offset` must be at least 1/],
];

it.each(ranges)("reads the lines of %j", (given, wanted) => {
  const repaired = repairArguments(read, { path: "f", ...given });
  if (wanted instanceof RegExp) expect(repaired.ok ? repaired.params : sentencesOf(repaired).join("\n")).toMatch(wanted);
  else expect(outcome(repaired)).toEqual({ path: "f", ...wanted });
});

const write = toolWithRules(
  { properties: { content: text, raw: text }, additionalProperties: true },
  {
    coerce: [
      { kind: "lines", target: ["content"] },
      { kind: "none", target: ["raw"] },
    ],
  },
);

it.each([
  [["l1", "l2"], "l1\nl2"],
  [["l1\n", "l2\n"], "l1\nl2\n"],
  [["l1\n", "l2"], "l1\nl2"],
  [["", ""], "\n"],
  [["l1"], "l1"],
])("makes one text of the lines %j", (content, wanted) => {
  expect(outcome(repairArguments(write, { content }))).toEqual({ content: wanted });
});

it("leaves what a spec wants left, and lines that could be joined in two ways", () => {
  expect(repairArguments(write, { raw: ["x"] })).toMatchObject({ ok: false });
  expect(repairArguments(write, { content: ["a\n", "b", "c"] })).toMatchObject({ ok: false });
  expect(repairArguments(write, { content: ["a", 5] })).toMatchObject({ ok: false });
});

it("takes a range under the first line's own name, where the spec leaves it there", () => {
  const look = toolWithRules(
    { properties: { offset: { type: "integer" }, limit: { type: "integer" } } },
    { coerce: [{ kind: "range", start: "offset", count: "limit", end: [], range: ["offset"] }] },
  );
  expect(outcome(repairArguments(look, { offset: "10-20" }))).toEqual({ offset: 10, limit: 11 });
  expect(outcome(repairArguments(look, { offset: "10-" }))).toEqual({ offset: 10 });
});

it("takes another spelling of a parameter that has a default", () => {
  const deep = toolWithRules({ properties: { depth: { type: "integer", default: 3 } } });
  expect(outcome(repairArguments(deep, { Depth: 7 }))).toEqual({ depth: 7 });
});

it("makes no lists of elements, which could all be of one list", () => {
  const matrix = toolWithRules({ properties: { m: { type: "array", items: { type: "array", items: { type: "integer" } } } } });
  expect(repairArguments(matrix, { m: [1, 2] })).toMatchObject({ ok: false });
});

it("looks at paths in time that grows with them", () => {
  expect(outcome(repairArguments(edit, { path: `[a](${" ".repeat(100_000)}x`, edits: [ab] }))).toMatchObject({ edits: [ab] });
});

it("says where everything went", () => {
  const repaired = repairArguments(edit, { file: "`f`", old: "a", new: "b", all: false, wait_for_previous: true });
  expect(repaired.ok && repaired.repairs).toEqual([
    { rule: "host-key", from: "wait_for_previous" },
    { rule: "alias", from: "file", to: "path" },
    { rule: "alias", from: "old", to: "oldText" },
    { rule: "alias", from: "new", to: "newText" },
    { rule: "wrap", from: "oldText", to: "edits[0].oldText" },
    { rule: "wrap", from: "newText", to: "edits[0].newText" },
    { rule: "ignored", from: "all" },
    { rule: "path", from: "path", to: "path" },
  ]);
});

it("takes a required key that is misspelt where other keys may stand beside it", () => {
  const open = toolWithRules({ properties: { path: text, note: text }, required: ["path"], additionalProperties: true });
  expect(outcome(repairArguments(open, { Path: "f", extra: 1 }))).toEqual({ path: "f", extra: 1 });
  expect(outcome(repairArguments(open, { paht: "f", toString: "y" }))).toEqual({ path: "f", toString: "y" });
  // One that may be missing isn't guessed at: the other key is as good as any.
  expect(outcome(repairArguments(open, { path: "f", Note: "x" }))).toEqual({ path: "f", Note: "x" });
});

it("is harmless to keys of every object", () => {
  const given = JSON.parse('{"__proto__":{"path":"x"},"constructor":"y","path":"f","edits":[{"__proto__":1,"oldText":"a","newText":"b"}]}');
  const repaired = repairArguments(edit, given);
  expect(repaired.ok ? [] : sentencesOf(repaired).join("\n")).toMatch(/`__proto__` is not a parameter/);
  expect(({} as JsonObject).path).toBeUndefined();
  const taken = repairArguments(toolWithRules({ additionalProperties: true }), JSON.parse('{"__proto__":{"a":1}}'));
  expect(taken.ok && isJsonObject(taken.params) && Object.keys(taken.params)).toEqual(["__proto__"]);
});

it("names the closest key of an element", () => {
  const refused = repairArguments(edit, { path: "f", oldTxt: "a", newTxt: "b" });
  expect(refused.ok ? "" : sentencesOf(refused).join("\n")).toMatch(/`oldTxt` is not a parameter of this tool\. Did you mean `oldText`/);
});

it("offers the call whose parameters came in an object of their own, or in a list of one", () => {
  const offered = (given: JsonObject) => {
    const refused = repairArguments(read, given);
    return refused.ok ? "" : sentencesOf(refused).find((problem) => problem.startsWith("Did you mean this call?"));
  };
  const meant = 'Did you mean this call? {"path":"f","limit":3}';
  expect(offered({ path: "f", reads: [{ limit: 3 }] })).toBe(meant);
  expect(offered({ reads: '[{"path":"f","limit":3}]' })).toBe(meant);
  expect(offered({ path: "f", reads: { limit: 3 } })).toBe(meant);
  for (const reads of [[{ limit: 3 }, { limit: 4 }], [{ limit: 3, color: 1 }], [{ path: "g" }], [{}], [], [3], "text"])
    expect(offered({ path: "f", reads }), JSON.stringify(reads)).toBeUndefined();
});

it("offers the call that was meant where there is only one", () => {
  const refused = repairArguments(read, { path: "f", limti: 3 });
  expect(refused.ok ? [] : sentencesOf(refused).at(-1)).toBe('Did you mean this call? {"path":"f","limit":3}');
  const unclear = repairArguments(read, { path: "f", limti: 3, color: 1 });
  expect(unclear.ok ? "" : sentencesOf(unclear).join("\n")).not.toContain("Did you mean this call?");
});

const counted = { type: "object", properties: { name: text, maxCount: { type: "integer" } }, additionalProperties: false };
const rows = toolWithRules({ properties: { items: { type: "array", items: counted } } });

it("asks the validator as often for many elements as for one", () => {
  const validationsOf = (count: number) => {
    let validations = 0;
    const validate = Object.assign(
      (data: unknown) => {
        validations++;
        const isValid = rows.validate(data);
        validate.errors = rows.validate.errors ?? null;
        return isValid;
      },
      { errors: rows.validate.errors ?? null },
    );
    const items = Array.from({ length: count }, (_, i) => ({ name: `n${i}`, max_count: i }));
    const wanted = items.map(({ name, max_count: maxCount }) => ({ name, maxCount }));
    expect(outcome(repairArguments({ ...rows, validate }, { items }))).toEqual({ items: wanted });
    return validations;
  };
  expect(validationsOf(200)).toBe(validationsOf(1));
});

it("takes a key in another style only for a name that the object declares", () => {
  const labels = { type: "object", properties: { ownName: text, line_1: text, line_2: text }, additionalProperties: false };
  const named = (pattern: string) => toolWithRules({ properties: { labels: { ...labels, patternProperties: { [pattern]: text } } } });
  const keys: readonly (readonly [pattern: string, key: string])[] = [
    ["^[a-z]+$", "Team"],
    ["^[a-z]{4}$", "Team"],
    ["^team_[a-z]+$", "TeamName"],
    ["^[a-z]+_id$", "teamId"],
    ["^[a-z]+-[0-9]$", "item_1"],
  ];
  for (const [pattern, key] of keys) {
    expect(repairArguments(named(pattern), { labels: { [key]: "x" } }), pattern).toMatchObject({ ok: false });
    const declared = { own_name: "a", "Line-1": "b" };
    expect(outcome(repairArguments(named("^x-[A-Z]+$"), { labels: declared }))).toEqual({ labels: { ownName: "a", line_1: "b" } });
  }
});
