import { expect, it } from "vitest";
import { families, findProgram } from "../../../src/check/programs/find-program.js";
import type { Program } from "../../../src/check/programs/program.js";
import { readArguments } from "../../../src/check/programs/read-arguments.js";
import { compiled } from "../../kit/compiled.js";
import { repeat } from "../../kit/repeat.js";
import { type CommandLine, commandLines } from "./command-lines.js";

const rows: readonly Program[] = Object.values(families).flat();
const lines = rows.flatMap(commandLines);

/** The lines of which a build says that the program evaluates `x`, by how `x` is declared. */
async function refused(tried: readonly CommandLine[], x: object, more: object = {}): Promise<readonly string[]> {
  const specs = tried.map(({ command }, i) =>
    JSON.stringify({
      name: `t${i}`,
      description: "d",
      kind: "execute",
      schema: { properties: { x }, required: ["x"] },
      command,
      ...more,
    }),
  );
  const wrong = new Set<string>();
  // A build reports 200 problems at most.
  for (let start = 0; start < specs.length; start += 100) {
    const files = specs.slice(start, start + 100).map((spec, i) => [`${start + i}.yaml`, spec] as const);
    const { diagnostics } = await compiled(Object.fromEntries(files), []);
    for (const { code, file } of diagnostics) if (code === "evaluated-argument") wrong.add(file);
  }
  return written(tried.filter((_, i) => wrong.has(`tools.d/${i}.yaml`)));
}

const written = (tried: readonly CommandLine[]) => tried.map(({ command }) => command.join(" "));

it("has more than a thousand places in which programs evaluate an argument", () => {
  expect(lines.length).toBeGreaterThan(1_000);
});

it("finds the value in each of them", () => {
  const isFound = ({ command: [program = "", ...words] }: CommandLine) => {
    const args = words.map((word, i) => ({
      texts: [{ text: word.replace("{{x}}", ""), open: word.endsWith("{{x}}") }],
      certain: true,
      many: false,
      group: String(i),
    }));
    const { evaluated, prefixed } = readArguments(program, args);
    return [...evaluated, ...prefixed].some(({ index }) => args[index]?.texts[0]?.open);
  };
  expect(written(lines.filter((line) => !isFound(line)))).toEqual([]);
});

/** A build takes milliseconds for each. */
const step = repeat({ usual: 40, soak: 8, long: 1 });
const some = lines.filter((_, i) => i % step === 0);

it("refuses a text of the model's there", async () => {
  expect(await refused(some, { type: "string", pattern: "^[^-]" })).toEqual(written(some));
});

it("takes a text that `code` names, and one that the author wrote", async () => {
  expect(await refused(some, { type: "string", pattern: "^[^-]" }, { code: { x: "sh" } })).toEqual([]);
  expect(await refused(some, { enum: ["a", "b"] })).toEqual([]);
});

it("takes a text of digits for program text, and not for the name of a file, a program or a setting", async () => {
  const digits = { type: "string", pattern: "^[0-9]+$" };
  expect(
    await refused(
      some.filter(({ isText }) => isText),
      digits,
    ),
  ).toEqual([]);
});

it("has each name in one row, and for each row its documentation", () => {
  const names = rows.flatMap((row) => row.names);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  expect(rows.filter(({ source }) => source === "")).toEqual([]);
});

it.each([
  ["/usr/bin/python3.12", "python"],
  ["perl5.36.0", "perl"],
  ["C:\\Windows\\System32\\CMD.EXE", "cmd"],
  ["gcc-12", "gcc"],
])("finds %s as %s", (program, name) => {
  expect(findProgram(program)?.names).toContain(name);
});
