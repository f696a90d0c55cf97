/** A tool that a project could have, as it follows from a file of the project. */
export interface Proposal {
  /** The tool's name. */
  readonly name: string;
  /** The file that it was found in, from the project's root. */
  readonly file: string;
  /** Its name there: a script, a target, a recipe, a task, a command. */
  readonly entry: string;
  readonly description: string;
  readonly kind: "execute" | "read";
  /** Absent where the risk follows from the kind. */
  readonly risk?: "moderate";
  readonly command: readonly CommandWord[];
  /** The program goes on running after the call. */
  readonly isBackground?: true;
  /** The services that the tool's one parameter, `service`, chooses among. */
  readonly services?: readonly string[];
}

/** A word of a command line: text as it is, or the value of a parameter. */
export type CommandWord = string | { readonly parameter: string };

/** An entry of a file, before the names of tools are chosen. */
export interface Entry extends Omit<Proposal, "name"> {
  /** The prefix of tools from such a file. */
  readonly prefix: string;
}
