import type { SourceContext } from "../check/check-source.js";
import { kindOf } from "../check/fragments/apply-fragments.js";
import type { Model } from "../model/tool.js";
import { parse } from "../source/parse.js";
import type { NodePath, SpecDocument } from "../source/spec-node.js";
import { completeTemplate } from "./complete-template.js";
import { documentAt, positionAt } from "./document-at.js";
import { documentParameters, type SpecParameter } from "./document-parameters.js";
import type { EditorCompletion } from "./editor-completion.js";
import { choicesAt, shapeOf, shapesAt } from "./shapes-at.js";

/** The data of a project from which completions are made. */
export interface EditorCompletionContext extends SourceContext {
  readonly model: Model;
  /** The tools that come with toolgen: `std/read_file`. */
  readonly libraryNames: readonly string[];
  /** False where a JSON Schema completes the language's own keys and words. */
  readonly keys: boolean;
}

interface TextAt {
  readonly path: string;
  readonly text: string;
  readonly offset: number;
}

/** The words that may stand at an offset: in a template, or where a spec names something of the project. */
export function complete(at: TextAt, context: EditorCompletionContext): readonly EditorCompletion[] {
  const document = documentAt(at, at.offset);
  const parameters = document === undefined ? [] : documentParameters(document, context.fragments);
  const inTemplate = completeTemplate(at, { parameters, document });
  if (inTemplate !== undefined) return inTemplate;
  const position = typedPosition(at);
  if (position === undefined) return [];
  const { path, typed } = position;
  const words = [...wordsAt(path, { parameters, context, document: position.document }), ...(context.keys ? languageWords(position) : [])];
  const range = { start: at.offset - typed.length, end: at.offset };
  return words.map((word) => ({ ...word, ...range }));
}

interface TypedPosition {
  readonly document: SpecDocument;
  readonly path: NodePath;
  readonly typed: string;
  readonly isKey: boolean;
}

/** A word that no spec has, put in place of the one that is being typed. */
const marker = "toolgen-completes-here";

/** Where in the document a word is being typed. The text around it is read as if the word were complete. */
function typedPosition({ path, text, offset }: TextAt): TypedPosition | undefined {
  const typed = /[\w@./:*-]*$/.exec(text.slice(Math.max(0, offset - 200), offset))?.[0] ?? "";
  const start = offset - typed.length;
  const rest = text.slice(offset).replace(/^[\w@./*-]+/, "");
  const isKey = /^[ \t]*:/.test(rest);
  for (const ending of isKey ? [""] : ["", ": x", "]", "}", ": x}", ": x]"]) {
    const marked = `${text.slice(0, start)}${marker}${ending}${rest}`;
    const document = parse({ path, text: marked })[0].find(({ root }) => positionAt(root, start + 1) !== undefined);
    const position = document && positionAt(document.root, start + 1);
    const found = position?.scalar?.text ?? position?.key?.key;
    if (document === undefined || position === undefined || found !== marker) continue;
    return { document, path: position.path, typed, isKey: position.key !== undefined };
  }
  return undefined;
}

type Word = Pick<EditorCompletion, "label" | "kind" | "detail" | "insert">;

interface Sources {
  readonly parameters: readonly SpecParameter[];
  readonly context: EditorCompletionContext;
  readonly document: SpecDocument;
}

/** Lists whose items are names of parameters, and values that are one. `*` is any step. */
const parameterValues: readonly NodePath[] = [
  ["schema", "required", "*"],
  ["data", "*"],
  ["allowLeadingDash", "*"],
  ["mutuallyExclusive", "*", "*"],
  ["locations", "*", "path"],
  ["locations", "*", "line"],
  ["guard"],
  ["guard", "param"],
  ["coerce", "*", "count"],
  ["coerce", "*", "file"],
];

/** Maps whose keys are names of parameters. */
const parameterKeys: readonly NodePath[] = [
  ["paths"],
  ["code"],
  ["aliases"],
  ["weakAliases"],
  ["coerce"],
  ["complete"],
  ["elicit"],
  ["risk", "rules", "*", "when"],
  ["examples", "*", "params"],
  ["examples", "*", "expect", "params"],
];

/** The names of the project that may stand at a path. A JSON Schema knows none of them. */
function wordsAt(path: NodePath, { parameters, context, document }: Sources): readonly Word[] {
  const isConfig = kindOf(document) === undefined;
  const named = parameters.map(({ name, type }): Word => ({ label: name, kind: "parameter", detail: type, insert: name }));
  const isListed = path.length === 2 && path[0] === "elicit" && typeof path[1] === "number";
  if (isListed || parameterValues.some((pattern) => matches(pattern, path))) return named;
  // A key that has no colon yet is read as the whole value of the map.
  if (parameterKeys.some((pattern) => matches(pattern, path) || matches([...pattern, "*"], path)))
    return named.map((word) => ({ ...word, insert: `${word.insert}: ` }));
  if (matches(["extends", "*"], path) || matches(["extends"], path))
    return [...context.fragments.keys()].map((name) => ({ label: name, kind: "fragment", detail: "fragment", insert: name }));
  if (matches(["paths", "*", "root"], path))
    return ["workspace", "any", ...Object.keys(context.project.roots)].map((name) => ({
      label: name,
      kind: "value",
      detail: "root",
      insert: name,
    }));
  if (!isConfig) return [];
  if (matches(["library", "*"], path))
    return context.libraryNames.map((name) => ({ label: name, kind: "tool", detail: "tool of toolgen", insert: name }));
  if (matches(["targets", "*", "include", "*"], path) || matches(["targets", "*", "exclude", "*"], path))
    return toolWords(context.model, "");
  if (matches(["risk"], path) || matches(["risk", "*"], path))
    return toolWords(context.model, "toolset:").map((word) => ({ ...word, insert: `${word.insert}: ` }));
  return [];
}

function toolWords({ tools, hosted }: Model, prefix: string): readonly Word[] {
  const toolsets = new Set(tools.flatMap((tool) => tool.toolsets));
  return [
    ...[...tools, ...hosted].map(({ name }): Word => ({ label: name, kind: "tool", detail: "tool", insert: name })),
    ...[...toolsets].map((name): Word => ({ label: `${prefix}${name}`, kind: "tool", detail: "toolset", insert: `${prefix}${name}` })),
  ];
}

/** The language's own keys and words, for files in which no JSON Schema completes them. */
function languageWords({ document, path, isKey }: TypedPosition): readonly Word[] {
  const shape = shapeOf(document);
  const words = isKey ? [] : choicesAt(shape, path).map((word): Word => ({ label: word, kind: "value", detail: "", insert: word }));
  const records = [...shapesAt(shape, isKey ? path.slice(0, -1) : path)];
  const keys = records.flatMap((one) => (one.kind === "record" ? Object.entries(one.fields) : []));
  return [...words, ...keys.map(([key, { description }]): Word => ({ label: key, kind: "key", detail: description, insert: `${key}: ` }))];
}

const matches = (pattern: NodePath, path: NodePath) =>
  pattern.length === path.length && pattern.every((step, i) => step === "*" || step === path[i]);
