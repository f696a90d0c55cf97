import type { PlaceClass } from "../place-class.js";
import type { Role } from "../table/program.js";
import type { Setting, ValuePlace } from "../table/row.js";

/** A possible text of an argument. `open`: a call decides what follows it. */
export interface PossibleText {
  readonly text: string;
  readonly open: boolean;
}

/** An argument of a command, as far as it is known at build time. */
export interface Argument {
  readonly texts: readonly PossibleText[];
  /** True if every call has it. */
  readonly certain: boolean;
  /** True if it may be several arguments. */
  readonly many: boolean;
  /** Arguments of one group are present or absent together. */
  readonly group: string;
  /** True if a program puts its standard input there. */
  readonly fed?: boolean;
}

/** The text of an argument that no call changes. */
export const literalText = ({ texts }: Argument): string | undefined =>
  texts.length === 1 && texts[0]?.open === false ? texts[0].text : undefined;

/** An argument that a call may begin with a text that makes its program evaluate it, such as the `!` of ed. */
export interface Prefixed {
  readonly index: number;
  readonly program: string;
  /** The text that the call's part of the argument must not begin with. */
  readonly rest: string;
  /** The whole prefix. */
  readonly prefix: string;
}

/** A position in the arguments that a program evaluates. */
export interface Evaluated {
  readonly index: number;
  readonly role: Exclude<Role, "value" | "output">;
  /** The program that evaluates it. */
  readonly program: string;
  /** True if standard input gets there. */
  readonly fed?: boolean;
  /** The name of a setting, as far as it is known. */
  readonly setting?: string;
}

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
  /** True if the program changes the file that it reads: `sed -i`. */
  readonly isChanged?: true;
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

/**
 * The value of the option before an argument. `maybe`: that option isn't listed, so the argument may be an operand too.
 */
export type Expected =
  | { readonly maybe: string }
  | { readonly place: ValuePlace; readonly option: string; readonly setting?: readonly Setting[]; readonly next?: readonly ValuePlace[] }
  | undefined;

/** The arguments of one program: from the first, until before the last. */
export interface ArgumentRange {
  readonly from: number;
  readonly until: number;
}

/** An argument besides its place. */
export interface Noted {
  readonly text?: PossibleText;
  readonly option?: string;
  readonly isListed?: boolean;
  readonly replaces?: boolean;
}
