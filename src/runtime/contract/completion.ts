import type { ToolDefinition } from "./definition.js";

/** The command that prints the values of a parameter while a person types it. */
export interface Completion {
  /** The arguments are the document's parameters, as texts. */
  readonly definition: ToolDefinition;
  /** True if the command is given what was typed so far, so that each value that it prints is offered. */
  readonly usesText: boolean;
}

/** The commands of a prompt or a resource, by the parameters that they complete. */
export type Completions = Readonly<Record<string, Completion>>;
