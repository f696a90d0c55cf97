import type { Role } from "./program.js";

/** A text that an argument may be. `open`: a call decides what follows it. */
export interface PossibleText {
  readonly text: string;
  readonly open: boolean;
}

/** An argument of a command as far as it is known when specs are built. */
export interface Argument {
  readonly texts: readonly PossibleText[];
  /** True if every call has it. */
  readonly certain: boolean;
  /** True if it may be several arguments. */
  readonly many: boolean;
  /** Arguments of equal groups are there together. */
  readonly group: string;
  /** True if a program puts its standard input there. */
  readonly fed?: boolean;
}

/** An argument that a call may begin with a text by which its program evaluates it, such as the `!` of ed. */
export interface Prefixed {
  readonly index: number;
  readonly program: string;
  /** The text that the call's part of the argument must not begin with. */
  readonly rest: string;
  /** The whole prefix. */
  readonly prefix: string;
}

/** A place in the arguments that a program evaluates. */
export interface Evaluated {
  readonly index: number;
  readonly role: Exclude<Role, "value">;
  /** The program that evaluates it. */
  readonly program: string;
  /** True if standard input gets there. */
  readonly fed?: boolean;
  /** The name of a setting, as far as it is known. */
  readonly setting?: string;
}
