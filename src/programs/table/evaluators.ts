import { findProgram } from "./find-program.js";
import type { Evaluation, Operand } from "./program.js";

/**
 * A row of the table of programs in the form that the analysis of scripts needs, for lists whose elements can have any
 * order.
 */
export interface Evaluator {
  /**
   * Options whose value is evaluated: the next argument, the text after `=`, or the text attached to a short option.
   */
  readonly options: readonly string[];
  /** The first operand that is evaluated, counted from 0; later ones only with `rest`. */
  readonly operand?: number;
  readonly rest?: boolean;
  /** Options that say where the program is instead, so that no operand is evaluated. */
  readonly instead?: readonly string[];
  /** Options with a value that isn't evaluated. The value isn't an operand. */
  readonly valued?: readonly string[];
  /** Prefixes of an argument after which a program follows. */
  readonly settings?: readonly string[];
  /** Options before the first operand whose value is a setting, `name=value`. */
  readonly settingOptions?: readonly string[];
  /** True if `NAME=value` is allowed before the operands. */
  readonly assignments?: boolean;
}

/** `--command=…`, `--command`, `-c`, `-c…` */
export function isOption(text: string, name: string): boolean {
  return name.startsWith("--") ? text === name || text.startsWith(`${name}=`) : text.startsWith(name) && !text.startsWith("--");
}

/** `-lc` and `-0777ne` end in the option's letter. */
export const isCluster = (text: string, name: string): boolean =>
  /^-[A-Za-z]$/.test(name) && /^-[A-Za-z0-9]+$/.test(text) && text.endsWith(name.slice(1));

/** Returns the arguments that a program evaluates, those of its subcommands included. */
export function evaluatorOf(program: string): Evaluator | undefined {
  const row = findProgram(program);
  if (row === undefined) return undefined;
  const all = [row, ...subcommandsOf(row)];
  const options = all.flatMap(({ text = [], file = [], program: started = [] }) => [...text, ...file, ...started]);
  const operand = first(row.operands, ["text", "file", "setting"]);
  const hasSettings = row.setting !== undefined || row.assignments === "anywhere";
  if (options.length === 0 && operand === undefined && !hasSettings) return undefined;
  return {
    options,
    ...(operand === undefined ? {} : { operand, rest: row.operands?.at(-1) === "..." }),
    instead: row.instead ?? [],
    valued: row.value ?? [],
    settings: all.flatMap(({ attached = [], attachedFile = [] }) => [...attached, ...attachedFile]),
    settingOptions: row.setting ?? [],
  };
}

/** Returns which operand a program starts as another program. */
export function starterOf(program: string): Evaluator | undefined {
  const row = findProgram(program);
  const operand = first(row?.operands, ["program"]);
  if (row === undefined || operand === undefined) return undefined;
  return { options: [], operand, assignments: row.assignments !== undefined, valued: row.value ?? [] };
}

const subcommandsOf = ({ subcommands = {} }: Evaluation): readonly Evaluation[] =>
  Object.values(subcommands).flatMap((one) => [one, ...subcommandsOf(one)]);

function first(operands: readonly Operand[] | undefined, roles: readonly Operand[]): number | undefined {
  const index = operands?.findIndex((role) => roles.includes(role)) ?? -1;
  return index === -1 ? undefined : index;
}
