import type { SourceContext } from "../compiler/check.js";
import { kindOf } from "../compiler/fragments.js";
import type { Model } from "../compiler/model.js";
import { parse } from "../compiler/source.js";
import { choicesAt, shapeOf, shapesAt } from "../compiler/spec-schema.js";
import { isJsonObject } from "../contract/json-value.js";
import { type NodePath, nodeAt, type SpecDocument, toValue } from "../contract/spec-node.js";
import { documentAt, documentParameters, hasTemplates, positionAt, type SpecParameter } from "./project-check.js";

/** The data of a project from which completions are made. */
interface EditorCompletionContext extends SourceContext {
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

interface Cursor {
  readonly text: string;
  readonly offset: number;
}

interface TemplateNames {
  readonly parameters: readonly SpecParameter[];
  /** The document, if it can be read. */
  readonly document: SpecDocument | undefined;
}

/** How far before the offset a placeholder may begin. */
const longest = 300;

/**
 * The names that may stand in an open `{{` before an offset; `undefined` if there is none. The text is read as far as
 * it is written, because YAML can't be while it is being typed.
 */
function completeTemplate({ text, offset }: Cursor, { parameters, document }: TemplateNames): readonly EditorCompletion[] | undefined {
  const before = text.slice(Math.max(0, offset - longest), offset);
  const open = /\{\{([^{}\n]*)$/.exec(before)?.[1];
  const top = topOf(text, offset);
  if (open === undefined || !hasTemplates(top.key)) return undefined;
  const [, lead = "", typed = ""] = /^(.*?)([\w@./#-]*)$/s.exec(open) ?? [];
  const range = { start: offset - typed.length, end: offset };
  const closing = /^[^{}\n]*\}\}/.test(text.slice(offset)) ? "" : "}}";
  const isBlock = /^\s*#?(?:else\s+)?(?:if|unless|each|join|json)\s+(?:\(eq\s+)?$/.test(lead);
  if (!isBlock && lead.trim() !== "") return [];
  // What follows a name in a block is the block's own.
  const end = isBlock && lead.includes("(eq") ? "" : closing;
  const isInEach = openEaches(top.text) > 0;
  const names = parameters.map(
    ({ name, type, isRequired }): Omit<EditorCompletion, "start" | "end"> => ({
      label: `${isInEach ? "../" : ""}${name}`,
      kind: "parameter",
      detail: `${type}${isRequired ? ", required" : ""}`,
      insert: `${isInEach ? "../" : ""}${isPlain(name) ? name : `[${name}]`}${end}`,
    }),
  );
  const data = [...(isInEach ? inEach : []), ...ownData(top.key, document), ...always].map(
    ([label, detail]): Omit<EditorCompletion, "start" | "end"> => ({ label, kind: "value", detail, insert: `${label}${end}` }),
  );
  return [...names, ...data, ...(isBlock ? [] : blocks)].map((one) => ({ ...one, ...range }));
}

/** The top-level key whose value an offset is in, and the text since its line. */
function topOf(text: string, offset: number): { readonly key: string; readonly text: string } {
  const before = text.slice(0, offset);
  const [last] = [...before.matchAll(/^["']?([A-Za-z$][\w$-]*)["']?[ \t]*:/gm)].slice(-1);
  return last === undefined ? { key: "", text: before } : { key: last[1] ?? "", text: before.slice(last.index) };
}

const openEaches = (text: string) => [...text.matchAll(/\{\{#\s*each\b/g)].length - [...text.matchAll(/\{\{\/\s*each\b/g)].length;

/** Names with other characters stand in brackets. */
const isPlain = (name: string) => /^[A-Za-z_][\w-]*$/.test(name);

const inEach: readonly (readonly [string, string])[] = [
  ["this", "the element"],
  ["@index", "the element's number, from 0"],
  ["@key", "the entry's key"],
  ["@first", "true for the first element"],
  ["@last", "true for the last element"],
];

const always: readonly (readonly [string, string])[] = [
  ["@workspace", "the folder that the client was started in"],
  ["@specDir", "the spec's folder"],
  ["@params", "the whole checked call"],
];

/** Keys whose texts may have secrets. */
const takesSecrets = new Set(["env", "stdin", "tempFiles", "http"]);

/** Temporary files, secrets and the output, where they have a meaning. */
function ownData(key: string, document: SpecDocument | undefined): readonly (readonly [string, string])[] {
  const namesAt = (path: string): readonly string[] => {
    const node = document && nodeAt(document.root, [path]);
    const value = node === undefined ? undefined : toValue(node);
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : isJsonObject(value) ? Object.keys(value) : [];
  };
  const secrets = takesSecrets.has(key) ? namesAt("secrets") : [];
  return [
    ...namesAt("tempFiles").map((name) => [`@temp.${name}`, "the path of a temporary file"] as const),
    ...secrets.map((name) => [`@secret.${name}`, "a secret"] as const),
    ...(key === "output" ? [["@output", "the text that the model gets, in `display`"] as const] : []),
    ["@tempDir", "a new folder for the call"],
  ];
}

const blocks: readonly Omit<EditorCompletion, "start" | "end">[] = [
  { label: "#if", kind: "block", detail: "only if it is given", insert: "#if " },
  { label: "#unless", kind: "block", detail: "only if it is not given", insert: "#unless " },
  { label: "#each", kind: "block", detail: "for each element", insert: "#each " },
  { label: "join", kind: "block", detail: "the elements in one text", insert: "join " },
  { label: "json", kind: "block", detail: "compact JSON", insert: "json " },
];

/** One of the words that may stand at a position. `start` and `end` are the range that it replaces. */
export interface EditorCompletion {
  readonly label: string;
  readonly kind: "parameter" | "value" | "key" | "fragment" | "tool" | "block";
  readonly detail: string;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}
