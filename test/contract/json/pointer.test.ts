import { expect, it } from "vitest";
import { formatPath } from "../../../src/contract/json-value.js";

it.each([
  [["edits", 2, "oldText"], "edits[2].oldText"],
  [["$ref", "@id", "a-b_c9"], "$ref.@id.a-b_c9"],
  [["größe", "路径", "٣"], "größe.路径.٣"],
  [["env", "odd key"], 'env["odd key"]'],
  [["", "a.b"], '""["a.b"]'],
  [["a\nb"], '"a\\nb"'],
  [["a".repeat(80)], "a".repeat(80)],
  [["ä".repeat(80)], "ä".repeat(80)],
  [["a".repeat(81)], `"${"a".repeat(79)}…"`],
  [["ä".repeat(81)], `"${"ä".repeat(79)}…"`],
  [[], ""],
])("writes a place as a model would: %j", (steps, text) => {
  expect(formatPath(steps)).toBe(text);
});
