import { findProgram } from "../table/find-program.js";
import { basename } from "../table/program-names.js";
import type { Argument } from "./argument.js";
import type { Start } from "./argument-findings.js";
import { type ReadArguments, readArguments } from "./read-arguments.js";

/** Files that a program finds, or whose names it reads, and that another one runs: `find DIR -exec sh {} +`. */
export interface RunFindings {
  /** The program that finds them: `find`, `fd`, `xargs`. */
  readonly finder: string;
  /** The program that runs them. */
  readonly runner: string;
  /** The finder's own arguments. */
  readonly from: number;
  readonly until: number;
}

/** Finds programs that run what another one finds. */
export function runFindings({ programs, args }: ReadArguments): readonly RunFindings[] {
  return programs.flatMap(({ name, from }) => {
    const { finds, feeds } = findProgram(name) ?? {};
    if (finds === undefined && feeds === undefined) return [];
    const found = programs.filter((one) => one.from > from && isStartedBy(name, args, one));
    return found.flatMap((child) => {
      const runner = runnerOf(child, args, finds);
      return runner === undefined ? [] : [{ finder: basename(name), runner, from, until: child.from - 1 }];
    });
  });
}

/** `-exec sh`, `-x sh` and `--exec=sh`; the operand of `xargs`. */
function isStartedBy(name: string, args: readonly Argument[], { from }: Start): boolean {
  const { program = [], feeds } = findProgram(name) ?? {};
  return (
    feeds === true || [from - 1, from - 2].some((at) => program.some((option) => args[at]?.texts[0]?.text.startsWith(option) === true))
  );
}

/** The program that evaluates a finding, if one does. `fd` appends them if no argument holds a mark. */
function runnerOf({ name, from }: Start, args: readonly Argument[], finds: "marks" | "appends" | undefined): string | undefined {
  if (mark.test(name)) return name;
  const own = args.slice(from).map((arg) => (finds !== undefined && isMark(arg) ? finding : arg));
  const appended = finds === "appends" && !own.includes(finding) ? [...own, finding] : own;
  return readArguments(name, appended).evaluated.find((one) => one.fed === true)?.program;
}

/** `{}`, and for fd `{/}`, `{//}`, `{.}` and `{/.}`. */
const mark = /\{\/{0,2}\.?\}/;
const isMark = ({ texts }: Argument) => texts.some(({ text, open }) => !open && mark.test(text));
const finding: Argument = { texts: [{ text: "", open: true }], certain: false, many: true, group: "findings", fed: true };
