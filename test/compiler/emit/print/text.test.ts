import fc from "fast-check";
import { ts } from "ts-morph";
import { expect, it } from "vitest";
import { docComment, docText, inline, literal, propertyKey } from "../../../../src/compiler/emit/print/literal.js";
import { fileName, freeName, typeName } from "../../../../src/compiler/emit/print/tool-names.js";
import { anyCharacter } from "../../../kit/any-character.js";

const hostile = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom("*/", "@x", "a @x", "*@x", "\u2028", "`${process}`", "</script>", "__proto__", "\\u0022"),
);

it("prints any JSON as an expression that is that JSON, on one line or on several", () => {
  fc.assert(
    fc.property(fc.jsonValue(), hostile, (value, key) => {
      const data = JSON.parse(JSON.stringify({ [key]: value, wide: "x".repeat(150), ["__proto__"]: key }));
      for (const code of [inline(data), literal(data)]) {
        const js = ts.transpile(`(${code})`, { target: ts.ScriptTarget.ES2022 });
        // biome-ignore lint/security/noGlobalEval: the printed code must be read as JavaScript reads it
        expect(JSON.stringify(globalThis.eval(js))).toBe(JSON.stringify(data));
      }
    }),
    { numRuns: 60 },
  );
});

it("leaves out members that are undefined, as JSON does", () => {
  expect(inline({ a: undefined, b: [1] })).toBe("{ b: [1] }");
});

it("shows in a text what a reader could not see", () => {
  expect(inline("a\u202eb\u200bc")).toBe('"a\\u202eb\\u200bc"');
});

it("keeps any text inside its comment, and makes no tags of it", () => {
  fc.assert(
    fc.property(hostile, hostile, (one, other) => {
      const text = `${one}\n${other}`;
      const file = ts.createSourceFile("x.ts", `${docComment(text)}\nconst x = 1;`, ts.ScriptTarget.ES2022, true);
      const [statement] = file.statements;
      expect([file.statements.length, statement?.getText()]).toEqual([1, "const x = 1;"]);
      expect(statement === undefined ? [] : ts.getJSDocTags(statement)).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(docText("ends *\\/ early */ here\r\n@deprecated\n")).toBe("ends *\\/ early *\\/ here\n\\@deprecated");
});

it.each([
  ["file-path", '"file-path"'],
  ["ok_1", "ok_1"],
  ["1a", '"1a"'],
  ["__proto__", '["__proto__"]'],
])("prints the key %s as %s", (key, printed) => {
  expect(propertyKey(key)).toBe(printed);
});

it.each([
  ["search_text", "SearchText", "search-text"],
  ["getHTTPPage2", "GetHTTPPage2", "get-httppage2"],
  ["_1x", "_1X", "1x"],
  ["md5sum", "Md5Sum", "md5sum"],
  ["__", "_", "_"],
  ["index", "Index", "index_"],
  // Files that Jest takes for tests, and devices of Windows.
  ["test", "Test", "test_"],
  ["Spec", "Spec", "spec_"],
  ["con", "Con", "con_"],
  ["aux", "Aux", "aux_"],
  ["nul", "Nul", "nul_"],
  ["lpt1", "Lpt1", "lpt1_"],
  ["console", "Console", "console"],
])("names the type of %s %s and its file %s", (name, type, file) => {
  expect([typeName(name), fileName(name)]).toEqual([type, file]);
});

it("finds a name that is free", () => {
  const taken = new Set(["A", "A2"]);
  expect([freeName("A", taken), freeName("A", taken), freeName("B", taken)]).toEqual(["A3", "A4", "B"]);
});
