import { isJsonObject, type JsonObject, type JsonValue } from "../../contract/json-value.js";
import { typesOf } from "../../contract/schema-variants.js";
import { bodies, type FlatWord } from "../template/flatten.js";
import { resolveName } from "../template/resolve-name.js";
import type { TemplateScope } from "../template/template-scope.js";
import type { TemplateNode } from "../template-syntax.js";
import type { Argument, PossibleText } from "./argument.js";

/** The arguments of a command as the table of programs reads them. */
export function possibleArguments(words: readonly FlatWord[]): readonly Argument[] {
  const uncertain = new Set(words.filter((word) => !isAlways(word)).map(({ group }) => group));
  return words.map((word) => ({
    texts: possibleTexts(word.nodes, word.scope),
    certain: word.certain || !uncertain.has(word.group),
    many: word.scope.each !== undefined,
    group: word.group,
  }));
}

const limit = 64;
const anything: PossibleText = { text: "", open: true };

/** The texts that a template may print, up to the first value that isn't the author's. */
function possibleTexts(nodes: readonly TemplateNode[], scope: TemplateScope): readonly PossibleText[] {
  let all: readonly PossibleText[] = [{ text: "", open: false }];
  for (const node of nodes) {
    const next = textsOf(node, scope);
    const texts = all.flatMap((one) => (one.open ? [one] : next.map(({ text, open }) => ({ text: one.text + text, open }))));
    const distinct = [...new Map(texts.map((one) => [`${one.open} ${one.text}`, one])).values()];
    all = distinct.length > limit ? [...distinct.slice(0, limit), anything] : distinct;
  }
  return all;
}

function textsOf(node: TemplateNode, scope: TemplateScope): readonly PossibleText[] {
  if (node.kind === "text") return [{ text: node.text, open: false }];
  if (node.kind === "if" || node.kind === "each") {
    const texts = bodies(node, scope).flatMap((body) => possibleTexts(body.nodes, body.scope));
    const repeated = node.kind === "each" ? texts.map(({ text }) => ({ text, open: true })) : texts;
    return node.otherwise === undefined ? [{ text: "", open: false }, ...repeated] : repeated;
  }
  const value = node.kind === "value" ? resolveName(node.of, scope) : undefined;
  return value === undefined ? [anything] : value.variants.flatMap(textsOfVariant);
}

/** The texts that a value of a schema may be. */
export function textsOfVariant(variant: JsonObject): readonly PossibleText[] {
  if (variant.const !== undefined) return [{ text: print(variant.const), open: false }];
  if (Array.isArray(variant.enum)) return variant.enum.map((one: JsonValue) => ({ text: print(one), open: false }));
  const isNumber = typesOf(variant).every((type) => type === "integer" || type === "number" || type === "null");
  return isNumber ? [{ text: "0", open: false }] : [anything];
}

const print = (value: JsonValue): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns true if every call has a word: its parameters are required or have a default. */
function isAlways({ nodes, scope, group }: FlatWord): boolean {
  return !group.includes("/") && scope.each === undefined && nodes.every((node) => node.kind === "text" || isGiven(node, scope));
}

function isGiven(node: TemplateNode, scope: TemplateScope): boolean {
  if (node.kind !== "value") return node.kind === "if";
  const ref = resolveName(node.of, scope)?.ref;
  if (ref?.from !== "param") return ref !== undefined && ref.from !== "item";
  const [name = "", ...inside] = ref.path;
  const { required, properties } = scope.schema;
  const property = isJsonObject(properties) ? properties[name] : undefined;
  const hasDefault = isJsonObject(property) && property.default !== undefined;
  return inside.length === 0 && (hasDefault || (Array.isArray(required) && required.includes(name)));
}
