import { diagnostic } from "../../diagnostics/codes.js";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { JsonObject } from "../../runtime/json.js";
import { isPlain } from "../schema/pattern.js";
import { typesOf } from "../schema/types.js";
import { bodies, type FlatWord } from "../template/flatten.js";
import type { TemplateNode } from "../template/nodes.js";
import { type Resolved, resolve, type Scope } from "../template/scope.js";
import { type CodeLanguageName, languageOf, leastRiskOf } from "./code-languages.js";
import { names, selectorText } from "./dash.js";
import { type Evaluator, evaluatorOf, isCluster, isOption, starterOf } from "./evaluators.js";

/** A placeholder in an argument that the program evaluates must be listed in `code`, be fixed, or be plain (SPEC §5). */
export function checkEvaluated(program: string, words: readonly FlatWord[], code: readonly string[]): readonly Diagnostic[] {
  const certain = startedPrograms(program, words);
  const searches = [
    ...certain.map((start) => ({ ...start, evaluator: evaluatorOf(start.name) })),
    ...words.map(({ nodes }, i) => ({ name: literal(nodes) ?? "", from: i + 1, evaluator: optionsOf(literal(nodes)) })),
    ...certain.map((start) => ({ ...start, evaluator: starterOf(start.name) })),
  ];
  const evaluatedBy = new Map<number, string>();
  for (const { name, from, evaluator } of searches) {
    const found = evaluator === undefined ? [] : evaluatedWords({ words, from, evaluator });
    for (const index of found) if (!evaluatedBy.has(index)) evaluatedBy.set(index, basename(name));
  }
  return [...evaluatedBy].flatMap(([index, by]) => unlisted(words[index], code).map((value) => report(by, value.resolved, value.scope)));
}

/** Behind another program (`docker run … sh -c`) only options are telling: a file may be named like a program. */
function optionsOf(name: string | undefined): Evaluator | undefined {
  const evaluator = name === undefined ? undefined : evaluatorOf(name);
  return evaluator && { options: evaluator.options };
}

/** The programs that certainly run: the command's own, and through `sudo`, `timeout` and their like those that they start. */
function startedPrograms(program: string, words: readonly FlatWord[]): readonly { readonly name: string; readonly from: number }[] {
  const started = [{ name: program, from: 0 }];
  for (let at = started[0]; at !== undefined; ) {
    const starter = starterOf(at.name);
    const [index] = starter === undefined ? [] : evaluatedWords({ words, from: at.from, evaluator: starter });
    const name = index === undefined ? undefined : literal(words[index]?.nodes ?? []);
    at = name === undefined || index === undefined ? undefined : { name, from: index + 1 };
    if (at !== undefined) started.push(at);
  }
  return started;
}

function report(program: string, value: Resolved, scope: Scope): Diagnostic {
  const name = selectorText(value);
  const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
  const language = languageOf(program);
  return diagnostic("evaluated-argument", scope.place(value.range), { name, program }, { help: codeHelp(key, language) });
}

const codeHelp = (key: string, language: CodeLanguageName): string =>
  `Write \`code: { ${key}: ${language} }\`, and the tool is ${leastRiskOf(language, [])}. Or make it an enum, an integer, or a text with a pattern of plain characters.`;

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
    else if (evaluator.settings?.some((name) => text.startsWith(name))) found.push(i);
    else if (operands === 0 && previous !== undefined && evaluator.settingOptions?.includes(previous) && !text.includes("=")) found.push(i);
    else if (previous !== undefined && evaluator.valued?.includes(previous)) continue;
    else if (evaluator.assignments && /^[A-Za-z_]\w*=/.test(text)) continue;
    else if (!text.startsWith("-")) {
      const counts = evaluator.operand !== undefined && (evaluator.rest ? operands >= evaluator.operand : operands === evaluator.operand);
      if (counts && !instead) found.push(i);
      operands++;
    }
  }
  return found;
}

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
