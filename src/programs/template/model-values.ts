import type { JsonObject } from "../../contract/json-value.js";
import { typesOf } from "../../contract/schema-variants.js";
import type { TemplateNode } from "../template-syntax.js";
import { bodies } from "./flatten.js";
import { admitsNone, isPlain } from "./pattern.js";
import { resolveName } from "./resolve-name.js";
import type { Resolved, TemplateScope } from "./template-scope.js";

/** A value in a template, and its scope. */
export interface ModelValue {
  readonly resolved: Resolved;
  readonly scope: TemplateScope;
  /** The template that contains it, of an input or a file. */
  readonly text?: { readonly nodes: readonly TemplateNode[]; readonly scope: TemplateScope };
}

/** Every value of a template, those in its blocks included. */
export function valuesOf(nodes: readonly TemplateNode[], scope: TemplateScope): readonly ModelValue[] {
  return nodes.flatMap((node) => {
    if (node.kind === "text") return [];
    if (node.kind === "if" || node.kind === "each") return bodies(node, scope).flatMap((body) => valuesOf(body.nodes, body.scope));
    const resolved = resolveName(node.of, scope);
    return resolved === undefined ? [] : [{ resolved, scope }];
  });
}

/**
 * Returns true if the model chooses a part of a value. It doesn't choose folders of a call and the call's own files.
 */
export const isFromModel = ({ ref }: Resolved): boolean =>
  ref.from !== "temp" && ref.from !== "secret" && !(ref.from === "call" && ref.name !== "params");

/** Returns true if the spec's author wrote every possible text of a value, or it is a number. */
export function isAuthoredVariant(variant: JsonObject): boolean {
  if (variant.const !== undefined || Array.isArray(variant.enum)) return true;
  return typesOf(variant).every((type) => type === "integer" || type === "number" || type === "boolean" || type === "null");
}

/** Returns true if perl opens a name only as a file: the author chose it, or it contains no `|`, `<` and `>`. */
export const isNoPipe = (variant: JsonObject): boolean =>
  isAuthoredVariant(variant) || (typeof variant.pattern === "string" && admitsNone(variant.pattern, "|<>"));

/** Returns true if a value can't be `NAME=value`: the author chose it, or it is plain text without `=`. */
export const isNoSetting = (variant: JsonObject): boolean =>
  isAuthoredVariant(variant) || (typeof variant.pattern === "string" && isPlain(variant.pattern) && admitsNone(variant.pattern, "="));
