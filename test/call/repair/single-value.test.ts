import fc from "fast-check";
import { expect, it } from "vitest";
import { repairArguments } from "../../../src/call/repair-arguments.js";
import type { JsonValue } from "../../../src/contract/json-value.js";
import { outcome, toolWithRules } from "./tool-with-rules.js";

const text = { type: "string" };
const weather = toolWithRules(
  { properties: { city: text, units: { enum: ["metric", "imperial"] } }, required: ["city"] },
  { kind: "read" },
);
const shell = toolWithRules({ properties: { command: text }, required: ["command"] }, { kind: "execute" });
const issue = toolWithRules({
  properties: {
    title: text,
    labels: { type: "array", items: text },
    sizes: { type: "array", items: { type: "integer" } },
    either: { anyOf: [text, { type: "array", items: text }] },
    any: {},
    label: { anyOf: [{ type: "integer" }, { type: "null" }] },
    level: { enum: ["low", "high"] },
    weights: { type: "object", propertyNames: { enum: ["low", "high"] }, additionalProperties: { type: "integer" } },
    since: { type: "string", format: "date" },
    selector: { type: "string", pattern: "^[a-z]+$" },
    name: { type: "string", minLength: 1 },
  },
  required: ["title"],
});

const word = fc
  .stringMatching(/^[a-zA-Z][a-zA-Z0-9_./]{0,12}$/)
  .filter((value) => !/^(?:null|none|nil|undefined|nan|true|false)$/i.test(value));
const isRefused = (result: unknown) => Array.isArray(result);

it("takes a bare text that can only be the value of one parameter", () => {
  const value = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" "));
  const named = fc.constantFrom("city", "units", "search_text");
  fc.assert(
    fc.property(
      value.filter((one) => !/[.]$/.test(one) && !/^(?:city|units|search_?text)\b/i.test(one)),
      (city) => {
        expect(outcome(repairArguments(weather, city))).toEqual({ city });
      },
    ),
  );
  fc.assert(
    fc.property(named, word, (name, rest) => {
      expect(isRefused(outcome(repairArguments(weather, `${name} ${rest}`)))).toBe(true);
    }),
  );
});

const notations: readonly ((value: string) => string)[] = [
  (value) => `city: ${value}`,
  (value) => `city="${value}"`,
  (value) => `- city: ${value}`,
  (value) => `weather(city="${value}")`,
  (value) => `<invoke name="weather"><parameter name="city">${value}</parameter></invoke>`,
  (value) => `weather\n<arg_key>city</arg_key>\n<arg_value>${value}</arg_value>`,
  (value) => `I will look up ${value}.`,
  (value) => `I need to look up ${value}`,
  (value) => `Sure, I'll look up ${value}`,
  (value) => `Let\u2019s see ${value} and then the rest`,
  (value) => `<${value}>`,
  (value) => `'${value}'`,
  (value) => `[${value}]`,
];

it("refuses a bare text that may be a call in another notation", () => {
  fc.assert(
    fc.property(fc.constantFrom(...notations), word, (notation, value) => {
      expect(isRefused(outcome(repairArguments(weather, notation(value))))).toBe(true);
    }),
  );
  for (const nothing of ["None", "undefined", "null ", "NaN", "n/a", "True"])
    expect(isRefused(outcome(repairArguments(weather, nothing)))).toBe(true);
});

it("takes a bare path without the white space around it, and none with white space in it", () => {
  const reading = toolWithRules(
    { properties: { path: { type: "string" } }, required: ["path"] },
    {
      paths: [{ target: ["path"], access: "read", root: "workspace", type: "file", mustExist: false }],
    },
  );
  fc.assert(
    fc.property(word, fc.constantFrom("", " ", "\n", "\r\n", "\t"), (name, around) => {
      expect(outcome(repairArguments(reading, `${around}src/${name}${around}`))).toEqual({ path: `src/${name}` });
      for (const other of [`Reading src/${name}`, `src/a src/${name}`, `the file src/${name}`])
        expect(isRefused(outcome(repairArguments(reading, other)))).toBe(true);
    }),
  );
});

it("never takes a bare text for a program", () => {
  fc.assert(
    fc.property(fc.string(), (command) => {
      expect(isRefused(outcome(repairArguments(shell, command)))).toBe(true);
    }),
  );
});

it("finds the call in a text whose only JSON it is", () => {
  const prose = fc.stringMatching(/^[A-Za-z .,:!?\n<>/`]{0,30}$/);
  fc.assert(
    fc.property(prose, word, prose, (before, city, after) => {
      expect(outcome(repairArguments(weather, `${before}${JSON.stringify({ city })}${after}`))).toEqual({ city });
      const wrapped = JSON.stringify({ name: "search_text", arguments: { city } });
      expect(outcome(repairArguments(weather, `${before}<tool_call>${wrapped}</tool_call>${after}`))).toEqual({ city });
      expect(isRefused(outcome(repairArguments(weather, `${before}{"city":"a"}, or {"city":"b"}${after}`)))).toBe(true);
      expect(isRefused(outcome(repairArguments(weather, `${before} {"place":"a"}${after}`)))).toBe(true);
    }),
  );
});

it("reads nothing as no arguments where none are needed", () => {
  const now = toolWithRules({ properties: {} });
  for (const nothing of [null, undefined, "", " \n", "null", [], {}, { arguments: null }, { arguments: "" }])
    expect(outcome(repairArguments(now, nothing))).toEqual({});
  for (const nothing of [null, "", []]) expect(isRefused(outcome(repairArguments(weather, nothing)))).toBe(true);
});

it("makes a list of one of a single word alone", () => {
  const several = fc.tuple(word, fc.constantFrom(", ", ",", "\n", "; ", " ", "|"), word).map(([a, by, b]) => `${a}${by}${b}`);
  const bracketed = word.chain((one) =>
    fc.constantFrom(`- ${one}`, `1. ${one}`, `('${one}')`, `<item>${one}</item>`, `* ${one}`, `"${one}`),
  );
  const others = fc.constantFrom<JsonValue>("null", "None", "true", "false", false, true, 0, 7, 1.5, "...", "-");
  fc.assert(
    fc.property(word, (one) => {
      expect(outcome(repairArguments(issue, { title: "t", labels: one }))).toEqual({ title: "t", labels: [one] });
    }),
  );
  fc.assert(
    fc.property(fc.oneof(several, bracketed, others), (value) => {
      expect(isRefused(outcome(repairArguments(issue, { title: "t", labels: value })))).toBe(true);
    }),
  );
  expect(outcome(repairArguments(issue, { title: "t", sizes: 5 }))).toEqual({ title: "t", sizes: [5] });
});

it("reads a JSON list in a text, also where a text is valid", () => {
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (list) => {
      const given = { title: "t", labels: JSON.stringify(list), either: JSON.stringify(list), any: JSON.stringify(list) };
      expect(outcome(repairArguments(issue, given))).toEqual({ title: "t", labels: list, either: list, any: given.any });
    }),
  );
});

const spelt: readonly (readonly [given: Record<string, JsonValue>, wanted: Record<string, JsonValue>])[] = [
  [{ label: "null" }, { label: null }],
  [{ label: "None" }, { label: null }],
  [{ label: "5" }, { label: 5 }],
  [{ level: "High" }, { level: "high" }],
  [{ level: " LOW" }, { level: "low" }],
  [{ weights: { HIGH: 1 } }, { weights: { high: 1 } }],
  [{ since: "", selector: "", name: "" }, {}],
  [{ '"labels"': ["a"] }, { labels: ["a"] }],
  [{ "$name:": "a" }, { name: "a" }],
  [{ "name<|channel|>json": "a" }, { name: "a" }],
];

it.each(spelt)("reads the spelling %j", (given, wanted) => {
  expect(outcome(repairArguments(issue, { title: "t", ...given }))).toEqual({ title: "t", ...wanted });
});

it("reads a text in place of the arguments alike with and without a wrapper, and drops none", () => {
  const none = toolWithRules({ properties: {} });
  const one = toolWithRules({ properties: { city: { type: "string" } }, required: ["city"] });
  const anyText = fc.oneof(word, fc.string({ minLength: 1 }), fc.constantFrom("hello there", "Paris", "city: Paris", "undefined"));
  fc.assert(
    fc.property(anyText, (text) => {
      if (text.trim() === "" || isJsonText(text)) return;
      expect(repairArguments(none, text).ok).toBe(false);
      expect(repairArguments(none, { arguments: text }).ok).toBe(false);
      const bare = repairArguments(one, text);
      const wrapped = repairArguments(one, { arguments: text });
      expect(wrapped.ok).toBe(bare.ok);
      if (bare.ok && wrapped.ok) expect(wrapped.params).toEqual(bare.params);
    }),
  );
});

it("says that a required text is empty", () => {
  const tool = toolWithRules({ properties: { id: { type: "string", minLength: 1 } }, required: ["id"] });
  expect(outcome(repairArguments(tool, { id: "" }))).toEqual(["`id` is required, but empty."]);
});

function isJsonText(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return /[[{]/.test(text);
  }
}
