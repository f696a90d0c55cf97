import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { hasCycleInSchema } from "../../../src/runtime/index.js";

const ref = fc.constantFrom("#", "#/", "#/$defs/a", "#/$defs/b", "#/$defs/c", "#/properties/p", "#/$defs/none", "other.json");
const { any } = fc.letrec<{ any: object }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    fc.record({ $ref: ref }),
    fc.constant({ type: "string" }),
    fc.record({ items: tie("any") }),
    fc.record({ anyOf: fc.array(tie("any"), { maxLength: 2 }) }),
  ),
}));
const schemas = fc.record({ $defs: fc.record({ a: any, b: any, c: any }), properties: fc.record({ p: any }) });

it("finds the same cycles as the real client in schemas made at random", () => {
  const made = fc.sample(schemas, { numRuns: 500, seed: 4 });
  const script = fileURLToPath(new URL("has-cycle.mjs", import.meta.url));
  const theirs: unknown = JSON.parse(execFileSync(process.execPath, [script], { input: JSON.stringify(made), encoding: "utf8" }));
  const ours = made.map((schema) => hasCycleInSchema(schema));
  expect(new Set(ours)).toEqual(new Set([true, false]));
  expect(ours).toEqual(theirs);
});
