import fc from "fast-check";
import { expect, it } from "vitest";
import type { Argument } from "../../../src/programs/arguments/argument.js";
import { commandPlaces } from "../../../src/programs/arguments/command-places.js";
import { readArguments } from "../../../src/programs/arguments/read-arguments.js";
import { subcommandOf, type Uses, usesByFamily, usesOf } from "../../../src/programs/uses.js";

/** The arguments of a command in which `{{x}}` is a value of the model's. */
const argumentsOf = (words: readonly string[]): readonly Argument[] =>
  words.map((word, i) => ({
    texts: [word.includes("{{x}}") ? { text: word.slice(0, word.indexOf("{{x}}")), open: true } : { text: word, open: false }],
    certain: true,
    many: false,
    group: String(i),
  }));

function placeOf(command: string) {
  const [program = "", ...words] = command.split(" ");
  const { places } = commandPlaces(readArguments(program, argumentsOf(words)));
  const at = words.findIndex((word) => word.includes("{{x}}"));
  return places.find(({ index }) => index === at);
}

it.each([
  ["git log --author={{x}}", "data", "git log --author"],
  ["/usr/bin/git --no-pager log --author {{x}}", "data", "git log --author"],
  ["git -C {{x}} status", "dir", "git -C"],
  ["git -c core.pager={{x}} log", "load", "git -c"],
  ["git grep -c {{x}}", "data", "git grep"],
  ["git {{x}}", "load", "git"],
  ["timeout 60 uv run python3 -m pytest {{x}}", "runs", "pytest"],
  ["poetry run pytest -k {{x}}", "data", "pytest -k"],
  ["python3 -m pip install -- {{x}}", "load", "pip install"],
  ["npm run x --script-shell={{x}}", "load", "npm run --script-shell"],
  ["npm run lint -- {{x}}", "unknown", "npm run"],
  ["make release VERSION={{x}}", "code", "make VERSION="],
  ["make CC={{x}}", "load", "make CC="],
  ["curl {{x}}", "place", "curl"],
  ["curl https://h.example/orders/{{x}}", "data", "curl"],
  ["curl https://{{x}}", "place", "curl"],
  ["curl -o{{x}} https://h.example", "write", "curl -o"],
  ["curl -sSfo {{x}} https://h.example", "write", "curl -o"],
  ["sort -o {{x}} a", "write", "sort -o"],
  ["cp {{x}} b", "read", "cp"],
  ["cp a {{x}}", "write", "cp"],
  ["jq --arg k {{x}} .[$k] a.json", "data", "jq --arg"],
  ["grep -e a {{x}}", "read", "grep"],
  ["grep {{x}} a", "data", "grep"],
  ["sed -i s/a/b/ {{x}}", "write", "sed"],
  ["docker exec db cat {{x}}", "unknown", "cat"],
  ["find . -name {{x}} -exec wc -l {} +", "data", "find -name"],
  ["find . -name {{x}} -exec acme {} +", "unknown", "acme"],
  ["acme orders --status {{x}}", "unknown", "acme orders --status"],
  ["ls --acme {{x}}", "unknown", "ls --acme"],
  ["ls -l{{x}}", "option", "ls -l"],
  ["helm install --generate-name {{x}}", "load", "helm install"],
  ["helm template {{x}}", "load", "helm template"],
  ["helm upgrade -i {{x}} ./chart", "data", "helm upgrade"],
])("reads %s", (command, placeClass, where) => {
  expect(placeOf(command)).toMatchObject({ class: placeClass, where });
});

/** A row, the words that lead to it, and one of its options with a value. */
interface Case {
  readonly words: readonly string[];
  readonly row: Uses;
  readonly option: string;
}

const cases = Object.values(usesByFamily())
  .flat()
  .flatMap((name): readonly Case[] => {
    const [program = "", ...more] = name.split(" ");
    const row = more.includes("*")
      ? undefined
      : more.reduce<Uses | undefined>((parent, word) => parent && subcommandOf(parent.name, word)?.row, usesOf(program));
    // A row without a dash, or with several values, has one spelling.
    const options = [...(row?.options ?? [])].filter(([option, places]) => /^-/.test(option) && places.length === 1);
    return row === undefined || row.name !== name || /^(?:python|busybox)/.test(program)
      ? []
      : options.map(([option]) => ({ words: name.split(" "), row, option }));
  });

it("gives every spelling of an option the same place", () => {
  expect(cases.length).toBeGreaterThan(5_000);
  const wrapped = fc.constantFrom([], ["timeout", "5"], ["nice", "-n", "5"], ["env", "LANG=C"], ["nohup"]);
  const spelled = fc.constantFrom<(name: string) => string>(
    (name) => name,
    (name) => `/usr/bin/${name}`,
    (name) => `${name}.exe`,
  );
  fc.assert(
    fc.property(fc.constantFrom(...cases), wrapped, spelled, ({ words: [program = "", ...more], row, option }, wrapper, spell) => {
      // The other programs are read by their own rows.
      fc.pre(readArguments(program, argumentsOf([...more, option, "{{x}}"])).programs.length === 1);
      const isLong = option.length > 2 || row.words;
      const ways = isLong ? [[option, "{{x}}"], [`${option}={{x}}`]] : [[option, "{{x}}"], [`${option}{{x}}`]];
      const found = ways.map((way) => placeOf([...wrapper, spell(program), ...more, ...way].join(" "))?.class);
      expect(
        new Set([...found, placeOf([program, ...more, ...(ways[0] ?? [])].join(" "))?.class]).size,
        `${program} ${more.join(" ")} ${option}`,
      ).toBe(1);
    }),
    { numRuns: 2_000 },
  );
});
