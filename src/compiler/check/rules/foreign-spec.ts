import type { Diagnostic } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { type MapEntry, type NodePath, nodeAt, type SpecDocument, type SpecNode } from "../../../contract/spec-node.js";
import { schemaNames } from "../language/suggest-key.js";

/**
 * Reports a tool in the form of OpenAI's or Gemini's API, or a list of such tools, and shows how the first of them
 * begins as a spec.
 */
export function checkForeignSpec({ root }: SpecDocument): readonly Diagnostic[] {
  if (root.kind !== "map") return [];
  const found = foreignForm(root.entries);
  if (found === undefined) return [];
  const { entry, form, declaration } = found;
  return [
    diagnostic(
      "foreign-spec",
      entry.keySpan,
      { form },
      { help: `Write each tool as a document, with \`---\` between two in a file:\n${skeleton(declaration).join("\n")}` },
    ),
  ];
}

interface Foreign {
  readonly entry: MapEntry;
  readonly form: string;
  readonly declaration: SpecNode | undefined;
}

function foreignForm(entries: readonly MapEntry[]): Foreign | undefined {
  const of = (key: string) => entries.find((entry) => entry.key === key);
  const [type, inner, list] = [of("type"), of("function"), of("functionDeclarations") ?? of("function_declarations")];
  if (type?.value.kind === "scalar" && type.value.text === "function")
    return {
      entry: type,
      form: "a tool as OpenAI's API declares it",
      declaration: inner?.value ?? { kind: "map", entries, span: type.keySpan },
    };
  if (list !== undefined) return { entry: list, form: "a list of tools as Gemini's API declares them", declaration: firstOf(list.value) };
  const tools = of("name") === undefined && of("fragment") === undefined ? of("tools") : undefined;
  if (tools?.value.kind !== "list") return undefined;
  const first = firstOf(tools.value);
  const inside = first?.kind === "map" ? nodeAt(first, ["function"]) : undefined;
  return {
    entry: tools,
    form: "a list of tools",
    declaration: inside ?? first,
  };
}

const firstOf = (node: SpecNode) => (node.kind === "list" ? node.items[0] : node);

function skeleton(declaration: SpecNode | undefined): readonly string[] {
  const at = (...path: string[]) => (declaration === undefined ? undefined : nodeAt(declaration, path));
  const name = at("name");
  const properties = schemaNames.map((key) => at(key, "properties")).find((node) => node !== undefined);
  const parameters = properties?.kind === "map" ? properties.entries.map(({ key }) => key) : [];
  const items = ["program", ...parameters.map((parameter) => `"{{${parameter}}}"`)];
  return [
    `name: ${name?.kind === "scalar" && name.text !== "" ? name.text : "count_lines"}`,
    "description: …",
    "kind: read            # what it does at worst",
    ...(parameters.length === 0
      ? []
      : [`schema: { properties: { ${parameters.map((p) => `${p}: …`).join(", ")} } }   # the JSON Schema as it is`]),
    `command: [${items.join(", ")}]`,
  ];
}

/** Keys whose values are read by people and models, at any level. */
const texts = new Set(["description", "displayName", "summary", "impact", "error", "install", "display"]);
/** Keys below which every text is one: meanings of codes, and arguments. */
const below = new Set(["exitCodes", "statusCodes", "command", "shell", "stdin", "secrets"]);

/**
 * Warns about an unquoted text that ' #' truncates, unless that looks like a comment: with two spaces before '#' and
 * one after it.
 */
export function checkCutByComment({ root }: SpecDocument): readonly Diagnostic[] {
  return cutTexts(root, []);
}

function cutTexts(node: SpecNode, path: NodePath): readonly Diagnostic[] {
  if (node.kind === "map") return node.entries.flatMap(({ key, value }) => cutTexts(value, [...path, key]));
  if (node.kind === "list") return node.items.flatMap((item, i) => cutTexts(item, [...path, i]));
  const { comment, text } = node;
  if (comment === undefined || text === "") return [];
  // The value of an enum, or of a default, is data; one of a key of the language is text.
  const key = path.findLast((step) => typeof step === "string");
  if (!texts.has(String(key)) && !below.has(String(path[0]))) return [];
  const source = comment.file.text;
  const isComment = /[ \t]{2}$/.test(source.slice(0, comment.start)) && /^#(?:\s|$)/.test(source.slice(comment.start, comment.start + 2));
  return isComment ? [] : [diagnostic("cut-by-comment", comment, {})];
}
