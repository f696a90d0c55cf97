import type { Diagnostic, Span } from "../../contract/diagnostic.js";
import { diagnostic } from "../../contract/diagnostic-codes.js";
import type { JsonObject } from "../../contract/json-value.js";
import { elementVariants, entryKeys, entryValues, parseSelector, typeNames, typesOf } from "../../contract/schema-variants.js";
import type { Range } from "../../contract/spec-node.js";
import type { ValueRef } from "../../contract/text-template.js";
import type { Expression } from "../template-syntax.js";

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

/** Returns true if a list of selectors names a value: itself, or the array or object that contains it. */
export function isSelected(selectors: readonly string[], value: Resolved): boolean {
  const own = value.selector.filter((step) => step !== "*").join(".");
  return (
    value.selector.length > 0 &&
    selectors.some((selector) => own === parseSelector(selector).join(".") || own === [...parseSelector(selector), "[]"].join("."))
  );
}

/** Names a value in messages: `xs[]`, `edits[].path`, `@key`. */
export function parameterText(value: Resolved): string {
  if (value.selector.length === 0) return value.written;
  return value.selector.reduce((text, step) => (step === "[]" || step === "*" ? `${text}[]` : text === "" ? step : `${text}.${step}`), "");
}

/** Reports a name that has no meaning at its position, with what was probably meant. */
export function reportUnknownName(
  expression: Expression,
  scope: TemplateScope,
  extra: { readonly didYouMean?: string | undefined; readonly help?: string | undefined },
): undefined {
  scope.log.push(diagnostic("unknown-name", scope.locate(expression.range), { name: expression.written }, extra));
  return undefined;
}

/**
 * Returns the scope inside the body of an `each` over a resolved name; reports a name that can't be iterated. An `each`
 * can't be inside another one.
 */
export function enterEach(over: Resolved, scope: TemplateScope): TemplateScope | undefined {
  if (scope.each !== undefined) return undefined;
  const types = new Set(over.variants.flatMap(typesOf));
  types.delete("null");
  const overObject = types.has("object");
  if (types.size !== 1 || !(overObject || types.has("array"))) {
    scope.log.push(diagnostic("not-a-list", scope.locate(over.range), { name: over.written, type: typeNames(over.variants) }));
    return undefined;
  }
  const items = over.variants.flatMap((v) => (overObject ? entryValues(over.root, v) : elementVariants(over.root, v)));
  const keys = overObject ? over.variants.flatMap((v) => entryKeys(over.root, v)) : [];
  return { ...scope, each: { root: over.root, selector: [...over.selector, overObject ? "*" : "[]"], items, overObject, keys } };
}

/** Any element of an array: the beginning of a joined text. */
export function elementOf(array: Resolved): Resolved {
  const variants = array.variants.flatMap((variant) => elementVariants(array.root, variant));
  return { ...array, selector: [...array.selector, "[]"], variants };
}
