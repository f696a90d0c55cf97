import type { Role } from "./program.js";

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
