import fc from "fast-check";
import { format } from "prettier";
import { expect, it } from "vitest";
import { InternalError } from "../../../src/diagnostics/invariant.js";
import { formatTypes } from "../../../src/emit/print/format-types.js";
import { printToolTypes } from "../../../src/emit/typescript/print-tool-types.js";
import { compiled } from "../../kit/compiled.js";
import { repeat } from "../../kit/repeat.js";
import { schema } from "../typescript/arbitrary-schemas.js";

const pretty = async (code: string) =>
  (await format(code, { parser: "typescript", printWidth: 140, bracketSpacing: true, trailingComma: "none" })).trimEnd();

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

it("formats objects in unions, intersections, tuples and arrays as Prettier does", async () => {
  const object = (member: string) => `{\n/**\n * Of ${member}.\n */\n${member}: string\n}`;
  const long = Array.from({ length: 30 }, (_, i) => `"value-${i}"`).join(" | ");
  const types = [
    `((${object("a")} & Other) | "x")`,
    `(${object("a")} & Other & ("a" | "b"))`,
    `(Other & (${object("a")} | "b")[] & ${object("b")} & ${object("c")})[]`,
    `((${object("a")} | "a") & (${object("b")} | "b"))`,
    `((Other | "a") | "b")`,
    `(${object("a")} | null)[]`,
    `[("a" | ${object("a")}), ...(unknown)[]]`,
    `[(${object("a")} | "a")]`,
    "[{\n\n}, string][]",
    "[]",
    `({ a: 1, "b-c": [1.5, -2] } | {} | { ["__proto__"]?: 1 })`,
    `(${long})[]`,
    `[${long.replaceAll(" |", ",")}]`,
    "{\n[k: string]: string | number | undefined\n}",
  ];
  const members = types.map((type, i) => `m${i}?: ${type}`).join("\n");
  const printed = `export interface Params {\n${members}\n}\n\nexport interface Nothing {\n\n}\n${types.map((type, i) => `export type T${i} = ${type}`).join("\n")}\n`;
  expect(formatTypes(printed)).toBe(await pretty(printed));
});

it("leaves strings and numbers as they are", () => {
  expect(formatTypes('export type A = ("\\"" | 1e+21 | -0.5)')).toBe('export type A = "\\"" | 1e+21 | -0.5;');
});

it.each([
  ["a comment that ends early", "/**\n * a */ b\n */\nexport type A = string"],
  ["a comment that ends early, before a comment", "/**\n * a */ /** b\n */\nexport type A = string"],
  ["a comment that ends early, before a declaration", "/**\n * a\n */\nexport type B = string\n */\nexport type A = string"],
  ["a comment without end", "/**\n * a"],
  ["a line of a comment that is none", "/**\na\n */\nexport type A = string"],
  ["a line separator in a comment", "/**\n * a\u2028b\n */\nexport type A = string"],
  ["a comment for a line", "export type A = string // a"],
  ["a comment without a declaration", "/**\n * a\n */\n"],
  ["a string that ends early", 'export type A = "a"; b = "c"'],
  ["a string without end", 'export type A = "a'],
  ["a line break in a string", 'export type A = "a\nb"'],
  ["an escape that is none", 'export type A = "\\u12"'],
  ["an octal escape", 'export type A = "\\0"'],
  ["another quote", "export type A = 'a'"],
  ["a template", "export type A = `a`"],
  ["a number with a name behind it", "export type A = 1n"],
  ["a number that begins with a zero", "export type A = 01"],
  ["a statement", "export interface A {\n}\nprocess.exit()"],
  ["a statement on the same line", "export type A = string export type B = string"],
  ["a value", "export const A = 1"],
  ["a value in an enumeration", "export enum A { a = 1 }"],
  ["a word that is no type", "export type A = typeof process"],
  ["a reserved word", "export type A = import"],
  ["a reserved name", "export interface class {\n}"],
  ["a call", 'export type A = import("a")'],
  ["a type argument", "export type A = B<string>"],
  ["a method", "export interface A {\na(): string\n}"],
  ["a computed name", "export interface A {\n[process.exit()]: string\n}"],
  ["two members on a line", "export interface A {\na: string b: string\n}"],
  ["a member without a type", "export interface A {\na\n}"],
  ["a brace too much", "export interface A {\n}\n}"],
  ["a brace too few", "export interface A {\na: string"],
  ["a parenthesis too few", "export type A = (string"],
  ["an operator without a type", "export type A = string |"],
  ["a tuple that goes on", "export type A = [string,"],
])("refuses %s", (_, printed) => {
  expect(() => formatTypes(printed)).toThrow(InternalError);
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
