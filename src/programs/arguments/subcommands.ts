import type { Evaluation } from "../table/program.js";
import type { PossibleText } from "./argument.js";

/** The subcommand that an operand names. `chosen`: a call chooses it. */
export interface Subcommand {
  readonly evaluation: Evaluation;
  readonly chosen: boolean;
}

/**
 * Finds what an operand may name: if several subcommands are possible, everything that any of them evaluates.
 * `undefined`: it is the program's own operand.
 */
export function findSubcommand(program: Evaluation, texts: readonly PossibleText[]): Subcommand | undefined {
  const table = program.subcommands ?? {};
  const named = texts.map(({ text, open }) => (!open && Object.hasOwn(table, text) ? table[text] : undefined));
  if ((program.stops === true || program.operands !== undefined) && named.every((one) => one === undefined)) return undefined;
  const evaluation = named.reduce<Evaluation>((a, b = {}) => joined(a, b), {});
  return { evaluation: joined(evaluation, longOptions(program)), chosen: texts.some(({ open }) => open) };
}

const lists = [
  "text",
  "file",
  "program",
  "setting",
  "value",
  "attached",
  "attachedFile",
  "pairs",
  "harmless",
  "suffixed",
  "inputOptions",
] as const;

function joined(a: Evaluation, b: Evaluation): Evaluation {
  const both = lists.map((key) => [key, [...(a[key] ?? []), ...(b[key] ?? [])]] as const).filter(([, list]) => list.length > 0);
  return { ...b, ...a, ...Object.fromEntries(both) };
}

/** A program's options, and prefixes such as `@`, that its subcommands accept too. */
function longOptions(program: Evaluation): Evaluation {
  const long = (["text", "file", "program", "setting", "value"] as const).map(
    (key) => [key, (program[key] ?? []).filter((name) => name.startsWith("--") || (key === "value" && program.ownFirst !== true))] as const,
  );
  const { harmless, words, attachedFile = [] } = program;
  const files = attachedFile.filter((prefix) => !prefix.startsWith("-"));
  return {
    ...(files.length > 0 && { attachedFile: files }),
    ...Object.fromEntries(long.filter(([, list]) => list.length > 0)),
    ...(harmless && { harmless }),
    ...(words && { words }),
  };
}
