// The lists of docs/programs.md, from the table of programs.
import { importModule } from "./compiled-modules.mjs";

const { harmlessVariables, trustedVariables } = await importModule("check/programs/variables.js");
const { usesByFamily } = await importModule("check/programs/uses.js");

const code = (texts) => texts.map((text) => `\`${text}\``).join(" ");

/** The programs of each family, with the number of their subcommands. */
export function programPlaces() {
  return Object.entries(usesByFamily()).map(([title, names]) => {
    const programs = new Map();
    for (const name of names) {
      const [program, ...rest] = name.split(" ");
      programs.set(program, (programs.get(program) ?? 0) + (rest.length > 0 && rest[0] !== "*" ? 1 : 0));
    }
    return { title, names: [...programs].map(([name, count]) => `\`${name}\`${count === 0 ? "" : ` (${count})`}`).join(", ") };
  });
}

/** The variables that any value may set, and those that programs trust. */
export const programVariables = () => ({
  harmless: code(harmlessVariables),
  variables: trustedVariables.map(({ source, names }) => ({ source, names: code(names) })),
});
