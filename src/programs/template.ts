import type { Item } from "../contract/definition.js";
import { type Diagnostic, isError, type Result, unreachable } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import type { JsonObject } from "../contract/json-value.js";
import type { JsonTemplate } from "../contract/request.js";
import { isUntyped, typeNames, typeOf, typesOf } from "../contract/schema-variants.js";
import { locateText, type MapNode, type NodePath, type ScalarNode, type SpecNode, type SpecPositions } from "../contract/spec-node.js";
import type { TemplateBlock, TemplateTest, TextPiece, TextTemplate, ValueRef } from "../contract/text-template.js";
import { adjacentBlock, cutWords, loneBlock, mergeText } from "./template/flatten.js";
import { resolveList, resolveName } from "./template/resolve-name.js";
import { elementOf, enterEach, type OwnNames, type Resolved, type TemplateScope } from "./template/template-scope.js";
import { type BlockNode, parseTemplate, type TemplateNode, type TestNode } from "./template-syntax.js";

/** The data that compiling a tool's templates needs besides their text. */
export interface TemplateContext {
  readonly schema: JsonObject;
  /** Top-level parameters that templates use: compiling adds to it. */
  readonly used: Set<string>;
  readonly dash: DashRule;
  readonly own: OwnNames;
}

/** The scope at the top of a scalar's template. */
export function scopeFor(scalar: ScalarNode, context: TemplateContext, log: Diagnostic[]): TemplateScope {
  return {
    schema: context.schema,
    each: undefined,
    locate: (range) => locateText(scalar, range.start, range.end),
    log,
    used: context.used,
    own: context.own,
  };
}

/** Compiles a template that makes text; `undefined` if the document has none at this path, or an invalid one. */
export function checkText(tool: SpecPositions, context: TemplateContext, path: NodePath): Result<TextTemplate | undefined> {
  const scalar = tool.scalar(path);
  if (scalar === undefined) return [undefined, []];
  const [nodes, problems] = parseTemplate(scalar);
  const log: Diagnostic[] = [...problems];
  const text = compileText(nodes, scopeFor(scalar, context, log), context.dash);
  return [log.length > 0 ? undefined : text, log];
}

/** Decides whether a value may begin an argument although it begins with `-`. */
type DashRule = (value: Resolved) => boolean;

/** Compiles one item of a command: a single argument, or a spread if it is only a block. */
export function compileItem(nodes: readonly TemplateNode[], scope: TemplateScope, dash: DashRule): Item {
  const block = loneBlock(nodes);
  const second = adjacentBlock(nodes);
  if (second !== undefined) scope.log.push(diagnostic("adjacent-blocks", scope.locate(second), {}));
  return block === undefined ? compileWord(nodes, scope, dash) : stretch(block, scope, dash);
}

/** Compiles one argument: it stays one, whatever it contains. */
export function compileWord(nodes: readonly TemplateNode[], scope: TemplateScope, dash: DashRule): Item {
  const [only] = nodes;
  const text = compileText(nodes, scope, dash);
  // One piece means that the name was resolved, so resolving it again reports nothing twice.
  if (nodes.length === 1 && only?.kind === "value" && text.length === 1) {
    if (resolveName(only.of, scope)?.variants.some((v) => typesOf(v).includes("boolean"))) {
      const name = only.of.written;
      const help = `Write {{#if ${name}}}--option{{/if}}, or --option={{${name}}}.`;
      scope.log.push(diagnostic("boolean-alone", scope.locate(only.range), { name }, { help }));
    }
  }
  return { kind: "word", text };
}

function stretch(block: BlockNode, scope: TemplateScope, dash: DashRule): Item {
  const body = (nodes: readonly TemplateNode[], inner: TemplateScope): readonly Item[] => {
    const second = adjacentBlock(nodes);
    if (second !== undefined) inner.log.push(diagnostic("adjacent-blocks", inner.locate(second), {}));
    const cut = cutWords(nodes);
    if (cut.unclosedQuote !== undefined) inner.log.push(diagnostic("unclosed-quote", inner.locate(cut.unclosedQuote), {}));
    return cut.words.map((word) => (word.quoted ? compileWord(word.nodes, inner, dash) : compileItem(word.nodes, inner, dash)));
  };
  return { kind: "stretch", block: compileBlock(block, scope, body, []) };
}

/** Compiles a template that makes text: its blocks may be anywhere and are part of the text. */
export function compileText(nodes: readonly TemplateNode[], scope: TemplateScope, dash: DashRule): TextTemplate {
  return mergeText(nodes).flatMap((node): readonly TextPiece[] => {
    switch (node.kind) {
      case "text":
        return node.text === "" ? [] : [node.text];
      case "value": {
        const value = resolveName(node.of, scope);
        return value !== undefined && isTextual(value, scope) ? [{ kind: "value", ref: value.ref, mayDash: dash(value) }] : [];
      }
      case "join": {
        const value = resolveList(node.of, scope);
        if (value === undefined) return [];
        const inner = enterEach(value, { ...scope, each: undefined });
        if (inner?.each?.overObject)
          scope.log.push(diagnostic("not-a-list", scope.locate(value.range), { name: value.written, type: "object" }));
        const element = elementOf(value);
        return isTextual(element, scope) ? [{ kind: "join", ref: value.ref, separator: node.separator, mayDash: dash(element) }] : [];
      }
      case "json": {
        const value = resolveName(node.of, scope);
        return value === undefined ? [] : [{ kind: "json", ref: value.ref }];
      }
      case "if":
      case "each":
        return [{ kind: "block", block: compileBlock(node, scope, (body, inner) => compileText(body, inner, dash), []) }];
      default:
        return unreachable(node);
    }
  });
}

type CompileBody<Body> = (nodes: readonly TemplateNode[], scope: TemplateScope) => Body;

function compileBlock<Body>(node: BlockNode, scope: TemplateScope, body: CompileBody<Body>, nothing: Body): TemplateBlock<Body> {
  const otherwise = node.otherwise && body(node.otherwise, scope);
  if (node.kind === "if") {
    const branches = node.branches.flatMap((branch) => {
      const test = compileTest(branch.test, scope);
      const compiled = body(branch.body, scope);
      return test === undefined ? [] : [{ test, body: compiled }];
    });
    return { kind: "if", branches, otherwise };
  }
  // Before its name is resolved, which could only mean the element's part here.
  if (scope.each !== undefined) scope.log.push(diagnostic("nested-each", scope.locate(node.of.range), {}));
  const over = scope.each === undefined ? resolveList(node.of, scope) : undefined;
  const inner = over && enterEach(over, scope);
  if (over === undefined || inner === undefined) return { kind: "if", branches: [], otherwise: nothing };
  return { kind: "each", ref: over.ref, body: body(node.body, inner), otherwise };
}

function compileTest(test: TestNode, scope: TemplateScope): TemplateTest | undefined {
  const value = resolveName(test.of, scope);
  if (value === undefined) return undefined;
  if (test.kind === "given") return { kind: "given", ref: value.ref, negated: test.negated };
  const literal = test.literal.value;
  if (!value.variants.some((variant) => admits(variant, literal))) {
    const accepted = [...new Set(value.variants.flatMap(acceptedLiterals))].join(", ");
    scope.log.push(
      diagnostic("unknown-literal", scope.locate(test.literal.range), {
        literal: JSON.stringify(literal),
        name: test.of.written,
        accepted,
      }),
    );
  }
  return { kind: "equals", ref: value.ref, literal, negated: test.negated };
}

function admits(variant: JsonObject, literal: string | number | boolean): boolean {
  if (Array.isArray(variant.enum)) return variant.enum.includes(literal);
  if (variant.const !== undefined) return variant.const === literal;
  return typesOf(variant).includes(typeOf(literal));
}

function acceptedLiterals(variant: JsonObject): readonly string[] {
  if (Array.isArray(variant.enum)) return variant.enum.map((value) => JSON.stringify(value));
  if (variant.const !== undefined) return [JSON.stringify(variant.const)];
  return [typeNames([variant])];
}

/** Arrays and objects have no textual form, and an untyped value may be one. */
function isTextual(value: Resolved, scope: TemplateScope): boolean {
  if (value.variants.some(isUntyped)) {
    scope.log.push(diagnostic("untyped-placeholder", scope.locate(value.range), { name: value.written }));
    return false;
  }
  const compound = value.variants.flatMap(typesOf).find((type) => type === "array" || type === "object");
  if (compound === undefined) return true;
  const instead =
    compound === "array"
      ? `{{#each ${value.written}}}, {{join ${value.written} ","}} or {{json ${value.written}}}`
      : `{{#each ${value.written}}} or {{json ${value.written}}}`;
  scope.log.push(diagnostic("not-text", scope.locate(value.range), { name: value.written, type: compound }, { help: `Write ${instead}.` }));
  return false;
}

/** Compiles JSON whose texts are templates. A text that is a single placeholder keeps the type of its value. */
export function compileJson(node: SpecNode, context: TemplateContext, diagnostics: Diagnostic[]): JsonTemplate {
  switch (node.kind) {
    case "scalar":
      return typeof node.value === "string" ? compileScalar(node, context, diagnostics) : { kind: "constant", value: node.value };
    case "list":
      return { kind: "list", items: node.items.map((item) => compileJson(item, context, diagnostics)) };
    case "map":
      return compileObject(node, context, diagnostics);
  }
}

/** The name of an entry whose value is a map, the entries of which are added to the object around it. */
const restName = "...";

function compileObject(node: MapNode, context: TemplateContext, diagnostics: Diagnostic[]): JsonTemplate {
  const named = node.entries.filter(({ key }) => key !== restName);
  const entries = named.map(({ key, value }) => [key, compileJson(value, context, diagnostics)] as const);
  const added = node.entries.find(({ key }) => key === restName)?.value;
  const rest = added === undefined ? undefined : compileRest(added, context, diagnostics);
  return { kind: "object", entries, ...(rest !== undefined && { rest }) };
}

function compileRest(node: SpecNode, context: TemplateContext, diagnostics: Diagnostic[]): ValueRef | undefined {
  const compiled = compileJson(node, context, diagnostics);
  if (node.kind === "scalar" && compiled.kind === "value") {
    const scope = scopeFor(node, context, []);
    const [[only]] = parseTemplate(node);
    const value = only?.kind === "value" ? resolveName(only.of, scope) : undefined;
    if (value !== undefined && enterEach(value, scope)?.each?.overObject === true) return compiled.ref;
  }
  if (!diagnostics.some(isError)) diagnostics.push(diagnostic("rest-not-a-map", node.span, {}));
  return undefined;
}

function compileScalar(scalar: ScalarNode, context: TemplateContext, diagnostics: Diagnostic[]): JsonTemplate {
  const [nodes, problems] = parseTemplate(scalar);
  diagnostics.push(...problems);
  if (problems.length > 0) return { kind: "constant", value: null };
  const scope = scopeFor(scalar, context, diagnostics);
  const [only] = nodes;
  if (nodes.length === 1 && only?.kind === "value") {
    const value = resolveName(only.of, scope);
    return value === undefined ? { kind: "constant", value: null } : { kind: "value", ref: value.ref };
  }
  const text = compileText(nodes, scope, context.dash);
  const [piece] = text;
  const isConstant = text.length === 0 || (text.length === 1 && typeof piece === "string");
  return isConstant ? { kind: "constant", value: typeof piece === "string" ? piece : "" } : { kind: "text", text };
}
