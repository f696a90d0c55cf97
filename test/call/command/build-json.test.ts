import fc from "fast-check";
import { expect, it } from "vitest";
import { buildJson } from "../../../src/call/command/request-parts.js";
import type { JsonValue } from "../../../src/contract/json-value.js";
import type { JsonTemplate } from "../../../src/contract/request.js";
import { scope } from "./pieces.js";

const at = (name: string): JsonTemplate => ({ kind: "value", ref: { from: "param", path: [name] } });
const template: JsonTemplate = {
  kind: "object",
  entries: [
    ["one", at("a")],
    ["list", { kind: "list", items: [at("b"), { kind: "constant", value: 1 }] }],
    ["inner", { kind: "object", entries: [["two", at("c")]] }],
  ],
};

it("keeps a null that the call gives, and leaves out what it doesn't give", () => {
  const value = fc.constantFrom<JsonValue>(null, "x", 0, false, [null], { z: null });
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom("a", "b", "c"), value), (params) => {
      const built = buildJson(template, scope(params), []);
      expect(built).toEqual({
        ...("a" in params && { one: params.a }),
        list: "b" in params ? [params.b, 1] : [1],
        inner: "c" in params ? { two: params.c } : {},
      });
    }),
  );
});
