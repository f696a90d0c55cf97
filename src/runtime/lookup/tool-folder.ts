import type { ToolModule } from "./tool-module.js";

/** Where tools are found: the folder of the `call` program, and the function that loads a module from it. */
export interface ToolFolder {
  readonly bin: string;
  load(path: string): unknown;
  /** Tools that exist, but can't be found by name here. */
  readonly excluded?: ReadonlySet<string>;
}

export type ToolLookupResult = { readonly ok: true; readonly tool: ToolModule } | { readonly ok: false; readonly message: string };
