import fc from "fast-check";
import { expect, it } from "vitest";
import { parseCompactJson } from "../../src/source/compact-json.js";
import { parse } from "../../src/source/parse.js";
import type { SpecNode } from "../../src/source/spec-node.js";

const compact = (text: string) => parseCompactJson({ path: "a.json", text });

/** By the parser of YAML, which reads the same text after a comment. */
function byYaml(text: string): SpecNode | undefined {
  const [documents, problems] = parse({ path: "a.json", text: `# x\n${text}` });
  expect(problems).toEqual([]);
  return documents[0]?.root;
}

/** A node as plain data, with the positions of its characters, counted from an offset. */
function facts(node: SpecNode | undefined, from = 0): unknown {
  if (node === undefined) return undefined;
  const span = [node.span.start - from, node.span.end - from];
  if (node.kind === "list") return { kind: node.kind, span, items: node.items.map((item) => facts(item, from)) };
  if (node.kind === "scalar") {
    const { value, text, style, comment } = node;
    const offsets = Array.from({ length: text.length + 1 }, (_, index) => node.offsetOf(index) - from);
    return { kind: node.kind, span, value, text, style, comment, offsets };
  }
  const entries = node.entries.map(({ key, keyKind, keySpan, value }) => ({
    ...{ key, keyKind, keySpan: [keySpan.start - from, keySpan.end - from] },
    value: facts(value, from),
  }));
  return { kind: node.kind, span, entries };
}

const offset = "# x\n".length;

it("makes the nodes that YAML makes", () => {
  const texts = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("<<", "{{x}}", "a: b", "# c", "null", '\u0000\b\f\n\r\t"\\/\u2028', ""),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof({ depthSize: "small" }, tie("leaf"), fc.array(tie("tree")), fc.dictionary(texts, tie("tree"))),
    leaf: fc.oneof(texts, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean(), fc.constant(null)),
  }));
  fc.assert(
    fc.property(fc.dictionary(texts, tree), (value) => {
      const text = JSON.stringify(value);
      expect(facts(compact(text))).toEqual(facts(byYaml(text), offset));
    }),
  );
});

it("leaves what isn't compact JSON, and what YAML reports, to YAML", () => {
  const long = "x".repeat(70_000);
  const left = [
    ...["{ }", '{"a":1}\n', '{"a":1,"a":2}', '{"a":1.0}', "{a: 1}", "[]", "1", "", '{"a":"\\u0041"}', '{"a":"\\ud800"}', '{"2":1,"1":1}'],
    ...[JSON.stringify({ [long]: 1 }), JSON.stringify({ a: long }), JSON.stringify({ a: new Array(10_001).fill(0) })],
    ...[`{"a":${"[".repeat(70)}${"]".repeat(70)}}`, `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
  ];
  expect(left.map(compact)).toEqual(left.map(() => undefined));
});
