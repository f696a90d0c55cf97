import type { Validator } from "../../runtime/contract/definition.js";

/** A schema compiled in two forms: a function for this process, and the source that calls run. */
export interface CompiledSchema {
  readonly validate: Validator;
  /** A CommonJS module that exports the validator; it requires ajv's runtime helpers by their package paths. */
  readonly source: string;
}
