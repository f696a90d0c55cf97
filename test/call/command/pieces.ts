import type { PlaceholderScope } from "../../../src/call/build-text.js";
import type { Item } from "../../../src/contract/definition.js";
import type { JsonObject } from "../../../src/contract/json-value.js";
import type {
  JoinPiece,
  JsonPiece,
  TemplateBlock,
  TemplateBranch,
  TemplateTest,
  TextPiece,
  TextTemplate,
  ValuePiece,
  ValueRef,
} from "../../../src/contract/text-template.js";

/** Short ways to write compiled templates by hand. A name is a parameter, `this` and `this.y` the element of an `each`, `@key` its key. */
function ref(name: string): ValueRef {
  const path = name.split(".");
  if (path[0] === "this") return { from: "item", path: path.slice(1) };
  if (name.startsWith("@")) return { from: "each", name: name.slice(1) as "index" | "key" | "first" | "last" };
  return { from: "param", path };
}

export const value = (name: string, mayDash = false): ValuePiece => ({ kind: "value", ref: ref(name), mayDash });
export const join = (name: string, separator = ",", mayDash = false): JoinPiece => ({ kind: "join", ref: ref(name), separator, mayDash });
export const json = (name: string): JsonPiece => ({ kind: "json", ref: ref(name) });
export const word = (...text: TextTemplate): Item => ({ kind: "word", text });
export const stretch = (block: TemplateBlock<readonly Item[]>): Item => ({ kind: "stretch", block });
export const group = (...items: readonly Item[]): Item => ({ kind: "group", items });
export const block = (inner: TemplateBlock<TextTemplate>): TextPiece => ({ kind: "block", block: inner });

export const given = (name: string, negated = false): TemplateTest => ({ kind: "given", ref: ref(name), negated });
export const equals = (name: string, literal: string | number | boolean): TemplateTest => ({
  kind: "equals",
  ref: ref(name),
  literal,
  negated: false,
});
export const when = <Body>(test: TemplateTest, body: Body): TemplateBranch<Body> => ({ test, body });
export const either = <Body>(branches: readonly TemplateBranch<Body>[], otherwise?: Body): TemplateBlock<Body> => ({
  kind: "if",
  branches,
  otherwise,
});
export const each = <Body>(name: string, body: Body, otherwise?: Body): TemplateBlock<Body> => ({
  kind: "each",
  ref: ref(name),
  body,
  otherwise,
});

export function scope(params: JsonObject): PlaceholderScope {
  return { params, order: Object.keys(params), specDir: "/project/tools.d", workspace: "/workspace" };
}
