import fc from "fast-check";
import { expect, it } from "vitest";
import { buildArgv } from "../../../src/call/build-command.js";
import type { Item } from "../../../src/contract/definition.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import { anyCharacter } from "../../kit/any-character.js";
import { sentencesOf } from "../sentences.js";
import { block, each, either, equals, given, group, join, json, scope, stretch, value, when, word } from "./pieces.js";

function build(items: readonly Item[], params: JsonObject) {
  return buildArgv({ program: "p", specDir: false, items }, scope(params));
}

const rows: readonly (readonly [template: string, item: Item, params: JsonObject, args: readonly string[]])[] = [
  // The table of docs/spec.md.
  ["--x={{x}}", word("--x=", value("x")), {}, []],
  ["--x={{x}}", word("--x=", value("x")), { x: "" }, ["--x="]],
  ["{{x}}", word(value("x")), { x: "" }, [""]],
  ["{{x}}", word(value("x")), { x: "a b; $(c)" }, ["a b; $(c)"]],
  ["{{#if f}}--f{{/if}}", stretch(either([when(given("f"), [word("--f")])])), { f: false }, []],
  ["{{#if n}}-n {{n}}{{/if}}", stretch(either([when(given("n"), [word("-n"), word(value("n"))])])), { n: 0 }, ["-n", "0"]],
  ['["-n", "{{n}}"]', group(word("-n"), word(value("n"))), {}, []],
  ["{{#each xs}}--x={{this}}{{/each}}", stretch(each("xs", [word("--x=", value("this"))])), { xs: ["a b", "c"] }, ["--x=a b", "--x=c"]],
  [
    "{{#each xs}}-H {{this}}{{/each}}",
    stretch(each("xs", [word("-H"), word(value("this"))])),
    { xs: ["a b", "c"] },
    ["-H", "a b", "-H", "c"],
  ],
  [
    "{{#each xs}}--arg {{@key}} {{this}}{{/each}}",
    stretch(each("xs", [word("--arg"), word(value("@key")), word(value("this"))])),
    { xs: { k: "v w" } },
    ["--arg", "k", "v w"],
  ],
  [
    '["--", "{{#each xs}}{{this}}{{/each}}"]',
    group(word("--"), stretch(each("xs", [word(value("this"))]))),
    { xs: ["a", "b"] },
    ["--", "a", "b"],
  ],
  ['["--", "{{#each xs}}{{this}}{{/each}}"]', group(word("--"), stretch(each("xs", [word(value("this"))]))), { xs: [] }, []],
  ["{{#each xs}}{{this}}{{else}}.{{/each}}", stretch(each("xs", [word(value("this"))], [word(".")])), {}, ["."]],
  ['--only={{join xs ","}}', word("--only=", join("xs")), { xs: ["a", "b"] }, ["--only=a,b"]],
  ['--only={{join xs ","}}', word("--only=", join("xs")), { xs: [] }, []],
  ["{{h}}{{#if p}}:{{p}}{{/if}}", word(value("h"), block(either([when(given("p"), [":", value("p")])]))), { h: "a" }, ["a"]],
  [
    '{{#if (eq m "q")}}-q{{else if (eq m "v")}}-v -v{{/if}}',
    stretch(either([when(equals("m", "q"), [word("-q")]), when(equals("m", "v"), [word("-v"), word("-v")])])),
    { m: "v" },
    ["-v", "-v"],
  ],
  [
    "{{#if m}}'two words {{m}}'{{/if}}",
    stretch(either([when(given("m"), [word("two words ", value("m"))])])),
    { m: "x y" },
    ["two words x y"],
  ],
  ["--format=\\{{json .}}", word("--format={{json .}}"), {}, ["--format={{json .}}"]],
  ["{{#if a}}--x={{b}}{{/if}}", stretch(either([when(given("a"), [word("--x=", value("b"))])])), { a: true }, []],

  // Absence.
  ["null is absent", word("--x=", value("x")), { x: null }, []],
  ["a path through something absent", word(value("a.b.c")), { a: {} }, []],
  ["a path through a scalar", word(value("a.length")), { a: "text" }, []],
  ["an inherited name", word(value("a.constructor")), { a: {} }, []],
  ["an absent part takes the item along", word(value("a"), ":", value("b")), { a: "x" }, []],
  [
    "an absent element goes alone",
    stretch(each("xs", [word("-H"), word(value("this.y"))])),
    { xs: [{ y: "1" }, {}, { y: null }, { y: "2" }] },
    ["-H", "1", "-H", "2"],
  ],
  [
    "an absence in a nested stretch is that stretch's own",
    stretch(either([when(given("a"), [word("-a"), stretch(either([when(given("a"), [word("-b"), word(value("b"))])]))])])),
    { a: true },
    ["-a"],
  ],
  [
    "an absence in a body's own word empties it with its nested stretches",
    stretch(either([when(given("a"), [word(value("b")), stretch(either([when(given("a"), [word("-c")])]))])])),
    { a: true },
    [],
  ],
  [
    "an absence in a text's block empties that body alone",
    word("a", block(either([when(given("a"), ["=", value("b")])])), "z"),
    { a: true },
    ["az"],
  ],
  [
    "an absence in one turn of a text's each",
    word("a", block(each("xs", ["+", value("this.y")]))),
    { xs: [{ y: "1" }, {}, { y: "3" }] },
    ["a+1+3"],
  ],
  ["an empty block leaves an empty argument", word(block(either([when(given("a"), ["x"])]))), {}, [""]],
  ["a group with an empty stretch", group(word("--"), stretch(either([when(given("f"), [word("--f")])]))), { f: false }, []],
  ["a group with an empty text stays", group(word("-m"), word(value("m"))), { m: "" }, ["-m", ""]],
  ["join skips null elements", word("--only=", join("xs")), { xs: ["a", null, "b"] }, ["--only=a,b"]],
  ["join of nulls alone is absent", word("--only=", join("xs")), { xs: [null] }, []],
  ["otherwise of an each over nothing", stretch(each("xs", [word(value("@key"))], [word("none")])), { xs: {} }, ["none"]],
  ["otherwise of an if", stretch(either([when(given("a"), [word("a")])], [word("b")])), {}, ["b"]],

  // Tests.
  ["if of an empty text", stretch(either([when(given("a"), [word("a")])])), { a: "" }, []],
  ["if of an empty array", stretch(either([when(given("a"), [word("a")])])), { a: [] }, []],
  ["if of an empty object, which was given", stretch(either([when(given("a"), [word("a")])])), { a: {} }, ["a"]],
  ["unless", stretch(either([when(given("a", true), [word("not")])])), {}, ["not"]],
  ["eq b false", stretch(either([when(equals("b", false), [word("--no-b")])])), { b: false }, ["--no-b"]],
  ["eq b false of an absent b", stretch(either([when(equals("b", false), [word("--no-b")])])), {}, []],
  ["eq doesn't take text for a number", stretch(either([when(equals("n", 1), [word("one")])])), { n: "1" }, []],

  // Text.
  ["integers in plain digits", word(value("n")), { n: 1e21 }, ["1000000000000000000000"]],
  ["minus zero", word(value("n")), { n: -0 }, ["0"]],
  ["other numbers as in JSON", word(value("n")), { n: 1e-7 }, ["1e-7"]],
  ["booleans beside text", word("--f=", value("f")), { f: false }, ["--f=false"]],
  ["json is compact", word("--d=", json("d")), { d: { a: [1, "b c"], n: null } }, ['--d={"a":[1,"b c"],"n":null}']],
  ["numbers in a join", word(join("xs", " ")), { xs: [1, 2.5, true] }, ["1 2.5 true"]],
  [
    "@index, @first and @last",
    stretch(
      each("xs", [
        word(value("@index"), value("this"), block(either([when(given("@first"), ["F"])])), block(either([when(given("@last"), ["L"])]))),
      ]),
    ),
    { xs: ["a", "b"] },
    ["0aF", "1bL"],
  ],
  ["a parameter inside an each", stretch(each("xs", [word(value("p"), "/", value("this"))])), { p: "d", xs: ["a"] }, ["d/a"]],
];

it.each(rows)("makes of %s what the language says", (_, item, params, args) => {
  expect(build([item], params)).toEqual({ ok: true, args });
});

it("prints surroundings, and the whole call in the schema's order", () => {
  const call = (name: "specDir" | "workspace" | "params") => ({ from: "call", name }) as const;
  const items = [
    word({ kind: "value", ref: call("specDir"), mayDash: true }, "/x.sh"),
    word({ kind: "value", ref: call("workspace"), mayDash: true }),
    word({ kind: "json", ref: call("params") }),
  ];
  const built = buildArgv({ program: "p", specDir: false, items }, { ...scope({ extra: 1, b: 2, a: 3 }), order: ["a", "absent", "b"] });
  expect(built).toEqual({ ok: true, args: ["/project/tools.d/x.sh", "/workspace", '{"a":3,"b":2,"extra":1}'] });
});

const dashes: readonly (readonly [what: string, item: Item, params: JsonObject, refused: string | undefined])[] = [
  ["a value that begins with a dash", word(value("x")), { x: "-rf" }, "`x`"],
  ["a lone dash", word(value("x")), { x: "-" }, "`x`"],
  ["a negative number", word(value("x")), { x: -5 }, "`x`"],
  ["a value that may begin so", word(value("x", true)), { x: "-rf" }, undefined],
  ["a dash after the author's text", word("-C", value("x")), { x: "-5" }, undefined],
  ["a dash after an empty value", word(value("e"), value("x")), { e: "", x: "-rf" }, "`x`"],
  ["a dash of the author's after an empty value", word(value("e"), "-x"), { e: "" }, undefined],
  ["a dash after another value", word(value("e"), value("x")), { e: "a", x: "-rf" }, undefined],
  ["a dash that begins a join", word(join("xs")), { xs: ["-a", "b"] }, "`xs`"],
  ["a dash further on in a join", word(join("xs")), { xs: ["a", "-b"] }, undefined],
  ["an element that begins with a dash", stretch(each("xs", [word(value("this"))])), { xs: ["a", "-b"] }, "`xs[1]`"],
  ["a nested element that begins with a dash", stretch(each("xs", [word(value("this.y"))])), { xs: [{ y: "-b" }] }, "`xs[0].y`"],
  ["a key that begins with a dash", stretch(each("xs", [word(value("@key"))])), { xs: { "-k": 1 } }, "`@key of xs.-k`"],
  ["a block that begins with a value", word(block(either([when(given("x"), [value("x")])])), "z"), { x: "-rf" }, "`x`"],
  ["a block of text before a value", word(block(either([when(given("x"), ["+"])])), value("x")), { x: "-rf" }, undefined],
  ["json of a negative number", word(json("x")), { x: -5 }, "`x`"],
  ["json of an array of them", word(json("x")), { x: [-5] }, undefined],
  ["a dash in an argument that goes away", group(word(value("x")), word(value("absent"))), { x: "-rf" }, undefined],
  ["an em dash, which is no dash", word(value("x")), { x: "—rf" }, undefined],
];

it.each(dashes)("judges %s by what begins the argument", (_, item, params, refused) => {
  const built = build([item], params);
  expect(built.ok ? undefined : built.problems.length).toBe(refused === undefined ? undefined : 1);
  if (!built.ok) expect(sentencesOf(built)[0]).toContain(`${refused} must not begin with "-"`);
});

it("refuses what no argument can hold, by the parameter's name, with a word about other ways", () => {
  const items = [word("--a=", value("a")), word("--b=", value("b")), word("--c=", value("short"), value("c"))];
  const built = build(items, { a: "x\0y", b: "\ud83d", c: "€".repeat(50_000), short: "s" });
  expect(built.ok ? [] : sentencesOf(built)).toEqual([
    "`a` contains a NUL character, which no argument can contain. Leave it out. (Such values can only be passed by a tool whose spec uses `stdin` or `tempFiles`.)",
    "`b` contains an unpaired surrogate. Use valid Unicode text.",
    "`c` makes an argument of 150005 bytes, and the most that can be passed is 131071. Give a shorter value. (Such values can only be passed by a tool whose spec uses `stdin` or `tempFiles`.)",
  ]);
});

it("passes an argument of 128 KiB less one byte and refuses one byte more", () => {
  expect(build([word(value("a"))], { a: "x".repeat(131_071) }).ok).toBe(true);
  expect(build([word(value("a"))], { a: "x".repeat(131_072) }).ok).toBe(false);
});

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("-", "--", "'", '"', "\n", " ", "$(x)", "{{x}}", ""),
);

it("passes any text without a NUL as exactly one unchanged argument, or refuses it by rule", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const built = build([word("before"), word(value("x")), word("--x=", value("x")), word("after")], { x: text });
      const mustRefuse = text.startsWith("-") || text.includes("\0") || /\p{Surrogate}/u.test(text);
      expect(built).toEqual(
        mustRefuse
          ? { ok: false, code: "invalidArguments", problems: expect.any(Array) }
          : { ok: true, args: ["before", text, `--x=${text}`, "after"] },
      );
    }),
  );
});

it("makes as many arguments of words whatever their values are", () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 8 }), (texts) => {
      const items = texts.map((_, i) => word("=", value(`p${i}`)));
      const built = build(items, Object.fromEntries(texts.map((text, i) => [`p${i}`, text])));
      if (built.ok) expect(built.args).toEqual(texts.map((text) => `=${text}`));
    }),
  );
});

it("repeats a body once for every element", () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const built = build([stretch(each("xs", [word("-H"), word("=", value("this"))]))], { xs: texts });
      if (built.ok) expect(built.args).toEqual(texts.flatMap((text) => ["-H", `=${text}`]));
    }),
  );
});

it("builds a hundred thousand arguments, and refuses as many, without running out of stack", () => {
  const body = stretch(each("xs", [word(value("this"))]));
  expect(build([group(word("--"), body)], { xs: Array.from({ length: 100_000 }, () => "a") }).ok).toBe(true);
  expect(build([group(word("--"), body)], { xs: Array.from({ length: 100_000 }, (_, i) => `-${i}`) }).ok).toBe(false);
});
