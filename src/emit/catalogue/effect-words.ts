import { groupDigits } from "../../runtime/text/group-digits.js";
import type { ExampleEffect } from "./catalogue-example.js";
import type { CatalogueTool } from "./catalogue-tool.js";

/** Introduces the effect of an example. */
export const effectWords: Readonly<Record<ExampleEffect["kind"], string>> = {
  runs: "Runs:",
  sends: "Sends:",
  refused: "Is refused, with:",
};

/** Counts what the details of a tool contain: `2 parameters, 1 example, 7 clients, up to 246 tokens`. */
export function countsOf({ params, examples, showings, tokens }: CatalogueTool): string {
  const top = params.filter(({ isNested }) => !isNested);
  const most = `up to ${groupDigits(mostTokens(tokens))} tokens`;
  return [counted(top.length, "parameter"), counted(examples.length, "example"), counted(showings.length, "client"), most].join(", ");
}

/** The tokens of a tool where it costs most. */
export const mostTokens = (tokens: CatalogueTool["tokens"]): number => Math.max(0, ...Object.values(tokens));

/** `mcp 202, mcp-open 246` */
export const tokenText = (tokens: CatalogueTool["tokens"]): string =>
  Object.entries(tokens)
    .map(([name, count]) => `${name} ${groupDigits(count)}`)
    .join(", ");

/** `1 tool`, `2 tools` */
export const counted = (count: number, noun: string): string => `${count === 0 ? "no" : count} ${noun}${count === 1 ? "" : "s"}`;

/** Returns a sentence for each group of parameters that exclude each other. */
export const exclusiveText = (groups: readonly (readonly string[])[]): string =>
  groups.map((group) => `Give at most one of ${group.join(", ")}.`).join(" ");
