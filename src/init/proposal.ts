/** A tool that a project could have, derived from a file of the project. */
export interface Proposal {
  /** The tool's name. */
  readonly name: string;
  /** The file that it was found in, relative to the project's root. */
  readonly file: string;
  /** Its name there: a script, a target, a recipe, a task, a command. */
  readonly entry: string;
  readonly description: string;
  readonly kind: "execute" | "read";
  /** Absent if the risk follows from the kind. */
  readonly risk?: "moderate";
  readonly command: readonly CommandWord[];
  /** The program keeps running after the call. */
  readonly isBackground?: true;
  /** The services among which the tool's one parameter, `service`, chooses. */
  readonly services?: readonly string[];
}

/** An entry of a file, before tool names are chosen. */
export type CommandWord = string | { readonly parameter: string };

/** An entry of a file, before the names of tools are chosen. */
export interface Entry extends Omit<Proposal, "name"> {
  /** The prefix of tools from such a file. */
  readonly prefix: string;
}
