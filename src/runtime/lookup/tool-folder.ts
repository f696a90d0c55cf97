import type { ToolModule } from "./tool-module.js";

/** Where tools are found: the folder of the `call` program, and what loads a module of it. */
export interface ToolFolder {
  readonly bin: string;
  load(path: string): unknown;
  /** Tools that are there, and are found by no name here. */
  readonly excluded?: ReadonlySet<string>;
}

export type ToolLookupResult = { readonly ok: true; readonly tool: ToolModule } | { readonly ok: false; readonly message: string };
