import type { JsonObject } from "../../../../src/contract/json-value.js";

/** A tool's schema, more of its spec, and arguments that repair accepts though the canonical schema, or a client's own key in them, would be refused. */
type AcceptedCall = readonly [what: string, schema: JsonObject, more: JsonObject, params: JsonObject];

const edit = {
  type: "object",
  properties: { old: { type: "string" }, line: { $ref: "#/$defs/line" } },
  required: ["old"],
  additionalProperties: false,
};
const node = {
  type: "object",
  properties: { v: { type: "integer" }, kids: { type: "array", items: { $ref: "#/$defs/node" } } },
  required: ["v"],
  additionalProperties: false,
};
const branch = (name: string, type: string) => ({
  type: "object",
  properties: { [name]: { type } },
  required: [name],
  additionalProperties: false,
});

/** Calls that must pass in a client that validates by the open schema. */
export const acceptedCalls: readonly AcceptedCall[] = [
  ["a referred scalar", { properties: { n: { $ref: "#/$defs/n" } }, $defs: { n: { type: "integer" } } }, {}, { n: "5" }],
  [
    "aliases, scalars and ignored keys of referred elements",
    { properties: { edits: { type: "array", items: { $ref: "#/$defs/edit" } } }, $defs: { edit, line: { type: "integer" } } },
    { aliases: { edits: ["changes"], "edits[].old": ["search"] }, ignore: ["edits[].why"] },
    { changes: [{ search: "a", line: "5", why: "x" }] },
  ],
  [
    "an alias at two levels of a tree",
    { properties: { tree: { $ref: "#/$defs/node" } }, required: ["tree"], $defs: { node } },
    { aliases: { "tree.v": ["value"], "tree.kids[].v": ["value"] } },
    { tree: { value: "1", kids: [{ value: 2, kids: [{ v: "3" }] }] } },
  ],
  [
    "an alias in each branch of a union",
    { properties: { xs: { type: "array", items: { oneOf: [branch("a", "string"), branch("b", "integer")] } } } },
    { aliases: { "xs[].a": ["first"], "xs[].b": ["second"] } },
    { xs: [{ first: "x" }, { second: "5" }] },
  ],
  [
    "an aliased branch of the arguments",
    { oneOf: [branch("a", "string"), branch("b", "integer")] },
    { aliases: { a: ["first"] } },
    { first: "x" },
  ],
  ["the other branch", { oneOf: [branch("a", "string"), branch("b", "integer")] }, { aliases: { a: ["first"] } }, { b: "5" }],
  [
    "a condition over an alias",
    { properties: { a: { type: "string" }, b: { type: "string" } }, anyOf: [{ required: ["a"] }, { required: ["b"] }] },
    { aliases: { a: ["first"] } },
    { first: "x" },
  ],
  [
    "what must come with an alias",
    { properties: { a: { type: "string" }, b: { type: "string" } }, dependentRequired: { b: ["a"] } },
    { aliases: { a: ["first"] } },
    { first: "x", b: "y" },
  ],
  [
    "values of an open object",
    { properties: { m: { type: "object", additionalProperties: { type: "boolean" } } } },
    {},
    { m: { x: "true" } },
  ],
  [
    "a scalar or an array",
    { properties: { n: { anyOf: [{ type: "integer" }, { type: "array", items: { type: "integer" } }] } } },
    {},
    { n: ["5"] },
  ],
  ["one of words and numbers", { properties: { n: { enum: ["auto", 5] } } }, {}, { n: "5" }],
  [
    "a tuple",
    { properties: { at: { type: "array", prefixItems: [{ type: "integer" }, { type: "string" }], items: false } } },
    {},
    { at: ["1", "x"] },
  ],
  [
    "what a condition doesn't exclude",
    {
      properties: { n: { $ref: "#/$defs/n" }, m: { type: "string" } },
      not: { properties: { n: { $ref: "#/$defs/n" } }, required: ["n", "m"] },
      $defs: { n: { type: "integer" } },
    },
    {},
    { n: "5" },
  ],
  ["an unknown spelling of a name", { properties: { filePath: { type: "string" } } }, {}, { File_Path: "a" }],
  [
    "an alias of what a branch beside the properties requires",
    { properties: { a: { type: "string" } }, allOf: [{ required: ["a"] }] },
    { aliases: { a: ["x"] } },
    { x: "v" },
  ],
  [
    "a parameter that stands in elements",
    {
      properties: { path: { type: "string" }, edits: { type: "array", items: { ...edit, properties: { old: { type: "string" } } } } },
      required: ["path", "edits"],
    },
    { aliases: { path: ["edits[].path"] } },
    { edits: [{ old: "a", path: "f" }] },
  ],
  [
    "keys of one element at the top",
    { properties: { edits: { type: "array", items: { ...edit, properties: { old: { type: "string" } } } } }, required: ["edits"] },
    { wrap: { edits: ["old"] }, aliases: { "edits[].old": ["search"] } },
    { search: "a" },
  ],
  [
    "one element in the place of the list",
    { properties: { edits: { type: "array", items: { ...edit, properties: { old: { type: "string" } } } } }, required: ["edits"] },
    { wrap: { edits: ["old"] } },
    { edits: { old: "a" } },
  ],
  [
    "a range of lines",
    { properties: { start: { type: "integer", minimum: 1 }, count: { type: "integer" } }, required: ["start"] },
    { coerce: { start: { count: "count", range: ["lines"] } } },
    { lines: "10-20" },
  ],
  [
    "a list of lines for a text",
    { properties: { text: { type: "string" } }, required: ["text"] },
    { coerce: { text: "lines" } },
    { text: ["a", "b"] },
  ],
  ["a whole number for a text of digits", { properties: { id: { type: "string", pattern: "^\\d+$" } } }, {}, { id: 42 }],
  [
    "whole numbers for texts of digits in a list",
    { properties: { ids: { type: "array", items: { $ref: "#/$defs/id" } } }, $defs: { id: { type: "string", pattern: "^[0-9]{1,20}$" } } },
    {},
    { ids: [42, "7"] },
  ],
  [
    "an object for a text of JSON",
    { properties: { text: { type: "string" } }, required: ["text"] },
    { coerce: { text: "json" } },
    { text: { a: 1 } },
  ],
  [
    "a list of objects for a text of lines or JSON",
    { properties: { text: { type: "string" } }, required: ["text"] },
    { coerce: { text: ["lines", "json"] } },
    { text: [{ a: 1 }] },
  ],
  [
    "an ignored key where others must be numbers",
    { properties: { n: { type: "integer" } }, additionalProperties: { type: "integer" } },
    { ignore: ["why"] },
    { n: 1, why: "so" },
  ],
  ["names of a pattern", { properties: { m: { type: "string" } }, propertyNames: { pattern: "^m$" } }, {}, { m: "a" }],
  ["as many keys as there may be", { properties: { a: { type: "string" } }, maxProperties: 1 }, {}, { a: "x" }],
  [
    "a condition on an alias, and what else would be required",
    {
      properties: { a: { type: "string" }, b: { type: "string" }, c: { type: "string" } },
      if: { required: ["a"] },
      then: { required: ["b"] },
      else: { required: ["c"] },
    },
    { aliases: { a: ["x"], b: ["y"] } },
    { x: "1", y: "2" },
  ],
  [
    "a condition on a number that came as a text",
    {
      properties: { level: { type: "integer" }, why: { type: "string" } },
      if: { properties: { level: { const: 1 } } },
      else: { required: ["why"] },
    },
    {},
    { level: "1" },
  ],
  [
    "a number as a text among the elements of a list that must hold one",
    { properties: { xs: { type: "array", items: { type: "integer" }, contains: { type: "integer", minimum: 5 } } } },
    {},
    { xs: ["7"] },
  ],
];
