import fc from "fast-check";
import { expect, it } from "vitest";
import { parseDocument, Scalar, stringify } from "yaml";
import { parse } from "../../../src/compiler/source.js";
import { locateText, nodeAt, type ScalarNode } from "../../../src/contract/spec-node.js";
import { repeat } from "../../kit/repeat.js";

const styles = {
  plain: "PLAIN",
  single: "QUOTE_SINGLE",
  double: "QUOTE_DOUBLE",
  literal: "BLOCK_LITERAL",
  folded: "BLOCK_FOLDED",
} as const;

/** Texts that quotes, folds and escapes are made for, words long enough that the printer folds them. */
const words = fc.array(
  fc.constantFrom(
    "{{x}}",
    "a",
    "'",
    '"',
    "\\",
    "it's",
    "\\n",
    "ü",
    "😀",
    "\u0007",
    "\u2028",
    "#",
    ":",
    "-",
    "longer-word-to-be-folded",
    "%",
  ),
  {
    minLength: 1,
    maxLength: 40,
  },
);
const gaps = fc.array(fc.constantFrom(" ", " ", " ", "  ", "\n", "\n\n", "\n  ", "", "\t"), { minLength: 40, maxLength: 40 });
const texts = fc.tuple(words, gaps).map(([parts, between]) => parts.map((part, i) => part + (between[i] ?? "")).join(""));

const bare = (text: string) => text.replace(/\s/g, "");
const inCrlf = (text: string) => text.replace(/\n/g, "\r\n");

function scalarIn(text: string): ScalarNode {
  const [documents, diagnostics] = parse({ path: "a.yaml", text });
  expect(diagnostics).toEqual([]);
  const node = documents[0] && nodeAt(documents[0].root, ["outer", "key"]);
  if (node?.kind !== "scalar") throw new Error(`no scalar in ${JSON.stringify(text)}`);
  return node;
}

/** The character of the file at an offset: itself, or the escape that stands for it. */
function charAt(node: ScalarNode, offset: number): string {
  const rest = node.span.file.text.slice(offset);
  if (node.style === "single" && rest.startsWith("''")) return "'";
  if (node.style === "double" && rest.startsWith("\\")) {
    const raw = /^\\(?:x..|u....|U........|.)/s.exec(rest)?.[0] ?? "";
    const [documents] = parse({ path: "escape.yaml", text: `"${raw}"` });
    return String(documents[0]?.root.kind === "scalar" ? documents[0].root.value : "");
  }
  return String.fromCodePoint(rest.codePointAt(0) ?? 0);
}

for (const [style, type] of Object.entries(styles)) {
  it(`finds every character of a ${style} text in the file, through folds and escapes, with LF and CRLF`, () => {
    fc.assert(
      fc.property(texts, fc.boolean(), fc.boolean(), (written, crlf, narrow) => {
        const scalar = new Scalar(written);
        scalar.type = type;
        // The printer falls back to another style where a text can't be written in the one that was asked for.
        const yaml = stringify({ outer: { key: scalar, after: "{{x}} a b" } }, { lineWidth: narrow ? 24 : 80 });
        // Some texts it prints so that its own parser reads something else, or cuts a surrogate pair in two: those no file holds.
        const read: unknown = parseDocument(yaml).getIn(["outer", "key"]);
        fc.pre(typeof read === "string" && bare(read) === bare(written) && !/[\ud800-\udbff](?![\udc00-\udfff])/.test(yaml));
        const node = scalarIn(crlf ? inCrlf(yaml) : yaml);
        // Its folding now and then changes white space, too.
        const text = node.text;
        expect(bare(text)).toBe(bare(written));
        for (let i = 0; i < text.length; i++) {
          const unit = text[i] ?? "";
          if (/[ \t\r\n]/.test(unit) || /[\udc00-\udfff]/.test(unit)) continue;
          const char = String.fromCodePoint(text.codePointAt(i) ?? 0);
          expect(charAt(node, node.offsetOf(i)), `unit ${i} of ${JSON.stringify(text)} in ${JSON.stringify(yaml)}`).toBe(char);
        }
        for (let i = 1; i <= text.length; i++) expect(node.offsetOf(i)).toBeGreaterThanOrEqual(node.offsetOf(i - 1));
        expect(node.offsetOf(text.length)).toBeLessThanOrEqual(node.span.end);
      }),
      { numRuns: repeat({ usual: 60, soak: 1_000 }) },
    );
  });
}

it.each([
  ["plain", "outer:\n  key: one {{x}} two\n"],
  ["plain over lines", "outer:\n  key: one\n    two {{x}}\n    three\n"],
  ["single quoted", "outer:\n  key: 'it''s {{x}}'\n"],
  ["double quoted", 'outer:\n  key: "\\x41\\u263a\\U0001F600\\t\\"{{x}}"\n'],
  ["double quoted with a line continuation", 'outer:\n  key: "one \\\n    \\  {{x}} two"\n'],
  ["literal", "outer:\n  key: |\n    one\n      {{x}}\n"],
  ["literal with indicators and a comment", "outer:\n  key: |2- # {{x}} in a comment\n      one\n    {{x}}\n\n\n"],
  ["folded", "outer:\n  key: >+\n    one\n    two {{x}}\n\n"],
  ["CRLF literal", "outer:\r\n  key: |\r\n    one\r\n    {{x}}\r\n"],
  ["anchored", "outer:\n  key: &a 'it''s {{x}}'\n"],
  ["tagged", "outer:\n  key: !!str {{x}}".replace("{{", "a {{")],
])("places a template in a %s text", (_, yaml) => {
  const node = scalarIn(yaml);
  const start = node.text.indexOf("{{x}}");
  const span = locateText(node, start, start + 5);
  expect(yaml.slice(span.start, span.end)).toBe("{{x}}");
  expect(span.start).toBe(yaml.lastIndexOf("{{x}}"));
});

it("places an escape as a whole: both halves of a pair are where it begins", () => {
  const yaml = 'outer: { key: "a\\U0001F600b" }';
  const node = scalarIn(yaml);
  expect([0, 1, 2, 3, 4].map((i) => node.offsetOf(i) - yaml.indexOf('"'))).toEqual([1, 2, 2, 12, 13]);
});

it("places white space right after what comes before it", () => {
  const yaml = "outer:\n  key: one\n    two\n";
  const node = scalarIn(yaml);
  expect(node.text).toBe("one two");
  expect(node.offsetOf(3)).toBe(yaml.indexOf("one") + 3);
  expect(node.offsetOf(7)).toBe(yaml.indexOf("two") + 3);
});
