import Handlebars from "handlebars";
import type { Diagnostic, Result, Span } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import { closest } from "../contract/names.js";
import { locateText, type Range, type ScalarNode } from "../contract/spec-node.js";
import { templateSyntaxProblem } from "./template/template-syntax-problem.js";

/** A template as written, in toolgen's own representation: literal text, values and blocks. */
export type TemplateNode = TextNode | ValueNode | JoinNode | JsonNode | BlockNode;

/**
 * Literal text. Unit `i` of `text` is at `range.start + i`: `\{{` and `\\{{` lose their backslash only at a node's end.
 */
interface TextNode {
  readonly kind: "text";
  readonly text: string;
  readonly range: Range;
}

export interface ValueNode {
  readonly kind: "value";
  readonly of: Expression;
  readonly range: Range;
}

export interface JoinNode {
  readonly kind: "join";
  readonly of: Expression;
  readonly separator: string;
  readonly range: Range;
}

export interface JsonNode {
  readonly kind: "json";
  readonly of: Expression;
  readonly range: Range;
}

export type BlockNode =
  | {
      readonly kind: "if";
      readonly branches: readonly { readonly test: TestNode; readonly body: readonly TemplateNode[] }[];
      readonly otherwise: readonly TemplateNode[] | undefined;
      readonly range: Range;
    }
  | {
      readonly kind: "each";
      readonly of: Expression;
      readonly body: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[] | undefined;
      readonly range: Range;
    };

export type TestNode =
  | { readonly kind: "given"; readonly of: Expression; readonly negated: boolean }
  | { readonly kind: "equals"; readonly of: Expression; readonly literal: Literal; readonly negated: boolean };

/** A name in a template: `x.y`, `this.y` (`self`), `../x` (`depth` 1), `@index` (`data`). */
export interface Expression {
  readonly data: boolean;
  readonly depth: number;
  readonly self: boolean;
  readonly parts: readonly string[];
  readonly written: string;
  readonly range: Range;
}

interface Literal {
  readonly value: string | number | boolean;
  readonly range: Range;
}

export const isBlock = (node: TemplateNode): node is BlockNode => node.kind === "if" || node.kind === "each";

/**
 * Parses the text of a scalar as a template. Syntax that Handlebars has and the language lacks is an error at its
 * position.
 */
export function parseTemplate(scalar: ScalarNode): Result<readonly TemplateNode[]> {
  const locate = (range: Range): Span => locateText(scalar, range.start, range.end);
  const empty = /\{\{#\s*(?:if|unless|each)\b[^{}]*\}\}(?=\{\{(?:\/|else|\^))/.exec(scalar.text);
  if (empty !== null) return [[], [diagnostic("empty-block", locate({ start: empty.index, end: empty.index + empty[0].length }), {})]];
  try {
    const program = handlebarsProgram(scalar.text);
    const reader = templateReader(scalar.text, locate);
    return [reader.nodes(program.body), reader.diagnostics];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const problem = templateSyntaxProblem({ text: scalar.text, message: error.message, takes });
    return [[], [diagnostic(problem.code, locate(problem.range), { detail: problem.detail }, { help: problem.help })]];
  }
}

function takes(text: string): boolean {
  try {
    handlebarsProgram(text);
    return true;
  } catch {
    return false;
  }
}

function templateReader(text: string, locate: (range: Range) => Span) {
  const diagnostics: Diagnostic[] = [];
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map((match) => match.index + 1)];
  const range = (loc: hbs.AST.SourceLocation): Range => ({
    start: (lineStarts[loc.start.line - 1] ?? 0) + loc.start.column,
    end: (lineStarts[loc.end.line - 1] ?? 0) + loc.end.column,
  });
  const reject = (node: hbs.AST.Node, what: string, instead: string): undefined => {
    diagnostics.push(diagnostic("unsupported-template", locate(range(node.loc)), { what }, { help: instead }));
    return undefined;
  };

  const nodes = (statements: readonly hbs.AST.Statement[]): readonly TemplateNode[] =>
    statements.map(statement).filter((node) => node !== undefined);

  function statement(node: hbs.AST.Statement): TemplateNode | undefined {
    switch (node.type) {
      case "ContentStatement":
        return { kind: "text", text: (node as hbs.AST.ContentStatement).value, range: range(node.loc) };
      case "MustacheStatement":
        return mustache(node as hbs.AST.MustacheStatement);
      case "BlockStatement":
        return block(node as hbs.AST.BlockStatement);
      case "CommentStatement":
        return reject(node, "a comment", "Write comments in YAML: # …");
      case "PartialStatement":
      case "PartialBlockStatement":
        return reject(node, "a partial", "Write out what it would hold.");
      default:
        return reject(node, "this construct", "Use placeholders, if, unless and each.");
    }
  }

  function mustache(node: hbs.AST.MustacheStatement): TemplateNode | undefined {
    if (!node.escaped) return reject(node, "{{{…}}} and {{&…}}", "Write {{x}}: nothing is escaped.");
    if (node.strip.open || node.strip.close)
      return reject(node, "white-space control (~)", "Leave the ~ out: nothing around a placeholder is changed.");
    if (node.hash !== undefined) return reject(node.hash, "a named argument", "Helpers take none.");
    if (node.params.length === 0) {
      const of = expression(node.path);
      return of && { kind: "value", of, range: range(node.loc) };
    }
    const name = (node.path as hbs.AST.PathExpression).original;
    const [first, second] = node.params;
    const of = first && expression(first);
    if (name === "json" && of !== undefined && node.params.length === 1) return { kind: "json", of, range: range(node.loc) };
    if (name === "join" && of !== undefined && node.params.length === 2 && second?.type === "StringLiteral") {
      return { kind: "join", of, separator: (second as hbs.AST.StringLiteral).value, range: range(node.loc) };
    }
    if (name === "json" || name === "join") return reject(node, `this use of ${name}`, 'Write {{json x}} or {{join xs ","}}.');
    const help = /^el(?:se)?_?if$/i.test(String(name)) ? "Write {{else if x}}." : helperHelp(String(name), node.params.length);
    return unknownHelper(node.path, { name: String(name), known: ["json", "join"], help });
  }

  function helperHelp(name: string, params: number): string | undefined {
    if (["if", "unless", "each"].includes(name)) return `A block begins with '#' and is closed: {{#${name} x}}…{{/${name}}}.`;
    return params > 1 && closest(name, ["json", "join"]) === undefined
      ? `A placeholder is one name: {{${name}}}. For a choice write {{#if ${name}}}…{{else}}…{{/if}}; a default stands in \`schema\`.`
      : undefined;
  }

  function block(node: hbs.AST.BlockStatement): BlockNode | undefined {
    const name = String(node.path.original);
    if (node.program?.blockParams !== undefined) return reject(node, "block parameters (as |x|)", "Write {{this}} and {{@key}}.");
    if (name !== "if" && name !== "unless" && name !== "each") {
      if (name === "with") return reject(node, "with", "Write {{x.y}}.");
      const bare =
        node.params.length === 0
          ? `Write {{#${node.program === undefined ? "unless" : "if"} ${name}}}…, or {{#each ${name}}}….`
          : undefined;
      return unknownHelper(node.path, { name, known: ["if", "unless", "each"], help: bare });
    }
    if ([node.openStrip, node.closeStrip, node.inverseStrip].some((strip) => strip?.open || strip?.close)) {
      return reject(node, "white-space control (~)", "Leave the ~ out: nothing around a block is changed.");
    }
    if (node.program === undefined) return reject(node, "an inverted block ({{^…}})", "Write {{#unless x}}.");
    if (node.hash !== undefined || node.params.length !== 1 || node.params[0] === undefined)
      return reject(
        node,
        `this use of ${name}`,
        name === "each" ? "Write {{#each x}}." : `Write {{#${name} x}} or {{#${name} (eq x "literal")}}.`,
      );
    const whole = range(node.loc);
    const body = nodes(node.program.body);
    if (name === "each") {
      const of = expression(node.params[0]);
      return of && { kind: "each", of, body, otherwise: node.inverse && nodes(node.inverse.body), range: whole };
    }
    const test = readTest(node.params[0], name === "unless");
    if (test === undefined) return undefined;
    const rest = chained(node.inverse);
    return { kind: "if", branches: [{ test, body }, ...rest.branches], otherwise: rest.otherwise, range: whole };
  }

  /** `{{else if …}}` arrives as a block of its own in the inverse; `{{else}}{{#if …}}` is a plain body. */
  function chained(inverse: hbs.AST.Program | undefined): Pick<Extract<BlockNode, { kind: "if" }>, "branches" | "otherwise"> {
    const only = inverse?.body[0];
    if (inverse === undefined) return { branches: [], otherwise: undefined };
    if (!("chained" in inverse) || only?.type !== "BlockStatement") return { branches: [], otherwise: nodes(inverse.body) };
    const next = block(only as hbs.AST.BlockStatement);
    if (next?.kind === "if") return next;
    if (next !== undefined) reject(only, "else each", "Write {{else}}{{#each xs}}…{{/each}}.");
    return { branches: [], otherwise: undefined };
  }

  function readTest(node: hbs.AST.Expression, negated: boolean): TestNode | undefined {
    if (node.type !== "SubExpression") {
      const of = expression(node);
      return of && { kind: "given", of, negated };
    }
    const call = node as hbs.AST.SubExpression;
    const [first, second] = call.params;
    if (String(call.path.original) === "eq" && first !== undefined && literal(first) !== undefined)
      return reject(node, "this use of eq", 'The name comes first: write (eq x "literal").');
    const of = first && expression(first);
    const equals = second && literal(second);
    if (String(call.path.original) === "eq" && call.params.length === 2 && of !== undefined && equals !== undefined) {
      return { kind: "equals", of, literal: equals, negated };
    }
    if (of === undefined && first !== undefined) return undefined;
    return String(call.path.original) === "eq"
      ? reject(node, "this use of eq", 'Write (eq x "literal").')
      : unknownHelper(call.path, { name: String(call.path.original), known: ["eq"] });
  }

  function literal(node: hbs.AST.Expression): Literal | undefined {
    if (node.type !== "StringLiteral" && node.type !== "NumberLiteral" && node.type !== "BooleanLiteral") return undefined;
    return { value: (node as hbs.AST.StringLiteral | hbs.AST.NumberLiteral | hbs.AST.BooleanLiteral).value, range: range(node.loc) };
  }

  function expression(node: hbs.AST.Expression): Expression | undefined {
    if (node.type !== "PathExpression")
      return reject(node, node.type === "SubExpression" ? "a nested call" : "a literal", "Name a parameter.");
    const path = node as hbs.AST.PathExpression;
    const written = path.original.replace(/^(\.\.\/)+/, "").replace(/^\.\//, "");
    if (written.includes("/") && !written.includes("[")) return reject(node, "a path with '/'", "Write {{x.y}}.");
    const self = !path.data && path.depth === 0 && /^(this|\.)(?=$|[./])/.test(path.original);
    return { data: path.data, depth: path.depth, self, parts: path.parts, written: path.original, range: range(node.loc) };
  }

  function unknownHelper(
    node: hbs.AST.Node,
    { name, known, help }: { readonly name: string; readonly known: readonly string[]; readonly help?: string | undefined },
  ): undefined {
    const didYouMean = help === undefined ? closest(name, known) : undefined;
    diagnostics.push(diagnostic("unknown-helper", locate(range(node.loc)), { name, accepted: known.join(", ") }, { didYouMean, help }));
    return undefined;
  }

  return { nodes, diagnostics };
}

/**
 * Parses a template by Handlebars. Tools share many of their templates, such as `{{path}}`, and some are parsed for
 * several checks. So short ones are kept, as long as there are few.
 */
function handlebarsProgram(text: string): hbs.AST.Program {
  const known = kept.get(text);
  if (known !== undefined) return known;
  const program = Handlebars.parseWithoutProcessing(text);
  if (text.length <= longest) {
    if (kept.size >= most) kept.clear();
    kept.set(text, program);
  }
  return program;
}

const kept = new Map<string, hbs.AST.Program>();
const longest = 200;
const most = 1000;
