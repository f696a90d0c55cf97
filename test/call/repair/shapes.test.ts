import fc from "fast-check";
import { expect, it } from "vitest";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { repeat } from "../../kit/repeat.js";
import { sentencesOf } from "../sentences.js";
import { outcome, toolWithRules } from "./tool-with-rules.js";

const edit = toolWithRules(
  {
    properties: {
      filePath: { type: "string" },
      edits: {
        type: "array",
        items: {
          type: "object",
          properties: { oldText: { type: "string" }, newText: { type: "string" }, count: { type: "integer" } },
          required: ["oldText", "newText"],
          additionalProperties: false,
        },
      },
      tags: { type: "array", items: { type: "string" } },
      limit: { type: "integer", minimum: 1 },
      all: { type: "boolean" },
    },
    required: ["filePath"],
  },
  {
    aliases: [
      { target: ["filePath"], names: ["file", "target_file"] },
      { target: ["edits", "[]", "oldText"], names: ["old_string"] },
    ],
  },
);
const plain = { filePath: "f" };
const one = { oldText: "a", newText: "b" };

const meant: readonly (readonly [what: string, given: unknown, wanted: JsonObject])[] = [
  ["arguments that are a JSON text", '{"filePath":"f"}', plain],
  ["a JSON text in a JSON text", JSON.stringify(JSON.stringify(plain)), plain],
  ["arguments in a list of one", [plain], plain],
  ["arguments under a key", { arguments: plain }, plain],
  ["arguments under a key as a text, beside what the client adds", { input: JSON.stringify(plain), wait_for_previous: true }, plain],
  ["the whole call, with the tool's name", { name: "search_text", arguments: JSON.stringify(plain) }, plain],
  ["a call as the Messages API has it", { type: "tool_use", id: "t1", name: "search_text", input: plain }, plain],
  [
    "a call as the Chat Completions API has it",
    { id: "c", type: "function", function: { name: "search_text", arguments: '{"filePath":"f"}' } },
    plain,
  ],
  ["arguments in a list under a key", { arguments: [plain] }, plain],
  ["a text alone, for the only parameter that it can be", "f", plain],
  ["another case", { FilePath: "f" }, plain],
  ["other separators", { "file-path": "f" }, plain],
  ["another case of another name", { TargetFile: "f" }, plain],
  ["a near miss of what is missing", { filePaht: "f" }, plain],
  ["another case in an element", { filePath: "f", edits: [{ oldtext: "a", "new-text": "b" }] }, { filePath: "f", edits: [one] }],
  ["a near miss in an element", { filePath: "f", edits: [{ old_string: "a", newTxt: "b" }] }, { filePath: "f", edits: [one] }],
  ["the same value under two styles", { filePath: "f", file_path: "f" }, plain],
  ["a list as a JSON text", { filePath: "f", edits: JSON.stringify([one]) }, { filePath: "f", edits: [one] }],
  [
    "a list as a JSON text in a JSON text",
    { filePath: "f", edits: JSON.stringify(JSON.stringify([one])) },
    { filePath: "f", edits: [one] },
  ],
  ["an object where a list of them is wanted", { filePath: "f", edits: one }, { filePath: "f", edits: [one] }],
  ["a text where a list of texts is wanted", { filePath: "f", tags: "x" }, { filePath: "f", tags: ["x"] }],
  ["a list of one where a text is wanted", { filePath: ["f"] }, plain],
  ["a number with white space around it", { filePath: "f", limit: " 7 " }, { filePath: "f", limit: 7 }],
  ["nothing for what may be left out", { filePath: "f", limit: "", all: "", tags: null }, plain],
];

it.each(meant)("understands %s", (_, given, wanted) => {
  expect(outcome(repairArguments(edit, given))).toEqual(wanted);
});

const refused: readonly (readonly [what: string, given: unknown, problem: RegExp])[] = [
  ["two values under two styles", { filePath: "f", file_path: "g" }, /`file_path` is "g" but `filePath` is "f", and they are one name/],
  ["a near miss of what is there", { filePath: "f", limti: 3 }, /`limti` is not a parameter.*Did you mean `limit`/],
  ["a list that is no JSON", { filePath: "f", edits: "not json" }, /`edits` must be an array, but "not json"/],
  ["a list that is cut off", { filePath: "f", tags: '["x", "y' }, /`tags` must be an array/],
  ["an empty text for a list of objects that is wanted elsewhere", { filePath: "f", edits: [""] }, /`edits\[0\]` must be an object/],
  ["a list of two where one is wanted", { filePath: ["f", "g"] }, /`filePath` must be a string, but \["f","g"\]/],
  ["a JSON text whose numbers would be others", '{"filePath":"f","limit":12345678901234567890}', /must be one JSON object/],
  ["a text for a tool of two texts", undefined, /must be one JSON object/],
  ["a call of another tool", { name: "write_text", arguments: plain }, /`filePath` is required/],
  ["an object in a list of two", [plain, plain], /must be one JSON object/],
];

it.each(refused)("refuses %s", (_, given, problem) => {
  const result = repairArguments(edit, given);
  expect(result.ok ? [] : sentencesOf(result).slice(0, 1)).toEqual([expect.stringMatching(problem)]);
});

it("takes a key that a tool declares, or that another of its names is, for what it is", () => {
  const declares = toolWithRules({ properties: { input: { type: "object" } } });
  expect(outcome(repairArguments(declares, { input: { a: 1 } }))).toEqual({ input: { a: 1 } });
  const alias = toolWithRules({ properties: { text: { type: "object" } } }, { aliases: [{ target: ["text"], names: ["args"] }] });
  expect(outcome(repairArguments(alias, { args: { a: 1 } }))).toEqual({ text: { a: 1 } });
});

it("takes a value under another name that can't be meant for no value", () => {
  const read = toolWithRules(
    { properties: { path: { type: "string" }, limit: { type: "integer", minimum: 1 } }, required: ["path"] },
    {
      aliases: [
        { target: ["limit"], names: ["count", "lines"] },
        { target: ["path"], names: ["target"] },
      ],
    },
  );
  const ok = (params: JsonObject) => ({ ok: true, params, repairs: expect.any(Array) });
  expect(repairArguments(read, { path: "f", limit: 50, count: 0 })).toEqual(ok({ path: "f", limit: 50 }));
  expect(repairArguments(read, { path: "f", count: 7, lines: "many" })).toEqual(ok({ path: "f", limit: 7 }));
  expect(repairArguments(read, { path: "f", target: 3 })).toEqual(ok({ path: "f" }));
  const both = repairArguments(read, { path: "f", limit: 50, count: 5 });
  expect(both.ok ? [] : sentencesOf(both)).toEqual([expect.stringContaining("`limit` is 50 but `count` is 5")]);
  // What is under the right name is never given up for another.
  expect(repairArguments(read, { path: "f", limit: 0, count: 5 }).ok).toBe(false);
});

it("assigns a text to no parameter if two could be meant", () => {
  const two = toolWithRules({ properties: { a: { type: "string" }, b: { type: "string" } } });
  expect(repairArguments(two, "x").ok).toBe(false);
});

const value = fc.record(
  {
    filePath: fc.string(),
    edits: fc.array(fc.record({ oldText: fc.string(), newText: fc.string() }), { maxLength: 3 }),
    tags: fc.array(fc.oneof(fc.string(), fc.maxSafeInteger().map(String), fc.boolean().map(String)), { maxLength: 3 }),
    limit: fc.integer({ min: 1 }),
    all: fc.boolean(),
  },
  { requiredKeys: ["filePath"] },
);

type Call = typeof value extends fc.Arbitrary<infer T> ? T : never;

/** Ways in which models write a call that means the same. */
const ways: readonly ((call: Call) => unknown)[] = [
  (call) => JSON.stringify(call),
  (call) => ({ arguments: call }),
  (call) => ({ params: JSON.stringify(call) }),
  (call) => [call],
  (call) => restyled(call, (key) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
  (call) => restyled(call, (key) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)),
  (call) => restyled(call, (key) => key.charAt(0).toUpperCase() + key.slice(1)),
  (call) => restyled(call, (key) => key.toUpperCase()),
  (call) => ({ ...call, ...(call.edits && { edits: JSON.stringify(call.edits) }), ...(call.tags && { tags: JSON.stringify(call.tags) }) }),
  (call) => ({ ...call, ...(call.limit && { limit: String(call.limit) }), ...(call.all !== undefined && { all: String(call.all) }) }),
  (call) => ({ ...call, ...(call.limit && { limit: `+${call.limit}` }) }),
  (call) => ({ ...call, ...(Array.isArray(call.tags) && { tags: call.tags.map(spelt) }) }),
  (call) => ({
    ...call,
    // A text that is a form of JSON is read as that.
    ...(call.tags?.length === 1 && call.tags[0] && !/^\s*[[{"]/.test(call.tags[0]) && { tags: call.tags[0] }),
    ...(call.edits?.length === 1 && { edits: call.edits[0] }),
  }),
];

/** The whole number or the boolean that a text spells. */
const spelt = (tag: unknown) => {
  const number = Number(tag);
  if (typeof tag !== "string") return tag;
  return tag === "true" || tag === "false" ? tag === "true" : Number.isSafeInteger(number) && String(number) === tag ? number : tag;
};

const restyled = (call: object, style: (key: string) => string) =>
  Object.fromEntries(Object.entries(call).map(([key, member]) => [style(key), member]));

it("brings calls that were written otherwise back to what they were, or refuses them", () => {
  const written = fc.tuple(value, fc.constantFrom(...ways), fc.option(fc.constantFrom(...ways)));
  fc.assert(
    fc.property(written, ([call, way, another]) => {
      const result = repairArguments(edit, another === null ? way(call) : again(way(call), another));
      if (result.ok) expect(result.params).toEqual(call);
    }),
    { numRuns: repeat({ usual: 1000, soak: 10_000 }) },
  );
});

/** Other spellings of the same JSON. */
const notations: Readonly<Record<string, (json: string) => string>> = {
  "a trailing comma": (json) => json.replace(/\}$/, ",}"),
  "a comment of JavaScript": (json) => json.replace(/^\{/, "{ // the call\n"),
  "a comment over lines": (json) => json.replace(/^\{/, "{ /* {the\ncall: 1} */"),
  "a comment of Python": (json) => json.replace(/^\{/, "{ # the call: }\n"),
  "an object of JavaScript": (json) => rewritten(json, { key: "_" }),
  "an object of Python": (json) =>
    rewritten(json, { token: (text) => text.replace("true", "True").replace("false", "False").replace("null", "None") }),
  "typographic quotes": (json) => rewritten(json, { key: "\u201C_\u201D" }),
  "single quotes": (json) => rewritten(json, { key: "'_'" }),
  "signs and points that JSON lacks": (json) => rewritten(json, { token: (text) => text.replace(/^(\d+)(?=[,}])/, "+$1.") }),
  "escaped white space": (json) => json.replace(/^\{/, "{\\n"),
  "a string without its quotes": (json) => JSON.stringify(json).slice(1, -1),
  "a string of a string": (json) => JSON.stringify(JSON.stringify(json)),
  "a fence": (json) => `\`\`\`json\n${json}\n\`\`\``,
  "a byte order mark": (json) => `\uFEFF${json}`,
  "Windows' line ends": (json) => json.replace(/^\{/, "{\r\n"),
};

/** Replaces keys, and what is outside of strings. */
const rewritten = (json: string, { key, token }: { key?: string; token?: (text: string) => string }) =>
  json.replace(/("(?:[^"\\]|\\.)*")(:?)|[^"]+/g, (all, text: string | undefined, colon: string) => {
    if (text === undefined) return token?.(all) ?? all;
    return colon && key ? `${key.replace("_", text.slice(1, -1))}:` : all;
  });

it("reads the same call in other notations", () => {
  fc.assert(
    fc.property(value, fc.constantFrom(...Object.keys(notations)), fc.boolean(), (call, name, isWrapped) => {
      const text = notations[name]?.(JSON.stringify(call));
      expect(outcome(repairArguments(edit, isWrapped ? { arguments: text } : text)), text).toEqual(call);
    }),
    { numRuns: repeat({ usual: 1000, soak: 10_000 }) },
  );
});

it("takes the only object of a list of one, and the keys of an inner object in another style", () => {
  const word = fc.stringMatching(/^[a-z]{2,6}$/);
  const styles: readonly ((words: readonly string[]) => string)[] = [
    (words) => words.join("_"),
    (words) => words.join("-"),
    (words) => words.map(capital).join(""),
    (words) => words.map((one, i) => (i === 0 ? one : capital(one))).join(""),
  ];
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 2, maxLength: 3 }),
      fc.constantFrom(...styles, joined),
      fc.constantFrom(...styles),
      fc.boolean(),
      (words, declared, given, isInList) => {
        const address = { type: "object", properties: { [declared(words)]: { type: "string" } }, additionalProperties: false };
        const tool = toolWithRules({ properties: { address, addresses: { type: "array", items: address } } });
        const element = { [given(words)]: "x" };
        const right = { [declared(words)]: "x" };
        expect(outcome(repairArguments(tool, { address: isInList ? [element] : element }))).toEqual({ address: right });
        expect(outcome(repairArguments(tool, { addresses: [element] }))).toEqual({ addresses: [right] });
        expect(outcome(repairArguments(tool, { address: { [`${given(words)}x`]: "x" } }))).toEqual([
          expect.stringContaining("has no such key"),
        ]);
        // Two values for one name are the model's to choose from.
        fc.pre(declared(words) !== given(words));
        expect(outcome(repairArguments(tool, { address: { ...right, [given(words)]: "y" } }))).toEqual([
          expect.stringContaining("has no such key"),
        ]);
      },
    ),
  );
});

const joined = (words: readonly string[]) => words.join("");
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** A second way on top of a first that left an object. */
const again = (call: unknown, way: (call: Call) => unknown) =>
  typeof call === "object" && call !== null && "filePath" in call ? way(call as Call) : call;

it("changes nothing of a valid call", () => {
  fc.assert(
    fc.property(value, (call) => {
      expect(repairArguments(edit, call)).toEqual({ ok: true, params: call, repairs: [] });
    }),
  );
});

it("comes to the same when it is repaired twice", () => {
  fc.assert(
    fc.property(value, fc.constantFrom(...ways), (call, way) => {
      const once = repairArguments(edit, way(call));
      if (once.ok) expect(repairArguments(edit, once.params)).toEqual({ ...once, repairs: [] });
    }),
  );
});
