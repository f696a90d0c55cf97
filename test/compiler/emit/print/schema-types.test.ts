import { type InterfaceDeclaration, Project } from "ts-morph";
import { expect, it } from "vitest";
import { plainSchema } from "../../../../src/compiler/emit/print/plain-schema.js";
import { checkTypesOnly, indentBraces, printSchemaTypes } from "../../../../src/compiler/emit/print/schema-types.js";
import { InternalError } from "../../../../src/contract/diagnostic.js";
import type { JsonObject } from "../../../../src/contract/json-value.js";

const evil = '*/ process.exit(1); /* `${1}` "\\" \u2028 \u202e @deprecated';

/** Names with a meaning to JSON Schema, to json-schema-to-typescript, to JavaScript or to TypeScript. */
const names = [
  ...["$ref", "$id", "id", "$defs", "definitions", "title", "description", "type", "enum", "const", "items", "allOf", "anyOf", "oneOf"],
  ...["required", "properties", "additionalProperties", "default", "deprecated", "nullable", "extends", "tsType", "tsEnumNames"],
  ...Object.getOwnPropertyNames(Object.prototype),
  ...[
    "",
    "'",
    '"',
    "`",
    "1",
    "-1",
    "1e3",
    "a-b",
    "*/",
    "\\",
    "\n",
    "\u2028",
    "\u202e",
    "ü",
    "[k: string]",
    "{keyNameFromDefinition}",
    evil,
  ],
];

async function print(schema: JsonObject): Promise<InterfaceDeclaration> {
  const [text = ""] = await printSchemaTypes([{ name: "HostileParams", schema: plainSchema(schema, () => undefined), $defs: {} }]);
  expect(text).not.toMatch(/[\u2028\u202e]/);
  // None of the types here is declared in a library, and reading those takes longer than all else.
  const file = new Project({ useInMemoryFileSystem: true, skipLoadingLibFiles: true }).createSourceFile("types.ts", text);
  expect(file.getStatements()).toHaveLength(1);
  return file.getInterfaceOrThrow("HostileParams");
}

it.each(names.filter((name) => name !== "hasOwnProperty"))("prints a property of the name %j, required or optional", async (name) => {
  const properties = Object.fromEntries([[name, { type: "string", description: evil }]]);
  const required = (await print({ type: "object", properties, required: [name], additionalProperties: false })).getProperties();
  expect(required.map((one) => [unquoted(one.getName()), one.getType().getText(), one.hasQuestionToken()])).toEqual([
    [name, "string", false],
  ]);
  const optional = (await print({ type: "object", properties, additionalProperties: false })).getProperties();
  expect(optional.map((one) => [unquoted(one.getName()), one.hasQuestionToken()])).toEqual([[name, true]]);
});

/** The name of a property as JavaScript reads it. */
// biome-ignore lint/security/noGlobalEval: the printed code must be read as JavaScript reads it
const unquoted = (name: string): string => (name.startsWith('"') || name.startsWith("'") ? globalThis.eval(name) : name);

it("keeps a description inside its comment, and makes no tags of it", async () => {
  const [property] = (await print({ type: "object", properties: { a: { type: "string", description: evil } } })).getProperties();
  expect(property?.getJsDocs().map((doc) => [doc.getDescription().includes("process.exit(1)"), doc.getTags().length])).toEqual([[true, 0]]);
});

it("takes nothing but types from titles, identifiers and keywords of other programs", async () => {
  const type = await print({
    $id: evil,
    title: evil,
    type: "object",
    properties: { a: { title: evil, $id: "x", tsType: "process.exit(1)", type: "string", deprecated: true } },
    additionalProperties: false,
  });
  expect(type.getText()).toBe(
    "export interface HostileParams {\n  /**\n   * Deprecated: the tool still accepts it.\n   */\n  a?: string\n}",
  );
});

it("indents by braces of objects, not by those of texts", () => {
  const printed = `/**
 * One {
 *\x20
 * }
 */
export interface Params {
/**
 * Two }
 */
"a{"?: ("{" | "}")
b: ({
c: {

}
} & {
d: string
})[]
[k: string]: unknown
}

export interface Nothing {

}
`;
  expect(indentBraces(printed)).toBe(`/**
 * One {
 *
 * }
 */
export interface Params {
  /**
   * Two }
   */
  "a{"?: ("{" | "}")
  b: ({
    c: {
    }
  } & {
    d: string
  })[]
  [k: string]: unknown
}

export interface Nothing {
}`);
});

it.each([
  ["a comment that ends early", "/**\n * a */ b()\n/*\n */\nexport type A = string"],
  ["a comment that ends early, before text", "/**\n * a */ b\n */\nexport type A = string"],
  ["a comment without end", "/**\n * a"],
  ["a line separator in a comment for a line", "// a\u2028b()\nexport type A = string"],
  ["a string that ends early", 'export type A = "a"; b = "c"'],
  ["a string without end", 'export type A = "a'],
  ["a statement", "export interface A {\n}\nprocess.exit()"],
  ["a value", "export const A = 1"],
  ["an enumeration", "export enum A { a = 1 }"],
  ["an import", 'import a from "a"'],
  ["an import without names", 'import "a"'],
  ["a computed name", "export interface A {\n[process.exit()]: string\n}"],
  ["a brace too much", "export interface A {\n}\n}"],
  ["a brace too few", "export interface A {\na: string"],
  ["a block", "{"],
  ["a namespace", "export namespace A {"],
])("refuses %s, alone and between others", async (_, printed) => {
  const other = "/**\n * Of */\nexport type B = string";
  await expect(checkTypesOnly([printed])).rejects.toThrow(InternalError);
  await expect(checkTypesOnly([other, printed, other])).rejects.toThrow(InternalError);
});

it("refuses two texts that are types only together", async () => {
  await expect(checkTypesOnly(["export type A = string /*", "*/ export type B = string"])).rejects.toThrow(InternalError);
  await expect(checkTypesOnly(["/*", "b() /* */"])).rejects.toThrow(InternalError);
});

it("takes types, whatever their comments say", async () => {
  const texts = ["@license MIT", "! kept", "#__PURE__", "# sourceMappingURL=a.map"].map(
    (text) => `/**\n * ${text}\n */\nexport type A = 1`,
  );
  await checkTypesOnly([...texts, ...texts]);
});
