import type { Diagnostic, Span } from "../../diagnostics/diagnostic.js";
import type { ValueRef } from "../../runtime/contract/text-template.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import type { Range } from "./nodes.js";

/** The possible meanings of names in a template, and the log of its mistakes. */
export interface TemplateScope {
  /** The checked argument schema. */
  readonly schema: JsonObject;
  /** The `each` around this position, if there is one. */
  readonly each: EachScope | undefined;
  readonly locate: (range: Range) => Span;
  readonly log: Diagnostic[];
  /** Top-level parameters that templates use, collected while they are compiled. */
  readonly used: Set<string>;
  readonly own: OwnNames;
}

/** The values of a call besides its arguments, by the names in the spec. */
export interface OwnNames {
  readonly tempFiles: readonly string[];
  readonly secrets: readonly string[];
  /** True if a secret is allowed in this template, because its text isn't shown. */
  readonly takesSecrets: boolean;
  /** For a template about a finished call, which may name its output: the checked `output.schema`, if there is one. */
  readonly after?: { readonly outputSchema: JsonObject | undefined };
  /** Which of them templates use (`tempDir`, `temp.body`, `secret.TOKEN`), collected while they are compiled. */
  readonly used: Set<string>;
}

export interface EachScope {
  /** The schema of the elements. */
  readonly root: JsonObject;
  readonly selector: readonly string[];
  readonly items: readonly JsonObject[];
  readonly overObject: boolean;
  /** The possible keys of the object. */
  readonly keys: readonly JsonObject[];
}

/** A resolved name: what the runtime looks up, its path in the arguments, and its possible types. */
export interface Resolved {
  readonly ref: ValueRef;
  /** The path in the arguments (`xs`, `[]`, `y`); empty for a value that isn't an argument. */
  readonly selector: readonly string[];
  readonly variants: readonly JsonObject[];
  /** The schema that contains the variants, to which their references are relative. */
  readonly root: JsonObject;
  readonly range: Range;
  readonly written: string;
}
