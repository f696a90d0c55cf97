import { diagnostic } from "../../diagnostics/codes.js";
import { unreachable } from "../../diagnostics/invariant.js";
import type { Item } from "../../runtime/contract/definition.js";
import type { TemplateBlock, TemplateTest, TextPiece, TextTemplate } from "../../runtime/contract/text-template.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { isUntyped, typeOf, typesOf } from "../schema/types.js";
import { adjacentBlock, cutWords, loneBlock, mergeText } from "./cut-words.js";
import { elementOf, enterEach } from "./enter-each.js";
import type { BlockNode, TemplateNode, TestNode } from "./nodes.js";
import { resolveList, resolveName } from "./resolve-name.js";
import type { Resolved, TemplateScope } from "./template-scope.js";
import { typeNames } from "./type-names.js";

/** Decides whether a value may begin an argument although it begins with `-`. */
export type DashRule = (value: Resolved) => boolean;

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
