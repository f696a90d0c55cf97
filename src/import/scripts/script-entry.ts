import type { Entry } from "../../init/proposal.js";
import type { LeftOut } from "../imported-tool.js";
import type { RecipeParameter } from "./just-parameters.js";

/** A script, target, recipe or task that becomes a tool. */
export interface ScriptEntry extends Entry {
  readonly parameters: readonly RecipeParameter[];
  /** Sentences about what the tool lacks. */
  readonly notes: readonly string[];
  /** Variables with fixed values, which are passed as `NAME=value`. */
  readonly variables: Readonly<Record<string, { readonly values: readonly string[]; readonly isRequired: boolean }>>;
}

/** The entries of a file, and those that can't be tools. */
export interface ScriptEntries {
  readonly entries: readonly ScriptEntry[];
  readonly leftOut: readonly LeftOut[];
}
