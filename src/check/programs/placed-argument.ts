import type { PlaceClass } from "../../model/place-class.js";
import type { ValuePlace } from "./value-place.js";

/** The place of an argument, or of the part of it that a call decides. */
export interface PlacedArgument extends ValuePlace {
  readonly index: number;
  /** The program and its subcommand, with the option before the value: `git log --author`. */
  readonly where: string;
  /** True if a row of the table says it. */
  readonly isListed: boolean;
  /** The author's text before the value: in its argument, behind the option. */
  readonly before: string;
  /** True if an option makes its code harmless. */
  readonly isMild?: boolean;
}

/** The places of one program's arguments. */
export interface ReadPlaces {
  readonly places: readonly PlacedArgument[];
  /** The class of its standard input. */
  readonly stdin: PlaceClass;
  readonly where: string;
  /** True if the table has the program. */
  readonly isKnown: boolean;
  /** True if an option makes its code harmless. */
  readonly isMild: boolean;
  /** True if file names in its arguments are those of another machine. */
  readonly isRemote: boolean;
}

/** The arguments of one program: from the first, until before the last. */
export interface ArgumentRange {
  readonly from: number;
  readonly until: number;
}
