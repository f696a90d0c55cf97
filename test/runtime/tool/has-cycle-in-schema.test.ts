import { expect, it } from "vitest";
import { hasCycleInSchema } from "../../../src/runtime/index.js";

const tree = {
  $defs: { node: { type: "object", properties: { next: { $ref: "#/$defs/node" } } } },
  properties: { root: { $ref: "#/$defs/node" } },
};

it.each<[string, object, boolean]>([
  ["a schema without references", { type: "object", properties: { a: { type: "string" } } }, false],
  ["a tree", tree, true],
  ["a reference to the whole", { properties: { again: { $ref: "#" } } }, true],
  ["a reference to itself", { properties: { a: { $ref: "#/properties/a" } } }, true],
  ["two that lead to each other", { $defs: { a: { $ref: "#/$defs/b" }, b: { items: { $ref: "#/$defs/a" } } } }, true],
  [
    "one that is used twice",
    { $defs: { a: { type: "string" } }, properties: { x: { $ref: "#/$defs/a" }, y: { $ref: "#/$defs/a" } } },
    false,
  ],
  ["one that leads nowhere", { properties: { a: { $ref: "#/$defs/missing" }, b: { $ref: "other.json#/a" } } }, false],
  ["a key with a slash in it", { $defs: { "a/b": { items: { $ref: "#/$defs/a~1b" } } } }, true],
  ["data that looks like a reference", { properties: { a: { default: { $ref: "#" }, enum: [{ $ref: "#" }] } } }, false],
  ["a parameter called `default`", { properties: { default: { items: { $ref: "#" } } } }, true],
  ["a parameter called `$ref`", { properties: { $ref: { type: "string" } } }, false],
])("%s", (_, schema, expected) => {
  expect(hasCycleInSchema(schema)).toBe(expected);
});

it("ends on many references to the same, however deep they are nested", () => {
  const layers = Array.from({ length: 60 }, (_, i) => [`l${i}`, { anyOf: [{ $ref: `#/$defs/l${i + 1}` }, { $ref: `#/$defs/l${i + 1}` }] }]);
  expect(hasCycleInSchema({ $defs: Object.fromEntries([...layers, ["l60", { type: "string" }]]) })).toBe(false);
});
