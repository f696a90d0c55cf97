/// <reference lib="es2024.string" />

import { plainText } from "../contract/exact-json.late.js";
import { jsonText } from "../contract/json-text.js";
import { isJsonObject, type JsonObject, type JsonValue, markStart } from "../contract/json-value.js";
import type { Problem, Refusal } from "../contract/problem.js";
import type { TemplateBlock, TemplateTest, TextPiece, TextTemplate, ValueRef } from "../contract/text-template.js";
import { refuse } from "./refusal.late.js";

/** A part of a text and the parameter it came from; `undefined` for the author's own text. */
export interface TextPart {
  readonly text: string;
  readonly from: Origin | undefined;
}

interface Origin {
  readonly name: string;
  /** True if it may begin an argument with `-`. */
  readonly mayDash: boolean;
  /** The variable of a secret, whose value no argument changes. */
  readonly secret?: string;
}

/**
 * Renders a template to text: an absent placeholder prints nothing, and a text that is only an absent placeholder is
 * absent itself. A lone surrogate is refused, because no encoding preserves it.
 */
export function buildText(text: TextTemplate, scope: PlaceholderScope): { readonly ok: true; readonly text: string | undefined } | Refusal {
  const problems: Problem[] = [];
  const context: EvaluationContext = { scope, iteration: undefined, absenceSpreads: false, problems };
  const [only, ...others] = text;
  if (only !== undefined && others.length === 0 && isPlaceholder(only) && partOf(only, context) === undefined)
    return { ok: true, text: undefined };

  const parts = partsOf(text, context) ?? [];
  for (const { text: piece, from } of parts) {
    if (from !== undefined && hasLoneSurrogate(piece)) problems.push(loneSurrogate(from.name));
  }
  return problems.length > 0 ? refuse(problems) : { ok: true, text: parts.map((part) => part.text).join("") };
}

/**
 * The parts of a text; `undefined` if a value in it is absent and absence propagates. A block's body limits the
 * absences inside it.
 */
export function partsOf(text: TextTemplate, context: EvaluationContext): readonly TextPart[] | undefined {
  const parts: TextPart[] = [];
  for (const piece of text) {
    if (typeof piece === "string") parts.push({ text: piece, from: undefined });
    else if (piece.kind === "block") {
      for (const run of scopedBodies(piece.block, context)) parts.push(...(partsOf(run.body, run.context) ?? []));
    } else {
      const part = partOf(piece, context);
      if (part !== undefined) parts.push(part);
      else if (context.absenceSpreads) return undefined;
    }
  }
  return parts;
}

/**
 * The texts of an entry of a query or a form: one, none if it is absent, and one for each element if the template is
 * only a block with `each`.
 */
export function buildTexts(
  text: TextTemplate,
  scope: PlaceholderScope,
): { readonly ok: true; readonly texts: readonly BuiltText[] } | Refusal {
  const problems: Problem[] = [];
  const context: EvaluationContext = { scope, iteration: undefined, absenceSpreads: false, problems };
  const [only, ...others] = text;
  const isList = typeof only === "object" && only.kind === "block" && only.block.kind === "each" && others.length === 0;
  const runs = isList ? scopedBodies(only.block, context) : [{ body: text, context }];
  const texts = runs.flatMap((run) => {
    const [piece, ...more] = run.body;
    const isAbsent = piece !== undefined && more.length === 0 && isPlaceholder(piece) && partOf(piece, run.context) === undefined;
    const parts = run.body.flatMap((one) => joinedParts(one, run.context) ?? partsOf([one], run.context) ?? []);
    return isAbsent ? [] : [{ parts, iteration: run.context.iteration }];
  });
  for (const { text: part, from } of texts.flatMap(({ parts }) => parts))
    if (from !== undefined && hasLoneSurrogate(part)) problems.push(loneSurrogate(from.name));
  return problems.length > 0 ? refuse(problems) : { ok: true, texts };
}

/** The text of an entry, and the element that it is for. */
interface BuiltText {
  readonly parts: readonly TextPart[];
  readonly iteration: Iteration | undefined;
}

/** The elements of a joined list, with the author's separators between them; `undefined` for any other piece. */
export function joinedParts(piece: TextPiece, context: EvaluationContext): readonly TextPart[] | undefined {
  if (typeof piece !== "object" || piece.kind !== "join") return undefined;
  const value = lookUp(piece.ref, context);
  if (!Array.isArray(value)) return undefined;
  const name = placeholderName(piece.ref, context);
  return value
    .filter((element: JsonValue) => element !== null)
    .flatMap((element: JsonValue, index) => [
      ...(index === 0 ? [] : [{ text: piece.separator, from: undefined }]),
      { text: valueText(element), from: { name, mayDash: piece.mayDash } },
    ]);
}

/** A text that ends in the middle of a surrogate pair can't be written as UTF-8. */
export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed();
}

export const loneSurrogate = (name: string): Problem => ({ code: "unpaired-surrogate", name });

type Placeholder = Exclude<TextPiece, string | { readonly kind: "block" }>;

function isPlaceholder(piece: TextPiece): piece is Placeholder {
  return typeof piece !== "string" && piece.kind !== "block";
}

function partOf(piece: Placeholder, context: EvaluationContext): TextPart | undefined {
  const value = lookUp(piece.ref, context);
  if (value === undefined || value === null) return undefined;
  const text = piece.kind === "value" ? valueText(value) : piece.kind === "join" ? joinText(value, piece.separator) : jsonText(value);
  // In JSON, only a negative number begins with a dash; no spec can have meant that as an option.
  const mayDash = piece.kind === "json" ? false : piece.mayDash;
  if (text === undefined) return undefined;
  const { ref } = piece;
  const from: Origin = {
    // Only problems name it.
    get name() {
      return placeholderName(ref, context);
    },
    mayDash,
    ...(ref.from === "secret" && { secret: ref.name }),
  };
  return { text, from };
}

/**
 * Converts a value to the text of an argument: strings unchanged, integers in plain digits, other numbers as in JSON.
 */
function valueText(value: JsonValue): string {
  if (typeof value === "string") return value.startsWith(markStart) ? plainText(value) : value;
  return typeof value === "number" && Number.isInteger(value) ? BigInt(value).toString() : JSON.stringify(value);
}

/** Joins the elements to one text; `undefined` if there are none. */
function joinText(value: JsonValue | undefined, separator: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  const elements = (Array.isArray(value) ? value : [value]).filter((element) => element !== null);
  return elements.length === 0 ? undefined : elements.map(valueText).join(separator);
}

/** The bodies that a block evaluates, each with its scope. */
interface ScopedBody<Body> {
  readonly body: Body;
  readonly context: EvaluationContext;
}

/**
 * Selects the bodies of a block: for `if` the first branch whose test holds, for `each` its body for every element;
 * otherwise `otherwise`.
 */
export function scopedBodies<Body>(block: TemplateBlock<Body>, context: EvaluationContext): readonly ScopedBody<Body>[] {
  if (block.kind === "if") {
    const body = block.branches.find((branch) => holds(branch.test, context))?.body ?? block.otherwise;
    return body === undefined ? [] : [{ body, context }];
  }
  const iterations = iterationsOf(block.ref, context);
  if (iterations.length > 0) return iterations.map((iteration) => ({ body: block.body, context: { ...context, iteration } }));
  return block.otherwise === undefined ? [] : [{ body: block.otherwise, context }];
}

/** `0` and `{}` count as given; `false`, `""` and `[]` don't. */
function holds(test: TemplateTest, context: EvaluationContext): boolean {
  const value = lookUp(test.ref, context);
  const positive = test.kind === "equals" ? value === test.literal : isGiven(value);
  return positive !== test.negated;
}

function isGiven(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === false || value === "") return false;
  return !(Array.isArray(value) && value.length === 0);
}

function iterationsOf(ref: ValueRef, context: EvaluationContext): readonly Iteration[] {
  const value = lookUp(ref, context);
  const name = placeholderName(ref, context);
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) => ({
      item,
      key: index,
      index,
      last: index === value.length - 1,
      name: `${name}[${index}]`,
    }));
  }
  if (!isJsonObject(value)) return [];
  const keys = Object.keys(value);
  return keys.map((key, index) => ({ item: value[key] ?? null, key, index, last: index === keys.length - 1, name: `${name}.${key}` }));
}

/**
 * The values that placeholders can use. `specDir` and `workspace` are absolute; `order` is the schema's order of
 * parameters.
 */
export interface PlaceholderScope {
  readonly params: JsonObject;
  readonly order: readonly string[];
  readonly specDir: string;
  readonly workspace: string;
  /** The call's own folder; `""` for a tool that has none. */
  readonly tempDir?: string;
  /** The paths of the call's own files; absent ones are missing. */
  readonly temp?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  /** The text for the model, for templates about a finished call. */
  readonly output?: string;
  /** The result as data, after `output.select` and `output.schema`. */
  readonly data?: JsonValue;
}

/** One iteration of an `each`. `name` is what messages call the element. */
interface Iteration {
  readonly item: JsonValue;
  readonly key: string | number;
  readonly index: number;
  readonly last: boolean;
  readonly name: string;
}

/** The evaluation context of a template. */
export interface EvaluationContext {
  readonly scope: PlaceholderScope;
  readonly iteration: Iteration | undefined;
  /** True if an absent placeholder empties the text around it, as in arguments; otherwise it prints nothing. */
  readonly absenceSpreads: boolean;
  /** Collects the problems, so that a model learns of all of them at once. */
  readonly problems: Problem[];
}

/** Returns the value of a placeholder; `undefined` if it is absent. In texts, `null` is absent, too. */
export function lookUp(ref: ValueRef, { scope, iteration }: EvaluationContext): JsonValue | undefined {
  switch (ref.from) {
    case "param":
      return descend(scope.params, ref.path);
    case "item":
      return descend(iteration?.item, ref.path);
    case "output":
      return descend(scope.data, ref.path);
    case "each":
      return iteration === undefined ? undefined : eachValue(iteration, ref.name);
    case "call":
      return ref.name === "params" ? inOrder(scope) : scope[ref.name];
    case "temp":
      return scope.temp?.[ref.name];
    case "secret":
      return scope.secrets?.[ref.name];
  }
}

/** Returns the name of a placeholder in messages: the parameter that a model can change. */
export function placeholderName(ref: ValueRef, { iteration }: EvaluationContext): string {
  switch (ref.from) {
    case "param":
      return ref.path.join(".");
    case "item":
      return [iteration?.name ?? "this", ...ref.path].join(".");
    case "output":
      return ["@output", ...ref.path].join(".");
    case "each":
      return `@${ref.name} of ${iteration?.name ?? "each"}`;
    case "call":
      return `@${ref.name}`;
    case "temp":
    case "secret":
      return `@${ref.from}.${ref.name}`;
  }
}

function descend(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let here = value;
  for (const key of path) here = isJsonObject(here) && Object.hasOwn(here, key) ? here[key] : undefined;
  return here;
}

function eachValue(iteration: Iteration, name: "index" | "key" | "first" | "last"): JsonValue {
  return name === "first" ? iteration.index === 0 : iteration[name];
}

/** Parameters in the schema's order, then the undeclared ones of an open schema. */
function inOrder({ params, order }: PlaceholderScope): JsonObject {
  const declared = order.filter((name) => Object.hasOwn(params, name)).map((name) => [name, params[name] as JsonValue] as const);
  return { ...Object.fromEntries(declared), ...params };
}

/** From this size in bytes on, Linux passes no argument and no variable (the terminating NUL counts too). */
export const maxArgumentBytes = 131_072;
