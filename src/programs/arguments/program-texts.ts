import { bodies } from "../template/flatten.js";
import type { ModelValue } from "../template/model-values.js";
import { resolveName } from "../template/resolve-name.js";
import type { TemplateScope } from "../template/template-scope.js";
import type { TemplateNode } from "../template-syntax.js";
import { textsOfVariant } from "./possible-arguments.js";

/** A template, and its scope. */
export interface ScopedTemplate {
  readonly nodes: readonly TemplateNode[];
  readonly scope: TemplateScope;
}

/** Stands for the value in a text. It isn't a word of any language. */
export const valueMark = "Vq7Value";
/** Stands for any other value that the model chooses. */
const other = "Vq8Other";
const limit = 64;

/**
 * The texts that templates, joined by spaces, may print, with a mark for one value; `undefined` if there are too many.
 */
export function programTextsWith(templates: readonly ScopedTemplate[], value: ModelValue): readonly string[] | undefined {
  const spaced = templates.flatMap((one, i) => [...(i === 0 ? [] : [[" "]]), textsOf(one, value)]);
  return product(spaced);
}

function textsOf({ nodes, scope }: ScopedTemplate, value: ModelValue): readonly string[] | undefined {
  return product(nodes.map((node) => textsOfNode(node, scope, value)));
}

function textsOfNode(node: TemplateNode, scope: TemplateScope, value: ModelValue): readonly string[] | undefined {
  if (node.kind === "text") return [node.text];
  if (node.kind === "if" || node.kind === "each") {
    const inside = bodies(node, scope).map((body) => textsOf(body, value));
    if (inside.some((texts) => texts === undefined)) return undefined;
    const texts = inside.flatMap((one) => one ?? []);
    const repeated = node.kind === "each" ? product([texts, texts]) : [];
    return repeated && ["", ...texts, ...repeated];
  }
  const found = resolveName(node.of, scope);
  const text = found?.range.start === value.resolved.range.start ? valueMark : other;
  if (node.kind === "join") return [text, `${text}${node.separator}${text}`];
  if (node.kind === "json") return [JSON.stringify(text)];
  if (text === valueMark || found === undefined) return [text];
  return found.variants.flatMap(textsOfVariant).map((one) => (one.open ? other : one.text));
}

/** Returns every text with one part of each list, in order. */
function product(lists: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  let all: readonly string[] = [""];
  for (const list of lists) {
    if (list === undefined) return undefined;
    all = [...new Set(all.flatMap((before) => list.map((text) => before + text)))];
    if (all.length > limit) return undefined;
  }
  return all;
}
