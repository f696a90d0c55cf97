/// <reference lib="es2024.string" />
import type { Problem } from "../contract/problem.js";
import type { Refusal } from "../contract/refusal.js";
import type { TextPiece, TextTemplate } from "../contract/text-template.js";
import type { JsonValue } from "../json/json-value.js";
import { refuse } from "../refusal/refusal.late.js";
import { type EvaluationContext, lookUp, type PlaceholderScope, placeholderName } from "./placeholder-scope.js";
import { scopedBodies } from "./scoped-bodies.js";
import { joinText, valueText } from "./value-text.js";

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
): { readonly ok: true; readonly texts: readonly (readonly TextPart[])[] } | Refusal {
  const problems: Problem[] = [];
  const context: EvaluationContext = { scope, iteration: undefined, absenceSpreads: false, problems };
  const [only, ...others] = text;
  const isList = typeof only === "object" && only.kind === "block" && only.block.kind === "each" && others.length === 0;
  const runs = isList ? scopedBodies(only.block, context) : [{ body: text, context }];
  const texts = runs.flatMap((run) => {
    const [piece, ...more] = run.body;
    const isAbsent = piece !== undefined && more.length === 0 && isPlaceholder(piece) && partOf(piece, run.context) === undefined;
    return isAbsent ? [] : [run.body.flatMap((one) => joinedParts(one, run.context) ?? partsOf([one], run.context) ?? [])];
  });
  for (const { text: part, from } of texts.flat())
    if (from !== undefined && hasLoneSurrogate(part)) problems.push(loneSurrogate(from.name));
  return problems.length > 0 ? refuse(problems) : { ok: true, texts };
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
  const text = piece.kind === "value" ? valueText(value) : piece.kind === "join" ? joinText(value, piece.separator) : JSON.stringify(value);
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
