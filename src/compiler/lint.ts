import { type Diagnostic, sortDiagnostics } from "../contract/diagnostic.js";
import { diagnostic } from "../contract/diagnostic-codes.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../contract/json-value.js";
import { locate, type NodePath, nodeAt, type SpecDocument } from "../contract/spec-node.js";
import type { Model, TargetName } from "./model.js";
import { parse } from "./source.js";
import { type ToolModel, toolDefaults } from "./tool-model.js";

/** A tool whose author can change it, with its document. */
interface LintedTool {
  readonly tool: ToolModel;
  readonly document: SpecDocument;
  /** The position of a key or value in the document, or of the nearest that is there. */
  at(path: NodePath, part?: "key" | "value"): NonNullable<Diagnostic["span"]>;
}

/** A rule about one tool. */
type ToolRule = (linted: LintedTool) => readonly Diagnostic[];

/** A rule about tools together. */
type ModelRule = (model: Model, tools: readonly LintedTool[]) => readonly Diagnostic[];

/** Two tools of a target must not begin with the same sentence. The finding is at the later one by name. */
const checkSameDescriptions: ModelRule = (model, tools) =>
  tools.flatMap(({ tool, at }) => {
    const own = firstSentence(tool.description);
    for (const target of shownTargets) {
      const names = toolsOf(model, target);
      const other = model.tools.find(
        ({ name, description }) =>
          name < tool.name && names.includes(name) && names.includes(tool.name) && firstSentence(description) === own,
      );
      if (other !== undefined) return [diagnostic("same-description", at(["description"]), { tool: tool.name, other: other.name, target })];
    }
    return [];
  });

/** The words of the first sentence: case and punctuation make no difference to a model. */
const firstSentence = (description: string) =>
  (/^.*?[.!?](?=\s|$)/s.exec(description.trim())?.[0] ?? description)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ") ?? "";

/** Verbs by which tools are named, and that models take for each other. */
const synonyms: readonly (readonly string[])[] = [
  ["get", "fetch", "read", "show", "view", "retrieve", "load", "display", "open"],
  ["search", "find", "lookup", "query", "locate"],
  ["list", "enumerate"],
  ["create", "add", "new", "insert"],
  ["update", "edit", "modify", "change", "set"],
  ["delete", "remove", "erase", "destroy"],
  ["run", "execute", "start", "launch", "invoke"],
];

/** Targets whose clients show all of their tools to a model. */
const shownTargets: readonly TargetName[] = ["mcp", "gemini"];

/** Two tools of a target must not have names of the same meaning. The finding is at the later one by name. */
const checkSimilarTools: ModelRule = (model, tools) =>
  tools.flatMap(({ tool, at }) => {
    for (const target of shownTargets) {
      const names = toolsOf(model, target);
      const other = names.includes(tool.name) && names.find((name) => name < tool.name && meaningOf(name) === meaningOf(tool.name));
      if (typeof other === "string") return [diagnostic("similar-tools", at(["name"]), { tool: tool.name, other, target })];
    }
    return [];
  });

/** The names of the tools that a target holds. */
const toolsOf = ({ tools, excluded }: Model, target: TargetName): readonly string[] =>
  tools.map(({ name }) => name).filter((name) => !excluded[target].includes(name));

/**
 * The words of a name in any order and in the singular, a verb at the beginning as the first of its synonyms: elsewhere
 * `set` or `view` is a noun. With `from`, `to` or `into` the order is the meaning.
 */
const meaningOf = (name: string): string => {
  const [first = "", ...others] = name.split("_");
  const verb = synonyms.find((group) => group.includes(first))?.[0] ?? singular(first);
  const words = [verb, ...others.map(singular)];
  return (words.some((word) => ["from", "to", "into"].includes(word)) ? words : words.sort()).join(" ");
};

const singular = (word: string) => word.replace(/(?<=[^s])s$/, "");

/** The parts of a project besides its model that are linted. */
interface LintContext {
  /** `toolgen.yaml`, whose `lint` turns rules off for all tools. */
  readonly config: SpecDocument | undefined;
  /** True to lint the tools that come with toolgen too: its own tests do. */
  readonly withLibrary?: boolean;
}

/** Rules about two tools, by their codes. */
const rulesOfPairs: Readonly<Record<string, ModelRule>> = {
  "similar-tools": checkSimilarTools,
  "same-description": checkSameDescriptions,
};

/**
 * Reports what may make a model choose or call a tool wrongly. Tools that come with toolgen count for rules about
 * several tools, and aren't reported.
 */
export function lintModel(model: Model, { config, withLibrary = false }: LintContext): readonly Diagnostic[] {
  const own = model.tools.filter(({ source }) => withLibrary || !source.file.path.startsWith("std/"));
  const tools = own.flatMap((tool) => linted(tool) ?? []);
  const found = tools.flatMap((one) => {
    const off = turnedOff(one.document);
    return [checkDescription, checkParameters, checkResult].flatMap((rule) => rule(one)).filter(({ code }) => !off.has(code));
  });
  const together = Object.entries(rulesOfPairs).flatMap(([code, rule]) =>
    rule(
      model,
      tools.filter(({ document }) => !turnedOff(document).has(code)),
    ),
  );
  const everywhere = turnedOff(config);
  return sortDiagnostics(
    [...found, ...together, ...checkToolCount(model, tools), ...checkClientLimits(model, tools)].filter(
      ({ code }) => !everywhere.has(code),
    ),
  );
}

/** Finds a tool's document by the position of its name. A companion of a background tool has that tool's. */
function linted(tool: ToolModel): LintedTool | undefined {
  const { file, nameSpan } = tool.source;
  const document = parse(file)[0].find(({ root }) => nodeAt(root, ["name"])?.span.start === nameSpan.start);
  const name = document && nodeAt(document.root, ["name"]);
  if (document === undefined || name?.kind !== "scalar" || name.text !== tool.name) return undefined;
  return { tool, document, at: (path, part) => locate(document.root, path, part) };
}

function turnedOff(document: SpecDocument | undefined): ReadonlySet<string> {
  const node = document && nodeAt(document.root, ["lint"]);
  const entries = node?.kind === "map" ? node.entries : [];
  return new Set(entries.flatMap(({ key, value }) => (value.kind === "scalar" && value.text === "off" ? [key] : [])));
}

/** Words with which a text says when something is done. */
const whenWords = /\buse[sd]?\b|\bwhen(?:ever)?\b|\bbefore\b|\bafter\b|\bonce\b|\bif (?:you|the|a|an|there|it)\b/i;

/** Words with which a text says what something is not for, or names another tool: `use search_text`. */
const limitWords =
  /\b(?:not|never|only|instead|except|without|unless|no|cannot)\b|n't\b|\brather than\b|\b(?:use|with|by|see) [a-z]+_[a-z_]+\b/i;

/** The description must say when to use the tool, and when not. */
const checkDescription: ToolRule = ({ tool: { name, description }, at }) => [
  ...(whenWords.test(description) ? [] : [diagnostic("description-without-use", at(["description"]), { tool: name })]),
  ...(limitWords.test(description) ? [] : [diagnostic("description-without-limits", at(["description"]), { tool: name })]),
];

/** A parameter, or a property of one. */
interface Parameter {
  /** `edits[].old_string` */
  readonly name: string;
  readonly property: JsonObject;
  /** The path of its schema in the document. */
  readonly path: NodePath;
  /** The text that explains the object which has it. */
  readonly parentText: string;
}

/**
 * Every parameter must be explained: by a description, or by being one constant value. Properties of parameters may be
 * explained in the description of the parameter, by their names. Short codes need their meaning.
 */
const checkParameters: ToolRule = (linted) =>
  parametersOf(linted.tool.schema, { name: "", path: ["schema"], parentText: "" }).flatMap((parameter) => [
    ...checkExplained(parameter, linted),
    ...checkCodes(parameter, linted),
  ]);

function checkExplained({ name, property, path, parentText }: Parameter, { at }: LintedTool) {
  const own = path.at(-1);
  const isExplained =
    isText(property.description) || property.const !== undefined || "$ref" in property || hasWord(parentText, String(own));
  return isExplained ? [] : [diagnostic("undescribed-parameter", at(path, "key"), { parameter: name })];
}

/** Values such as `A` and `M` say nothing by themselves. */
function checkCodes({ name, property, path, parentText }: Parameter, { at }: LintedTool) {
  const values = Array.isArray(property.enum) ? property.enum : [];
  const codes = values.filter((value: JsonValue): value is string => typeof value === "string" && /^\p{L}{1,2}$/u.test(value));
  const text = `${textOf(property)} ${parentText}`;
  const unexplained = codes.find((value) => !hasWord(text, value));
  return unexplained === undefined ? [] : [diagnostic("unexplained-value", at([...path, "enum"]), { parameter: name, value: unexplained })];
}

type Holder = Pick<Parameter, "name" | "path" | "parentText">;

/** The properties of a schema, and those of objects and lists of objects in it. */
function parametersOf(schema: JsonObject, { name, path, parentText }: Holder): readonly Parameter[] {
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {});
  const own = properties.flatMap(([key, property]): readonly Parameter[] => {
    if (!isJsonObject(property)) return [];
    const parameter = { name: name === "" ? key : `${name}.${key}`, property, path: [...path, "properties", key], parentText };
    const inner = { ...parameter, parentText: `${parentText} ${textOf(property)}` };
    return [parameter, ...parametersOf(property, inner)];
  });
  const { items } = schema;
  if (!isJsonObject(items)) return own;
  return [...own, ...parametersOf(items, { name: `${name}[]`, path: [...path, "items"], parentText: `${parentText} ${textOf(items)}` })];
}

const textOf = ({ description }: JsonObject) => (typeof description === "string" ? description : "");
const isText = (value: unknown) => typeof value === "string" && value.trim() !== "";

/** Returns true if a text contains a word as it is written. */
const hasWord = (text: string, word: string) => text.split(/[^\p{L}\p{N}_-]+/u).includes(word);

/** Words in the names of parameters that ask for a part of a result. */
const partWords = new Set([
  ...["max", "limit", "count", "n", "lines", "page", "pages", "offset", "first", "last", "head", "tail"],
  ...["depth", "start", "end", "range", "number", "size", "top", "length", "skip", "cursor", "fields", "only"],
]);

/** The results of tools of these kinds are as long as what they find. */
const finding = new Set(["read", "search", "fetch", "execute", "other"]);

/** A result that may be long must be bounded by the author, or by a parameter. */
const checkResult: ToolRule = (linted) => {
  const { tool, at } = linted;
  const { maxBytes, format } = tool.definition.output;
  if (!finding.has(tool.kind) || format === "image" || format === "audio" || isBounded(linted)) return [];
  const parameters = Object.keys(isJsonObject(tool.schema.properties) ? tool.schema.properties : {});
  if (parameters.some((name) => wordsOf(name).some((word) => partWords.has(word)))) return [];
  return [diagnostic("unbounded-result", at(["output"], "key"), { tool: tool.name, bytes: String(maxBytes) })];
};

/** True if the author set a limit or selects a part, also where it is the default's value. */
function isBounded({ tool, document }: LintedTool): boolean {
  const { select, schema, maxBytes, maxLines } = tool.definition.output;
  const output = document.root.kind === "map" ? document.root.entries.find(({ key }) => key === "output")?.value : undefined;
  const own = output?.kind === "map" && output.entries.some(({ key }) => key === "maxLines" || key === "maxBytes");
  return own || select !== undefined || schema !== undefined || maxBytes < toolDefaults.maxBytes || maxLines < toolDefaults.maxLines;
}

/** `maxResults` and `max_results` in words. */
const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/);

/** Clients that give a model only so many tools, those of all servers together (the sources are in the catalogue). */
const limits = [
  { client: "Cursor", most: 40 },
  { client: "VS Code", most: 128 },
] as const;

/** A server with more tools than a client takes can't be used whole there, whatever else is installed. */
const checkClientLimits: ModelRule = (model) => {
  const count = toolsOf(model, "mcp").length;
  return limits.flatMap(({ client, most }) =>
    count <= most ? [] : [diagnostic("client-tool-limit", { path: "toolgen.yaml" }, { client, most: String(most), count: String(count) })],
  );
};

/** The number of tools that vendors of models advise to stay below. */
const limit = 20;

/** A client that shows all tools of its target shows them at once. */
const checkToolCount: ModelRule = (model) =>
  shownTargets.flatMap((target) => {
    const count = toolsOf(model, target).length;
    return count < limit
      ? []
      : [diagnostic("too-many-tools", { path: "toolgen.yaml" }, { target, count: String(count), limit: String(limit) })];
  });
