import { expect, it } from "vitest";
import { insertedTexts, readRecipes } from "../../src/import/text/justfile.js";

it.each([
  ["echo {{ a }} b", ["{{ a }} b"]],
  ['echo {{ a + "}" }}\necho b', ['{{ a + "}" }}']],
  ['echo {{ "}}" + a }}', ['{{ "}}" + a }}']],
  ['{{ "\\"}}" + a }} {{b}}', ['{{ "\\"}}" + a }} {{b}}', "{{b}}"]],
  ["echo {{{{a}} {{b}}", ["{{b}}"]],
  ["echo {{ 'a }}", undefined],
  ["echo {{ (a }}", undefined],
])("finds what is put into a script: %s", (body, texts) => {
  expect(insertedTexts(body)).toEqual(texts);
});

it("finds recipes behind quotes in a body, and those whose header has two lines", () => {
  const text = 'a:\n  echo \'"""\'\nb:\n  echo\nc one \\\n  two: \\\n  (b)\n  echo\nd x=":" y="":\n  echo\n';
  expect(readRecipes(text).map(({ name, needs, dependencies }) => [name, needs, dependencies.trim()])).toEqual([
    ["a", "nothing", ""],
    ["b", "nothing", ""],
    ["c", "required", "(b)"],
    ["d", "optional", ""],
  ]);
});
