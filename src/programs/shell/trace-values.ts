import type { Range } from "../../contract/spec-node.js";
import type { Flows } from "./flows.js";
import { positionalWords } from "./lists.js";
import { contains, type Script, type UnsupportedScript, type Where, type WordPiece } from "./script.js";
import type { Filled, Hole } from "./script-template.js";

/** The placeholders whose values a variable of the script may hold unchanged, by the variable. */
export type Carried = ReadonlyMap<string, readonly Hole[]>;

/** Follows values that stay unchanged, through assignments, loops and arguments of functions. */
export function traceValues(marked: Filled, read: Script): Carried {
  const { uses, refusals } = read;
  const assignments = [...read.assignments, ...read.bound, ...argumentsIn(read)];
  const carried = new Map<string, readonly Hole[]>();
  for (let before = -1, now = 0; before !== now; ) {
    before = now;
    for (const { variable, word } of assignments) {
      // It is wrong in any case.
      if (refusals.some(({ where, range }) => where === "a variable that loads code" && contains(range, word.range))) continue;
      const holes = word.parts.flatMap((part) => exactHoles(part, { marked, uses, carried }));
      if (holes.length > 0) carried.set(variable, [...new Set([...(carried.get(variable) ?? []), ...holes])]);
    }
    now = [...carried.values()].reduce((sum, holes) => sum + holes.length, 0);
  }
  return carried;
}

/** Returns the possible values of `$1` and the others, anywhere in the script. */
function argumentsIn(read: Script): Script["assignments"] {
  const named = read.uses.map(({ variable }) => variable).filter((variable) => /^(?:[0-9]+|[@*])$/.test(variable));
  return positionalWords(read).flatMap((word) => [...new Set(named)].map((variable) => ({ variable, word })));
}

/** Returns the placeholders whose values may be in a piece of a word: written there, or through a variable. */
export function holesIn(part: WordPiece, { marked, flows }: { readonly marked: Filled; readonly flows: Flows }): readonly Hole[] {
  if (part.output === "digits") return [];
  return part.expands
    ? flows.valuesIn(part.range).filter(({ isSuspected }) => !isSuspected)
    : marked.holes.filter((hole) => contains(part.range, hole.range));
}

/** Those written there, and those that its variable holds. */
function exactHoles(
  part: WordPiece,
  { marked, uses, carried }: { readonly marked: Filled; readonly uses: Script["uses"]; readonly carried: Carried },
): readonly Hole[] {
  if (!part.expands) return marked.holes.filter((hole) => contains(part.range, hole.range));
  return uses.filter(({ range }) => sameRange(range, part.range)).flatMap(({ variable }) => carried.get(variable) ?? []);
}

const sameRange = (a: Range, b: Range) => a.start === b.start && a.end === b.end;

/** A use of a variable that holds a value, at a position where that would be code or several words. */
export interface CarriedUse {
  readonly hole: Hole;
  readonly variable: string;
  readonly range: Range;
  readonly where: Where;
}

/** Positions at which a shell calculates with a value. */
export const calculates: readonly Where[] = ["arithmetic", "a comparison that calculates"];
/** Positions at which a value would be evaluated. */
export const evaluates: readonly Where[] = [
  ...calculates,
  "the place of a program",
  "a name",
  "what the shell evaluates",
  "what a shell reads as its script",
  "a variable that loads code",
  "a variable that programs get",
  "a file that is run because of its name",
  "an argument of a program that isn't written here",
  "an argument that the program may evaluate",
  "a command whose program text runs what it gets",
];

export interface CarriedContext {
  readonly marked: Filled;
  readonly read: Script;
  readonly refusals: readonly UnsupportedScript[];
  readonly carried: Carried;
  /** Returns true if a value is a number, which arithmetic may use. */
  readonly isNumber: (hole: Hole) => boolean;
}

/** The beginning of a nested script may be the value of a variable of this one, which is evaluated as a whole. */
const asInner = (one: UnsupportedScript): UnsupportedScript =>
  (one.depth ?? 0) > 0 && one.where === "the place of a program" ? { ...one, where: "what the shell evaluates" } : one;

export function checkTracedValues({ marked, read, refusals, carried, isNumber }: CarriedContext): readonly CarriedUse[] {
  const found: CarriedUse[] = [];
  const add = (variable: string, range: Range, where: Where): void => {
    const hole = (carried.get(variable) ?? []).find((one) => !(calculates.includes(where) && isNumber(one)));
    // The part of `w` in `${a:-$w}` is reported at `$w`.
    const isReported = found.some((use) => contains(use.range, range) || (use.variable === variable && contains(range, use.range)));
    if (hole !== undefined && !isReported) found.push({ hole, variable, range, where });
  };
  const byDepth = refusals
    .map(asInner)
    .filter((one) => evaluates.includes(one.where))
    .sort((a, b) => (a.depth ?? 0) - (b.depth ?? 0));
  for (const { range, where, depth = 0 } of byDepth) {
    for (const use of read.uses.filter((one) => one.depth <= depth && contains(range, one.range))) add(use.variable, use.range, where);
    // Names of variables need no `$` there. `${#x}` is a length.
    const names = calculates.includes(where) ? marked.text.slice(range.start, range.end).matchAll(/(?<![\w#])[A-Za-z_]\w*/g) : [];
    for (const match of names) {
      const start = range.start + match.index;
      add(match[0], { start, end: start + match[0].length }, where);
    }
  }
  const pieces = read.commands.flatMap(({ args }) => args.flatMap(({ parts }) => parts.filter((part) => part.expands)));
  for (const use of read.uses) {
    if (!use.quoted && pieces.some(({ range }) => sameRange(range, use.range))) add(use.variable, use.range, "a word without quotes");
  }
  return found;
}
