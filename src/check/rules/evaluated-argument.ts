import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json.js";
import { isPlain } from "../schema/pattern.js";
import { typesOf } from "../schema/types.js";
import { bodies, type FlatWord } from "../template/flatten.js";
import type { TemplateNode } from "../template/nodes.js";
import { type Resolved, resolve, type Scope } from "../template/scope.js";
import { names, selectorText } from "./dash.js";
import { type Evaluator, evaluators } from "./evaluators.js";

/** A placeholder in an argument that the program evaluates must be listed in `code`, be fixed, or be plain (SPEC §5). */
export function checkEvaluated(program: string, words: readonly FlatWord[], code: readonly string[]): readonly Diagnostic[] {
  const literals = words.map((word) => literal(word.nodes));
  const starts = [
    { name: basename(program), from: 0, first: true },
    ...literals.map((text, i) => ({ name: basename(text ?? ""), from: i + 1, first: false })),
  ];
  return starts.flatMap(({ name, from, first }) => {
    const evaluator = Object.hasOwn(evaluators, name) ? evaluators[name] : undefined;
    if (evaluator === undefined) return [];
    // Behind another program (`docker run … sh -c`) only options are telling: a file may be named like a program.
    const indexes = evaluatedWords({ words, from, evaluator: first ? evaluator : { options: evaluator.options } });
    return indexes.flatMap((index) => unlisted(words[index], code).map((value) => report(name, value.resolved, value.scope)));
  });
}

function report(program: string, value: Resolved, scope: Scope): Diagnostic {
  return diagnostic("evaluated-argument", scope.place(value.range), { name: selectorText(value), program });
}

interface Search {
  readonly words: readonly FlatWord[];
  readonly from: number;
  readonly evaluator: Evaluator;
}

function evaluatedWords({ words, from, evaluator }: Search): readonly number[] {
  const found: number[] = [];
  let operands = 0;
  let instead = false;
  for (let i = from; i < words.length; i++) {
    const text = leading(words[i]?.nodes ?? []);
    const previous = i > from ? literal(words[i - 1]?.nodes ?? []) : undefined;
    const option = evaluator.options.find((name) => isOption(text, name));
    instead ||= (evaluator.instead ?? []).some((name) => isOption(text, name));
    if (previous !== undefined && evaluator.options.some((name) => previous === name || isCluster(previous, name))) found.push(i);
    else if (option !== undefined && literal(words[i]?.nodes ?? []) === undefined) found.push(i);
    else if (previous !== undefined && evaluator.valued?.includes(previous)) continue;
    else if (!text.startsWith("-")) {
      const counts = evaluator.operand !== undefined && (evaluator.rest ? operands >= evaluator.operand : operands === evaluator.operand);
      if (counts && !instead) found.push(i);
      operands++;
    }
  }
  return found;
}

/** `--command=…`, `--command`, `-c`, `-c…` */
function isOption(text: string, name: string): boolean {
  return name.startsWith("--") ? text === name || text.startsWith(`${name}=`) : text.startsWith(name) && !text.startsWith("--");
}

/** `-lc` and `-ec` end in the option's letter. */
const isCluster = (text: string, name: string) => /^-[A-Za-z]$/.test(name) && /^-[A-Za-z]+$/.test(text) && text.endsWith(name.slice(1));

function unlisted(word: FlatWord | undefined, code: readonly string[]): readonly { readonly resolved: Resolved; readonly scope: Scope }[] {
  return word === undefined
    ? []
    : values(word.nodes, word.scope).filter(({ resolved }) => !names(code, resolved) && !resolved.variants.every(isHarmless));
}

function values(nodes: readonly TemplateNode[], scope: Scope): readonly { readonly resolved: Resolved; readonly scope: Scope }[] {
  return nodes.flatMap((node) => {
    if (node.kind === "text") return [];
    if (node.kind === "if" || node.kind === "each") return bodies(node, scope).flatMap((body) => values(body.nodes, body.scope));
    const resolved = resolve(node.of, scope);
    return resolved === undefined ? [] : [{ resolved, scope }];
  });
}

function isHarmless(variant: JsonObject): boolean {
  if (variant.const !== undefined || Array.isArray(variant.enum)) return true;
  if (typeof variant.pattern === "string" && isPlain(variant.pattern)) return true;
  return typesOf(variant).every((type) => type === "integer" || type === "number" || type === "boolean" || type === "null");
}

const basename = (path: string) => path.slice(path.lastIndexOf("/") + 1);
const literal = (nodes: readonly TemplateNode[]): string | undefined =>
  nodes.every((n) => n.kind === "text") ? leading(nodes) : undefined;
const leading = (nodes: readonly TemplateNode[]): string => (nodes[0]?.kind === "text" ? nodes[0].text : "");
