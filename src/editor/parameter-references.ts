import type { Span } from "../contract/diagnostic.js";
import {
  locateText,
  type MapEntry,
  type MapNode,
  nodeAt,
  type ScalarNode,
  type SpecDocument,
  type SpecNode,
} from "../contract/spec-node.js";
import { type Expression, isBlock, parseTemplate, type TemplateNode, type TestNode } from "../programs/template-syntax.js";
import { templateScalars } from "./project-check.js";

/** A place in a document that names a top-level parameter. */
export interface ParameterReference {
  readonly name: string;
  readonly role: "declaration" | "template" | "name";
  /** The name alone, without quotes and braces. */
  readonly span: Span;
  /** False if the file spells the name otherwise there, with escapes or through a YAML alias. */
  readonly isExact: boolean;
}

/** Every place in a tool, prompt, resource or fragment that names a top-level parameter, in the order of the file. */
export function parameterReferences(document: SpecDocument): readonly ParameterReference[] {
  const byStart = new Map(namingsOf(document).map((one) => [one.span.start, one]));
  return [...byStart.values()].sort((a, b) => a.span.start - b.span.start);
}

/** The same in any order, and a place that a YAML alias repeats each time. */
export function namingsOf({ root }: SpecDocument): readonly ParameterReference[] {
  if (root.kind !== "map") return [];
  const schema = nodeAt(root, ["schema"]);
  return [
    ...(schema === undefined ? [] : inSchema(schema).found),
    ...root.entries.flatMap(inKey),
    ...templateScalars(root).flatMap(inTemplate),
    ...inUriTemplate(nodeAt(root, ["uriTemplate"])),
  ];
}

/** True if a `$ref` of a value inside of the call leads to what describes the call itself. */
export function hasAmbiguousReference({ root }: SpecDocument): boolean {
  const schema = nodeAt(root, ["schema"]);
  if (schema === undefined) return false;
  const { visited, followed } = inSchema(schema);
  return refsIn(schema).some((ref) => {
    const target = nodeAt(schema, pointerOf(ref.text));
    return target === schema || (!followed.has(ref) && target !== undefined && visited.has(target));
  });
}

function inKey({ key, value }: MapEntry): readonly ParameterReference[] {
  switch (key) {
    case "paths":
    case "code":
    case "wrap":
    case "complete":
      return keysOf(value);
    case "aliases":
    case "weakAliases":
      return [...keysOf(value), ...valuesOf(value).flatMap(itemsOf).filter(isNested).flatMap(ofScalar)];
    case "coerce":
      return [...keysOf(value), ...valuesOf(value).flatMap(inCoercion)];
    case "ignore":
      return itemsOf(value).flatMap((item) => (item.kind === "map" ? keysOf(item) : isNested(item) ? ofScalar(item) : []));
    case "elicit":
      return value.kind === "map" ? keysOf(value) : itemsOf(value).flatMap(ofScalar);
    case "data":
    case "allowLeadingDash":
      return itemsOf(value).flatMap(ofScalar);
    case "mutuallyExclusive":
      return itemsOf(value).flatMap(itemsOf).flatMap(ofScalar);
    case "locations":
      return itemsOf(value).flatMap(valuesOf).flatMap(ofScalar);
    case "guard":
      return value.kind === "map" ? childOf(value, "param").flatMap(ofScalar) : ofScalar(value);
    case "risk":
      return childOf(value, "rules")
        .flatMap(itemsOf)
        .flatMap((rule) => childOf(rule, "when"))
        .flatMap(keysOf);
    case "examples":
      return itemsOf(value).flatMap((example) => [
        ...childOf(example, "params").flatMap(keysOf),
        ...childOf(example, "expect")
          .flatMap((expected) => childOf(expected, "params"))
          .flatMap(keysOf),
      ]);
    default:
      return [];
  }
}

/** The parameters that a range of lines and blocks of SEARCH and REPLACE are found in. */
const inCoercion = (how: SpecNode) =>
  how.kind === "map" ? how.entries.flatMap(({ value }) => (value.kind === "list" ? itemsOf(value) : [value])).flatMap(ofScalar) : [];

interface InSchema {
  readonly found: readonly ParameterReference[];
  /** The subschemas that describe the call itself. */
  readonly visited: ReadonlySet<SpecNode>;
  /** The `$ref`s that led to them. */
  readonly followed: ReadonlySet<SpecNode>;
}

/** The root of a schema, and the subschemas that describe the same object. */
function inSchema(root: SpecNode): InSchema {
  const visited = new Set<SpecNode>();
  const followed = new Set<SpecNode>();
  const visit = (node: SpecNode): readonly ParameterReference[] => {
    if (node.kind !== "map" || visited.has(node)) return [];
    visited.add(node);
    return node.entries.flatMap(({ key, value }): readonly ParameterReference[] => {
      switch (key) {
        case "properties":
          return value.kind === "map" ? value.entries.flatMap((entry) => ofKey(entry, "declaration")) : [];
        case "required":
          return itemsOf(value).flatMap(ofWhole);
        case "dependentRequired":
          return [
            ...(value.kind === "map" ? value.entries.flatMap((entry) => ofKey(entry, "name")) : []),
            ...valuesOf(value).flatMap(itemsOf).flatMap(ofWhole),
          ];
        case "dependentSchemas":
          return [
            ...(value.kind === "map" ? value.entries.flatMap((entry) => ofKey(entry, "name")) : []),
            ...valuesOf(value).flatMap(visit),
          ];
        case "allOf":
        case "anyOf":
        case "oneOf":
          return itemsOf(value).flatMap(visit);
        case "if":
        case "then":
        case "else":
        case "not":
          return visit(value);
        case "$ref":
          followed.add(value);
          return value.kind === "scalar" ? visit(nodeAt(root, pointerOf(value.text)) ?? value) : [];
        default:
          return [];
      }
    });
  };
  return { found: [...visit(root), ...pointers(root)], visited, followed };
}

/** `$ref`s that lead through a parameter: `#/properties/NAME`. */
function pointers(node: SpecNode): readonly ParameterReference[] {
  if (node.kind === "list") return node.items.flatMap(pointers);
  if (node.kind !== "map") return [];
  return node.entries.flatMap(({ key, value }) => {
    if (key !== "$ref" || value.kind !== "scalar") return pointers(value);
    const name = /^#\/properties\/([^/]+)/.exec(value.text)?.[1];
    const at = "#/properties/".length;
    return name === undefined ? [] : [reference(value, { start: at, end: at + name.length }, "name")];
  });
}

function inTemplate(scalar: ScalarNode): readonly ParameterReference[] {
  const walk = (nodes: readonly TemplateNode[], isInEach: boolean): readonly ParameterReference[] =>
    nodes.flatMap((node): readonly ParameterReference[] => {
      if (node.kind === "text") return [];
      if (!isBlock(node)) return named(node.of, isInEach);
      const otherwise = walk(node.otherwise ?? [], isInEach);
      if (node.kind === "each") return [...named(node.of, isInEach), ...walk(node.body, true), ...otherwise];
      return [...node.branches.flatMap(({ test, body }) => [...tested(test, isInEach), ...walk(body, isInEach)]), ...otherwise];
    });
  const tested = ({ of }: TestNode, isInEach: boolean) => named(of, isInEach);
  const named = ({ data, self, depth, parts, written, range }: Expression, isInEach: boolean): readonly ParameterReference[] => {
    const [name] = parts;
    if (data || self || name === undefined || depth !== (isInEach ? 1 : 0)) return [];
    const start = range.start + written.indexOf(name);
    return [reference(scalar, { start, end: start + name.length }, "template")];
  };
  return walk(parseTemplate(scalar)[0], false);
}

/** The variables of `notes://files/{+path}{?lines,from}` (RFC 6570). */
function inUriTemplate(node: SpecNode | undefined): readonly ParameterReference[] {
  if (node?.kind !== "scalar") return [];
  return [...node.text.matchAll(/\{[+#./;?&]?([^{}]*)\}/g)].flatMap((expression) => {
    const at = expression.index + expression[0].lastIndexOf(expression[1] ?? "");
    return [...(expression[1] ?? "").matchAll(/[^,*:]+(?=[,*:]|$)/g)].map((variable) =>
      reference(node, { start: at + variable.index, end: at + variable.index + variable[0].length }, "template"),
    );
  });
}

const itemsOf = (node: SpecNode): readonly SpecNode[] => (node.kind === "list" ? node.items : []);
const valuesOf = (node: SpecNode): readonly SpecNode[] => (node.kind === "map" ? node.entries.map(({ value }) => value) : []);
const childOf = (node: SpecNode, key: string): readonly SpecNode[] =>
  node.kind === "map" ? node.entries.filter((entry) => entry.key === key).map(({ value }) => value) : [];

/** A name such as `edits[].path`, which begins with a parameter; others are wrong names of one. */
const isNested = (node: SpecNode): boolean => node.kind === "scalar" && /[.[]/.test(node.text);

const keysOf = (node: SpecNode): readonly ParameterReference[] =>
  node.kind === "map" ? node.entries.flatMap((entry) => ofKey(entry, "name")) : [];

/** The parameter that a selector begins with. */
const headOf = (selector: string): string => /^[^.[\]]+/.exec(selector)?.[0] ?? "";

const ofScalar = (node: SpecNode): readonly ParameterReference[] =>
  node.kind === "scalar" && headOf(node.text) !== "" ? [reference(node, { start: 0, end: headOf(node.text).length }, "name")] : [];

const ofWhole = (node: SpecNode): readonly ParameterReference[] =>
  node.kind === "scalar" ? [reference(node, { start: 0, end: node.text.length }, "name")] : [];

function reference(node: ScalarNode, { start, end }: { start: number; end: number }, role: ParameterReference["role"]): ParameterReference {
  const name = node.text.slice(start, end);
  const span = locateText(node, start, end);
  return { name, role, span, isExact: span.file.text.slice(span.start, span.end) === name };
}

/** A key has no offsets of its own: quotes around it are told by its first character. */
function ofKey({ key, keySpan }: MapNode["entries"][number], role: ParameterReference["role"]): readonly ParameterReference[] {
  const name = role === "declaration" ? key : headOf(key);
  if (name === "") return [];
  const start = keySpan.start + (/^["']/.test(keySpan.file.text.slice(keySpan.start)) ? 1 : 0);
  const span = { file: keySpan.file, start, end: start + name.length };
  return [{ name, role, span, isExact: span.file.text.slice(span.start, span.end) === name }];
}

/** The path of a JSON Pointer in a fragment of a URI. */
export const pointerOf = (ref: string): readonly string[] =>
  ref.startsWith("#/")
    ? ref
        .slice(2)
        .split("/")
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : [];

/** The references in a schema. */
const refsIn = (node: SpecNode): readonly ScalarNode[] => {
  if (node.kind === "scalar") return [];
  if (node.kind === "list") return node.items.flatMap(refsIn);
  return node.entries.flatMap(({ key, value }) =>
    value.kind !== "scalar" ? refsIn(value) : key === "$ref" || key === "$dynamicRef" ? [value] : [],
  );
};
