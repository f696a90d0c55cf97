import fc from "fast-check";
import { expect, it } from "vitest";
import { findUnsafeNumber } from "../../../src/contract/exact-json.late.js";

it.each([
  ['{"n":9007199254740993}', "9007199254740993"],
  ['{"n":-9007199254740993}', "-9007199254740993"],
  ['{"a":"9007199254740993","n":[1e400]}', "1e400"],
  ['{"n":99999999999999999999}', "99999999999999999999"],
  ['{"n":1152921504606846976}', "1152921504606846976"],
  ['{"n":9007199254740993.0}', "9007199254740993.0"],
  ['{"n":90071992547409930e-1}', "90071992547409930e-1"],
  ['{"n":-9.007199254740993E+15}', "-9.007199254740993E+15"],
  ['{"n":9007199254740992}', undefined],
  ['{"n":9007199254740992.0,"m":12e20,"o":9007199254740993.5}', undefined],
  ['{"n":1e21,"m":0.1,"s":"\\"9007199254740993"}', undefined],
  ['{"9007199254740993":1}', undefined],
])("finds in %s that %s would not arrive as it was written", (json, lost) => {
  expect(findUnsafeNumber(json)).toBe(lost);
});

it("loses no number that JavaScript itself printed", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => findUnsafeNumber(JSON.stringify(value)) === undefined));
});
