import type { CompiledTool } from "../../runtime/contract/definition.js";

/** Access to the files of a compilation: what the sources of tools, prompts and resources have in common. */
export interface CompiledDocuments {
  /** A generated file, by its path below the output folder. */
  textOf(path: string): string;
  /** A generated list, on one line as the protocol needs it. */
  listOf(path: string): Uint8Array;
  /** Evaluates the module of a tool, prompt or resource. */
  load(path: string): CompiledTool;
  readonly projectDir: string;
}
