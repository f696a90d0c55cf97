import { isJsonObject } from "../runtime/json/json-value.js";
import { nodeAt, type SpecDocument, toValue } from "../source/spec-node.js";
import type { SpecParameter } from "./document-parameters.js";
import type { EditorCompletion } from "./editor-completion.js";
import { hasTemplates } from "./template-scalars.js";

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
export function completeTemplate(
  { text, offset }: Cursor,
  { parameters, document }: TemplateNames,
): readonly EditorCompletion[] | undefined {
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
