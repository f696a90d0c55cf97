import { expect, it } from "vitest";
import { renamedKey, renamedWord } from "../../../../src/compiler/check/language/suggest-key.js";

const renames = [
  { kind: "key", of: "spec", path: ["output", "lines"], to: "maxLines", since: "9.0.0" },
  { kind: "word", of: "spec", path: ["kind"], from: "look", to: "read", since: "9.0.0" },
] as const;

it("knows the former name of a key by the last step of its path, where the new name is allowed", () => {
  expect(renamedKey("lines", ["maxLines"], renames)?.to).toBe("maxLines");
  for (const [key, allowed] of [
    ["output", ["maxLines"]],
    ["lines", ["maxBytes"]],
    ["kind", ["read"]],
  ] as const)
    expect(renamedKey(key, allowed, renames)).toBe(undefined);
});

it("knows the former name of a word, where the new one is accepted", () => {
  expect(renamedWord("look", ["read", "edit"], renames)?.to).toBe("read");
  expect(renamedWord("look", ["edit"], renames)).toBe(undefined);
  expect(renamedWord("lines", ["maxLines"], renames)).toBe(undefined);
});
