import type { PlaceClass } from "./place-class.js";

/** The classes that a project may give to places of its own programs. */
export const ownClasses = ["data", "read", "write", "send", "place", "runs", "dir"] as const satisfies readonly PlaceClass[];
export type OwnClass = (typeof ownClasses)[number];

/**
 * A row of `programs` in toolgen.yaml: the options whose values have a class, options without a value, the classes of
 * the operands (`read*`: of all that follow), and that of standard input.
 */
export interface ProgramRow extends Readonly<Partial<Record<OwnClass, readonly string[]>>> {
  readonly flags?: readonly string[];
  readonly operands?: readonly string[];
  readonly stdin?: OwnClass;
}
