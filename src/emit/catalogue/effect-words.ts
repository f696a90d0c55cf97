import type { CatalogueTool } from "./catalogue-tool.js";
import type { ExampleEffect } from "./example-call.js";

/** Introduces the effect of an example. */
export const effectWords: Readonly<Record<ExampleEffect["kind"], string>> = { runs: "Runs:", sends: "Sends:", refused: "Is refused:" };

/** Counts what the details of a tool contain: `2 parameters, 1 example, 7 clients`. */
export function countsOf({ params, examples, showings }: Pick<CatalogueTool, "params" | "examples" | "showings">): string {
  const top = params.filter(({ path }) => !/[.[]/.test(path));
  return [counted(top.length, "parameter"), counted(examples.length, "example"), counted(showings.length, "client")].join(", ");
}

/** `1 tool`, `2 tools` */
export const counted = (count: number, noun: string): string => `${count === 0 ? "no" : count} ${noun}${count === 1 ? "" : "s"}`;

/** Returns a sentence for each group of parameters that exclude each other. */
export const exclusiveText = (groups: readonly (readonly string[])[]): string =>
  groups.map((group) => `Give at most one of ${group.join(", ")}.`).join(" ");
