import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../../../src/contract/json-value.js";

const key = fc.constantFrom("a", "b", "odd-key", "hasOwn", "-1", "1.");
export const scalar = fc.oneof(fc.constantFrom("a", "b", "", "*/"), fc.integer({ min: -2, max: 2 }), fc.boolean(), fc.constant(null));

export const object = <T>(value: fc.Arbitrary<T>, most: number) =>
  fc.array(fc.tuple(key, value), { maxLength: most }).map((entries) => Object.fromEntries(entries));

/** Schemas of all keywords that types express, and of those that they leave out. They refer to `#/$defs/tree` and `#/$defs/list`. */
export const { schema } = fc.letrec<{ schema: JsonValue; typed: JsonObject }>((tie) => {
  const keywords: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
    type: fc.uniqueArray(fc.constantFrom("string", "number", "boolean", "null", "array", "object"), { minLength: 1, maxLength: 3 }),
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
    properties: object(tie("schema"), 3),
    additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
    patternProperties: tie("schema").map((one) => ({ "^a": one })),
    unevaluatedProperties: fc.oneof(fc.boolean(), tie("schema")),
    items: fc.oneof(fc.boolean(), tie("schema")),
    prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
    minItems: fc.nat(2),
    anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
    allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
    oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
    not: tie("schema"),
    if: tie("schema"),
    then: tie("schema"),
    $ref: fc.constantFrom("#/$defs/tree", "#/$defs/list"),
    description: fc.constantFrom("*/", "@deprecated", "\u2028", "M0000001"),
  };
  const some = fc.shuffledSubarray(Object.keys(keywords), { minLength: 1, maxLength: 4 });
  return {
    schema: fc.oneof({ maxDepth: 3 }, fc.constantFrom<JsonObject[]>({ type: "string" }, { type: "object" }, {}), tie("typed")),
    typed: some
      .chain((names) => fc.tuple(...names.map((name) => (keywords[name] ?? fc.constant(null)).map((value) => [name, value] as const))))
      .chain((entries) => fc.boolean().map((all) => [Object.fromEntries(entries), all] as const))
      .map(([made, all]) => ({
        ...made,
        ...(made.properties === undefined || !all ? {} : { required: Object.keys(Object(made.properties)) }),
      })),
  };
});
