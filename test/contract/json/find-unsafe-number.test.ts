import fc from "fast-check";
import { expect, it } from "vitest";
import { findUnsafeNumber } from "../../../src/contract/exact-json.late.js";

it.each([
  ['{"n":9007199254740993}', "9007199254740993"],
  ['{"n":-9007199254740993}', "-9007199254740993"],
  ['{"a":"9007199254740993","n":[1e400]}', "1e400"],
  ['{"n":99999999999999999999}', "99999999999999999999"],
  ['{"n":1152921504606846976}', "1152921504606846976"],
  ['{"n":9007199254740992}', undefined],
  ['{"n":1e21,"m":0.1,"s":"\\"9007199254740993"}', undefined],
  ['{"9007199254740993":1}', undefined],
])("finds in %s that %s would not arrive as it was written", (json, lost) => {
  expect(findUnsafeNumber(json)).toBe(lost);
});

it("loses no number that JavaScript itself printed", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => findUnsafeNumber(JSON.stringify(value)) === undefined));
});
