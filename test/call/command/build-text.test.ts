import { expect, it } from "vitest";
import { buildText } from "../../../src/call/build-text.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import type { TextTemplate } from "../../../src/contract/text-template.js";
import { inSentences } from "../sentences.js";
import { block, each, either, given, join, json, scope, value, when } from "./pieces.js";

const texts: readonly (readonly [what: string, text: TextTemplate, params: JsonObject, printed: string | undefined])[] = [
  ["nothing of an absent placeholder", ["a ", value("x"), " b"], {}, "a  b"],
  ["nothing at all of a text that is only an absent placeholder", [value("x")], {}, undefined],
  ["nothing at all of an absent join", [join("xs")], { xs: [] }, undefined],
  ["nothing at all of absent json", [json("x")], { x: null }, undefined],
  ["an empty value, which is given", [value("x")], { x: "" }, ""],
  ["an empty text of a block that yields none", [block(either([when(given("x"), ["y"])]))], {}, ""],
  ["an empty text of two absent placeholders", [value("x"), value("y")], {}, ""],
  ["a block's other words beside an absent placeholder", [block(either([when(given("a"), ["<", value("b"), ">"])]))], { a: 1 }, "<>"],
  ["every turn of an each", [block(each("xs", [value("@index"), "=", value("this"), "\n"]))], { xs: ["a", null, "b"] }, "0=a\n1=\n2=b\n"],
  ["a leading dash, a NUL and line ends as they are", [value("x")], { x: "-a\0\r\n" }, "-a\0\r\n"],
  ["structured text by json", ['{"q":', json("x"), "}"], { x: 'a"b' }, '{"q":"a\\"b"}'],
  ["a constant", ["const"], {}, "const"],
];

it.each(texts)("prints %s", (_, text, params, printed) => {
  expect(buildText(text, scope(params))).toEqual({ ok: true, text: printed });
});

it("prints megabytes unchanged", () => {
  const x = "€\n".repeat(1_000_000);
  expect(buildText([value("x")], scope({ x }))).toEqual({ ok: true, text: x });
});

it("refuses half of a surrogate pair, which would arrive changed", () => {
  const problems = ["`x` contains an unpaired surrogate. Use valid Unicode text."];
  expect(inSentences(buildText(["a", value("x")], scope({ x: "\udc00" })))).toEqual({ ok: false, code: "invalidArguments", problems });
});
