import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import type { Diagnostic } from "../../../src/contract/diagnostic.js";
import { formatDiagnostics, formatDiagnosticsAsJson } from "../../../src/contract/format-diagnostics.js";

function problem(text: string, marked: string | number, more: Partial<Diagnostic> = {}): Diagnostic {
  const file = { path: "tools.d/a.yaml", text };
  const start = typeof marked === "number" ? marked : text.indexOf(marked);
  const end = typeof marked === "number" ? marked : start + marked.length;
  const base = {
    code: "unknown-type",
    severity: "error",
    message: "Unknown type 'strng'.",
    help: "Use one of JSON Schema's types.",
  } as const;
  return { ...base, path: file.path, span: { file, start, end }, ...more };
}

const plain = (...diagnostics: Diagnostic[]) => formatDiagnostics(diagnostics, { color: false });
/** The frame alone: the lines with a gutter. */
const frame = (d: Diagnostic) =>
  plain(d)
    .split("\n")
    .filter((line) => /^ +\d* \|/.test(line));

it("shows the place, the lines around it, the mark and the help, counts, and says once what explains each code", () => {
  const error = problem("name: a\nschema:\n  type: strng\nkind: read\n", "strng");
  const warning: Diagnostic = { ...error, severity: "warning", code: "unused", message: "Unused.", span: undefined };
  expect(plain(error, error, warning)).toBe(`tools.d/a.yaml:3:9 - error unknown-type: Unknown type 'strng'.
  2 | schema:
  3 |   type: strng
    |         ^^^^^
  4 | kind: read
  help: Use one of JSON Schema's types.

tools.d/a.yaml:3:9 - error unknown-type: Unknown type 'strng'.
  2 | schema:
  3 |   type: strng
    |         ^^^^^
  4 | kind: read
  help: Use one of JSON Schema's types.

tools.d/a.yaml - warning unused: Unused.
  help: Use one of JSON Schema's types.

2 errors, 1 warning
  npx toolgen explain unknown-type
  npx toolgen explain unused
`);
});

it("says nothing when there is nothing to say", () => {
  expect(plain()).toBe("");
  expect(formatDiagnosticsAsJson([])).toBe("[]\n");
});

it("marks the first line of what spans several, and a place where nothing stands", () => {
  expect(frame(problem("a: |\n  b\n", "|\n  b"))).toEqual(["  1 | a: |", "    |    ^", "  2 |   b"]);
  expect(frame(problem("a:\n", 2))).toEqual(["  1 | a:", "    |   ^"]);
  expect(frame(problem("a\n", 2))).toEqual(["  1 | a", "  2 |", "    | ^"]);
  expect(frame(problem("", 0))).toEqual(["  1 |", "    | ^"]);
  expect(frame(problem("\nb\n", "b"))).toEqual(["  1 |", "  2 | b", "    | ^"]);
});

it("aligns the numbers of lines", () => {
  const text = Array.from({ length: 12 }, (_, i) => `line${i + 1}`).join("\n");
  expect(frame(problem(text, "line9"))).toEqual(["   8 | line8", "   9 | line9", "     | ^^^^^", "  10 | line10"]);
});

it("keeps the mark below its text after tabs, wide characters and combining marks, in CRLF files", () => {
  expect(frame(problem("\ta:\tbad\r\nb\r\n", "bad"))).toEqual(["  1 | \ta:\tbad", "    | \t  \t^^^", "  2 | b"]);
  expect(frame(problem("漢字: bad", "bad"))).toEqual(["  1 | 漢字: bad", "    |       ^^^"]);
  expect(frame(problem("e\u0301😀: 漢", "漢"))).toEqual(["  1 | e\u0301😀: 漢", "    |      ^^"]);
});

it("shows the part of a very long line that the mark is in", () => {
  const [line, mark] = frame(problem(`${"x".repeat(5000)}bad${"y".repeat(5000)}`, "bad"));
  expect(line).toBe(`  1 | …${"x".repeat(40)}bad${"y".repeat(77)}…`);
  expect(mark).toBe(`    | ${" ".repeat(41)}^^^`);
});

it("shows control characters, escapes and turns of direction as signs that do nothing", () => {
  const text = "a: \u001b[31m\u0007\u202e bad\u007f\u009b";
  const shown = plain(problem(text, "bad", { message: "Key '\u001b]0;x\n\u202e'.", path: "a\u001b.yaml" }));
  expect(shown).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
  expect(frame(problem(text, "bad"))).toEqual(["  1 | a: ␛[31m␇� bad␡�", "    |            ^^^"]);
  expect(shown).toContain("a␛.yaml:1:12 - error unknown-type: Key '␛]0;x␊�'.");
});

it("uses colours only when asked, and then shows the same text", () => {
  const d = problem("type: strng\n", "strng");
  const colored = formatDiagnostics([d], { color: true });
  expect(colored).toContain("\u001b[31m");
  expect(stripVTControlCharacters(colored)).toBe(plain(d));
  expect(plain(d)).not.toContain("\u001b");
});

it("prints the same for machines, with places that begin at 1", () => {
  const d = problem("a:\n  strng\n", "strng");
  expect(JSON.parse(formatDiagnosticsAsJson([d, { ...d, span: undefined }]))).toEqual([
    { code: d.code, severity: "error", message: d.message, file: d.path, line: 2, column: 3, help: d.help },
    { code: d.code, severity: "error", message: d.message, file: d.path, line: 1, column: 1, help: d.help },
  ]);
  expect(formatDiagnosticsAsJson([d]).endsWith("]\n")).toBe(true);
});
