import type { programFacts } from "../../check/programs/program-facts.js";
import { section } from "./section.js";

/** The row in words: how a call's value may be used there. */
export function describeProgramRow({ name, subcommands, ...row }: NonNullable<ReturnType<typeof programFacts>>): readonly string[] {
  const { documentation, options = {}, settings = [], flags = [], operands = [], last, stdin, others, is = [] } = row;
  return [
    name,
    ...(documentation === undefined ? [] : [documentation]),
    ...section(
      "Options whose value is",
      Object.entries(options).map(([placeClass, names]) => `${placeClass}: ${names.join(" ")}`),
    ),
    ...section(
      "Settings",
      settings.map(({ option, class: placeClass, names }) => `${placeClass}: ${option === "=" ? "" : `${option} `}${names.join(" ")}`),
    ),
    ...section("Options without a value", flags.length === 0 ? [] : [flags.join(" ")]),
    ...section("Operands", [
      ...(operands.length === 0 ? [] : [operands.join(", ")]),
      ...(last === undefined ? [] : [`the last one: ${last}`]),
    ]),
    ...section(
      "Everything else",
      [`standard input: ${stdin}`, `options and operands that aren't listed: ${others}`].slice(stdin === undefined ? 2 : 0),
    ),
    ...section("What it does", is),
    ...section(
      "Subcommands",
      subcommands.length === 0 ? [] : [subcommands.join(" "), `'toolgen explain "program:${name} ${subcommands[0]}"' shows one.`],
    ),
  ];
}
