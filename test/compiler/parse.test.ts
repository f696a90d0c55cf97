import fc from "fast-check";
import { expect, it } from "vitest";
import { parse } from "../../src/compiler/source.js";
import { lineColumn, sortDiagnostics } from "../../src/contract/diagnostic.js";
import { nodeAt, type SpecNode, toValue } from "../../src/contract/spec-node.js";

const read = (text: string) => parse({ path: "a.yaml", text });

/** The values of a file's documents. */
const values = (text: string) => {
  const [documents, diagnostics] = read(text);
  expect(diagnostics).toEqual([]);
  return documents.map((document) => toValue(document.root));
};

/** The diagnostics, as `line:column code 'the marked text'`. */
const reports = (text: string) =>
  sortDiagnostics(read(text)[1]).map(({ span, code }) => {
    if (span === undefined) return code;
    const { line, column } = lineColumn(text, span.start);
    return `${line}:${column} ${code} '${text.slice(span.start, span.end)}'`;
  });

const nodeIn = (text: string, ...path: (string | number)[]): SpecNode | undefined => {
  const root = read(text)[0][0]?.root;
  return root && nodeAt(root, path);
};

it("reads YAML 1.2, where yes and 010 are not what YAML 1.1 made of them", () => {
  expect(values("a: yes\nb: 010\nc: 0o10\nd: ~\ne: 1.10\nf: true\n")).toEqual([{ a: "yes", b: 10, c: 8, d: null, e: 1.1, f: true }]);
  expect(values("%YAML 1.1\n---\na: yes\n")).toEqual([{ a: "yes" }]);
});

it("reads JSON, with tabs as indentation and pairs of escapes", () => {
  const value = { a: [1, { b: "\u{1F600}\n/" }], c: {}, "{{x}}": null };
  expect(values(JSON.stringify(value, null, "\t"))).toEqual([value]);
  expect(values('{"a":"\\ud83d\\ude00\\/"}')).toEqual([{ a: "\u{1F600}/" }]);
});

it("reads any JSON value as JSON.parse does", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, "\t"), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      const [documents] = read(text);
      expect(documents.map((document) => toValue(document.root))).toEqual([JSON.parse(text)]);
    }),
    { numRuns: 200 },
  );
});

it("numbers the documents of a file and skips empty ones", () => {
  const [documents, diagnostics] = read("# first\na: 1\n---\n---\n# nothing\n---\nb: 2\n...\n");
  expect(diagnostics).toEqual([]);
  expect(documents.map(({ index, root }) => [index, toValue(root)])).toEqual([
    [0, { a: 1 }],
    [1, { b: 2 }],
  ]);
});

it.each(["", "# nothing yet\n", "---\n---\n", "\n\n"])("reports a file that holds no document: %j", (text) => {
  expect(reports(text)).toEqual(["1:1 empty-file ''"]);
});

it("keeps a plain value's text as it is written", () => {
  const text = "a: 1.10\nb: TRUE\nc: folded\n  over lines\nd: 'x'\ne:\n";
  const texts = ["a", "b", "c", "d", "e"].map((key) => {
    const node = nodeIn(text, key);
    return node?.kind === "scalar" && [node.text, node.value, node.style];
  });
  expect(texts).toEqual([
    ["1.10", 1.1, "plain"],
    ["TRUE", true, "plain"],
    ["folded over lines", "folded over lines", "plain"],
    ["x", "x", "single"],
    ["", null, "plain"],
  ]);
});

it("leaves infinities and NaN the text that they are, for JSON has none", () => {
  expect(values("[.inf, -.inf, .nan]")).toEqual([[".inf", "-.inf", ".nan"]]);
});

it("takes keys as text, however they are written", () => {
  expect(values("1.10: a\ntrue: b\n'c d': e\n? f\n: g\n")).toEqual([{ "1.10": "a", true: "b", "c d": "e", f: "g" }]);
});

it("knows where keys and values are", () => {
  const text = "a:\n  - b\n  - {c: 'd e'}\n";
  const spanned = (node: SpecNode | undefined) => node && text.slice(node.span.start, node.span.end);
  expect(spanned(nodeIn(text, "a", 1))).toBe("{c: 'd e'}");
  expect(spanned(nodeIn(text, "a", 1, "c"))).toBe("'d e'");
  const map = nodeIn(text, "a", 1);
  expect(map?.kind === "map" && map.entries.map(({ keySpan }) => text.slice(keySpan.start, keySpan.end))).toEqual(["c"]);
});

it("resolves an alias to what its anchor named last, at the alias's place", () => {
  const text = "a: &x [1, {b: &y it}]\nc: *x\nd: &x 2\ne: *x\n*y : key\n";
  expect(values(text)).toEqual([{ a: [1, { b: "it" }], c: [1, { b: "it" }], d: 2, e: 2, it: "key" }]);
  const node = nodeIn(text, "c");
  expect(node && text.slice(node.span.start, node.span.end)).toBe("*x");
});

it("places characters of an aliased text where the text is written", () => {
  const text = "a: &x 'it''s {{y}}'\nb: *x\n";
  const node = nodeIn(text, "b");
  expect(node?.kind === "scalar" && node.offsetOf(node.text.indexOf("{{"))).toBe(text.indexOf("{{"));
});

it("knows no anchor of another document, of later on, or of around the alias", () => {
  expect(reports("a: &x 1\n---\nb: *x\n")).toEqual(["3:4 unknown-anchor '*x'"]);
  expect(reports("b: *x\na: &x 1\n")).toEqual(["1:4 unknown-anchor '*x'"]);
  expect(reports("a: &x [*x]\n")).toEqual(["1:8 recursive-alias '*x'"]);
});

it("refuses an alias bomb at the alias that goes too far, once", () => {
  const levels = "abcdefghijklmnop".split("");
  const bomb = levels
    .map(
      (name, i) =>
        `${name}: &${name} [${Array(9)
          .fill(i === 0 ? "x" : `*${levels[i - 1]}`)
          .join(", ")}]\n`,
    )
    .join("");
  expect(reports(bomb)).toEqual([expect.stringMatching(/^5:\d+ yaml-too-large '\*d'$/)]);
});

it("allows 64 levels of nesting and no more, also through aliases", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(values(nested(64))).toHaveLength(1);
  expect(values(`${"[".repeat(64)}x${"]".repeat(64)}`)).toHaveLength(1);
  expect(reports(nested(65))).toEqual([expect.stringContaining("1:65 yaml-too-deep")]);
  expect(reports(`a: &a ${nested(40)}\nb: ${"[".repeat(30)}*a${"]".repeat(30)}\n`)).toEqual(["2:34 yaml-too-deep '*a'"]);
  const deepThenFlat = `a: &a [${nested(38)}, &b 1, *b]`;
  expect(reports(`${deepThenFlat}\nb: ${"[".repeat(30)}*a${"]".repeat(30)}\n`)).toEqual(["2:34 yaml-too-deep '*a'"]);
});

it.each([
  ["flow lists", "["],
  ["flow maps", "{a: "],
  ["block lists", "- "],
  ["explicit keys", "? "],
  ["compact maps", "a: "],
  ["lists of maps", '[{"a":'],
])("answers 100,000 %s with one diagnostic", (_, opener) => {
  const found = reports(opener.repeat(100_000));
  expect(found).toEqual([expect.stringContaining("yaml-too-deep")]);
});

it("reports a key that is given twice at the second, however it is quoted, and keeps the first", () => {
  const text = "a: 1\nb: {c: 1, 'c': 2}\n\"a\": 3\n";
  expect(reports(text)).toEqual(["2:11 duplicate-key ''c''", "3:1 duplicate-key '\"a\"'"]);
  expect(read(text)[1][1]?.message).toBe("The key 'a' is given twice; first on line 1.");
  expect(read(text)[0].map((document) => toValue(document.root))).toEqual([{ a: 1, b: { c: 1 } }]);
  // In JSON, where parsers take the last and say nothing.
  expect(reports('{ "kind": "read",\n  "k\\u0069nd": "edit" }')).toEqual([`2:3 duplicate-key '"k\\u0069nd"'`]);
});

it("refuses merge keys by pointing to extends, and does not report what they would have brought as missing", () => {
  const [documents, [problem]] = read("base: &b {x: 1, y: 2}\na:\n  <<: *b\n  y: 3\n");
  expect(problem).toMatchObject({ code: "merge-key", help: expect.stringContaining("extends") });
  expect(documents.map((document) => toValue(document.root))).toEqual([{ base: { x: 1, y: 2 }, a: { x: 1, y: 3 } }]);
  expect(values('{"<<": 1}')).toEqual([{ "<<": 1 }]);
});

it.each([
  ["- rg\n- {{x}}\n", "2:3", "{{x}}"],
  ["key: {{x}}\n", "1:6", "{{x}}"],
  ["- {{x}}.txt\n- b\n", "1:3", "{{x}}"],
  ["- {{#if x}}--flag{{/if}}\nkey: 1\n", "1:3", "{{#if x}}"],
  ["- {{#each xs}}{{this}}{{/each}}\n", "1:3", "{{#each xs}}"],
  ["- [--max, {{x}}]\n", "1:11", "{{x}}"],
  ["- [--max={{x}}, b]\n", "1:10", "{{x}}"],
  ["{{x}}: 1\n", "1:1", "{{x}}"],
  ["a: {{x}\n", "1:4", "{{x}"],
])("says of the unquoted template in %j that it must be quoted, and nothing else", (text, place, marked) => {
  expect(reports(text)).toEqual([`${place} unquoted-template '${marked}'`]);
  expect(read(text)[1][0]?.help).toContain('"{{name}}"');
});

it("goes on with the text that an unquoted template was meant to be", () => {
  const [documents, diagnostics] = read("command:\n  - rg\n  - {{x}}\n  - {{y}}\n");
  expect(diagnostics.map(({ code }) => code)).toEqual(["unquoted-template", "unquoted-template"]);
  expect(documents.map((document) => toValue(document.root))).toEqual([{ command: ["rg", "{{x}}", "{{y}}"] }]);
});

it("leaves templates alone that need no quotes", () => {
  expect(values("a: x {{y}}\nb: '{{y}}'\nc: |\n  {{y}}\nd: --z={{y}}\n")).toEqual([
    { a: "x {{y}}", b: "{{y}}", c: "{{y}}\n", d: "--z={{y}}" },
  ]);
});

it("refuses tags beyond the core schema, and goes on with the value", () => {
  expect(reports("a: !foo 1\nb: !!binary aGk=\nc: !e!x 1\n")).toEqual([
    "1:4 unsupported-tag '!foo'",
    "2:4 unsupported-tag '!!binary'",
    "3:4 unsupported-tag '!e!x'",
  ]);
  expect(values('a: !!str 5\nb: !!int "5"\nc: !!map {}\n')).toEqual([{ a: "5", b: 5, c: {} }]);
});

it("refuses keys that are no text", () => {
  expect(reports("[a, b]: 1\n")).toEqual(["1:1 complex-key '[a, b]'"]);
  expect(reports("? {a: b}\n: 1\n")).toEqual(["1:3 complex-key '{a: b}'"]);
  expect(reports(": 1\n")).toEqual(["1:1 complex-key ''"]);
});

it.each([
  ['a: "abc\nb: c\n', "1:4", "this quoted text is never closed"],
  ["a: 'it's'\n", "1:8", "this doesn't belong to the value before it"],
  ["a:\n\tb: 1\n", "2:1", "a tab can't be used as indentation"],
  ["a:\n  b: 1\n\tc: 2\n", "3:1", "a tab can't be used as indentation"],
  ["a: [\n  1,\n\t2\n]\n", "3:2", "a tab can't be used as indentation"],
  ["a: [1, 2\nb: 3\n", "1:4", "this bracket is never closed, or the lines in it are indented too little"],
  ['{"a": [1, 2}', "1:7", "this bracket is never closed, or the lines in it are indented too little"],
  ["a: ]", "1:4", "a closing bracket that was never opened"],
  ["a: b: c\n", "1:4", "a second ': ' on this line makes another key of it"],
  ["name: x\n description: y\n", "1:7", "the next line is indented as if it belonged to this text"],
  ["a:\n  b: 1\n c: 1\n", "3:1", "this line's indentation fits none of the lines above"],
  ["a: @x\n", "1:4", "an unquoted text can't begin with this character"],
  ["a: - b\n", "1:4", "a list item can't begin on the line of its key"],
  ['a: "\\q"\n', "1:5", '"…" has no escape \\q'],
  ["a: *\n", "1:4", "a name must follow '&' and '*' at the beginning of an unquoted text"],
  ["a: 1\nb\n", "2:1", "a key without a ':' and a value"],
  ["a: |x\n  b\n", "1:5", "only an indentation digit, '+' or '-' may follow '|' or '>' on their line"],
])("says in plain words what is wrong with %j", (text, place, problem) => {
  const [documents, [first, ...others]] = read(text);
  const { line, column } = lineColumn(text, first?.span?.start ?? -1);
  expect([`${line}:${column}`, first?.message, others, documents]).toEqual([place, `Not valid YAML: ${problem}.`, [], []]);
});

it("says nothing about what follows a place that YAML can't read, for that is guesswork", () => {
  expect(reports("a: 1\na: 2\nc: @x\nb: 1\nb: 2\n")).toEqual(["2:1 duplicate-key 'a'", "3:4 yaml-syntax '@'"]);
});

it("leaves out a document that can't be read and keeps the others of its file", () => {
  const [documents, diagnostics] = read("a: 1\n---\nb: [\n---\nc: 3\n");
  expect(diagnostics.map(({ code }) => code)).toEqual(["yaml-syntax"]);
  expect(documents.map(({ index, root }) => [index, toValue(root)])).toEqual([
    [0, { a: 1 }],
    [2, { c: 3 }],
  ]);
});

it("answers any text with a value or a diagnostic inside the text, never with an exception", () => {
  const piece = fc.constantFrom(
    "{{",
    "}}",
    "[",
    "]",
    "- ",
    ": ",
    "a",
    "b",
    "\n",
    "  ",
    "\t",
    '"',
    "'",
    "|",
    ">",
    "&a ",
    "*a",
    "!t ",
    "#",
    ",",
    "? ",
    "---\n",
    "...\n",
    "%",
    "<<",
    "\r\n",
    "\\",
    "\0",
    "\u0002",
    "\u001f",
    "\u0018",
    "\ufeff",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const text = pieces.join("");
      const [documents, diagnostics] = read(text);
      for (const { span } of diagnostics) expect(span && 0 <= span.start && span.start <= span.end && span.end <= text.length).toBe(true);
      for (const { root } of documents) toValue(root);
      expect(documents.length + diagnostics.length).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});

it("takes a comma in braces for the end of a value, and says so once", () => {
  expect(reports("a: { 1: No match, try again, b: c }\n")).toEqual(["1:19 key-without-value 'try again'"]);
  expect(values("a: { b: , c: null, d: '' }\ne:\n? f\n")).toEqual([{ a: { b: null, c: null, d: "" }, e: null, f: null }]);
});

it("shows an unclosed bracket where it was opened, also around a key without text", () => {
  expect(reports("- [? ")).toEqual(["1:3 yaml-syntax '['", "1:6 complex-key ''"]);
});
