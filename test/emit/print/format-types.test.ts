import { createRequire } from "node:module";
import fc from "fast-check";
import { expect, it } from "vitest";
import { formatTypes } from "../../../src/emit/print/format-types.js";
import { printToolTypes } from "../../../src/emit/typescript/print-tool-types.js";
import { compiled } from "../../compiled.js";
import { repeat } from "../../repeat.js";
import { schema } from "../typescript/arbitrary-schemas.js";

const prettier = createRequire(import.meta.url)("../../../dist/packages/prettier.cjs") as {
  readonly format: (code: string, options: object) => Promise<string>;
};
const pretty = async (code: string) =>
  (await prettier.format(code, { parser: "typescript", printWidth: 140, bracketSpacing: true, trailingComma: "none" })).trimEnd();

it("formats members, comments and unions as Prettier does", async () => {
  const long = Array.from({ length: 30 }, (_, i) => `"value-${i}"`).join(" | ");
  const printed = `/**
 * One.
 *\x20
 *   - indented
 */
export interface Params {
/**
 * @deprecated
 */
path: string
"file-path"?: {
x?: (string | null)
y?: ("a" | "it's")[]
[k: string]: ((1 | -2)[][] | Params)
}[]
long?: (${long})
${"n".repeat(116)}: (string | number)[]
}
export type Other = (true | null)`;
  const formatted = formatTypes(printed);
  expect(formatted).toBe(await pretty(printed));
  expect(formatted).toContain('    | "value-29";');
});

it.each([
  ["a comment that ends early", "/**\n * a */ b\n */\nexport type A = string"],
  ["a comment without end", "/**\n * a"],
  ["a line of a comment that is none", "/**\na\n */\nexport type A = string"],
  ["a line separator in a comment", "/**\n * a\u2028b\n */\nexport type A = string"],
  ["a string that ends early", 'export type A = "a"; b = "c"'],
  ["an escape in a string", 'export type A = "\\""'],
  ["quotes that Prettier takes away", 'export interface A {\n"a": string\n}'],
  ["a number that Prettier writes in another way", "export type A = 1e21"],
  ["a statement", "export interface A {\n}\nprocess.exit()"],
  ["a brace too much", "export interface A {\n}\n}"],
  ["a brace too few", "export interface A {\na: string"],
  ["an object in a union", "export interface A {\na: ({\nb: string\n} | null)\n}"],
])("leaves to Prettier what has %s", (_, printed) => {
  expect(formatTypes(printed)).toBeUndefined();
});

it("leaves nothing for Prettier to change, whatever the schema", async () => {
  const arbitrary = fc.array(schema, { minLength: 30, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(arbitrary, async (schemas) => {
      const specs = schemas.map((x, i) => [
        `${i}.yaml`,
        JSON.stringify({ name: `case_${i}x`, description: "d", kind: "read", schema: { properties: { x, y: x } }, command: ["true"] }),
      ]);
      const { model } = await compiled(Object.fromEntries(specs), []);
      for (const types of await printToolTypes(model.tools)) expect(types).toBe(await pretty(types));
    }),
    { numRuns: repeat({ usual: 3, soak: 30 }), endOnFailure: true },
  );
});
