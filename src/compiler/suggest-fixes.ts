import { lineColumn, type Span } from "../contract/diagnostic.js";
import { isJsonObject, type JsonValue, selectorText } from "../contract/json-value.js";
import { parseSelector } from "../contract/schema-variants.js";
import { locate, type NodePath, nodeAt, type SpecDocument, type SpecNode, toValue } from "../contract/spec-node.js";
import { askedValues, type PlaceClass, type PlacedValue } from "../programs/place-class.js";
import { checkTool } from "./check/check-tool.js";
import { syntheticEntry } from "./check/documents/document-tool.js";
import { decodeNode } from "./check/language/decode-node.js";
import { toolShape } from "./check/language/tool-shape.js";
import { lowerRisk } from "./check/lower/lower-risk.js";
import { applyProjectSettings } from "./check/project/apply-project-settings.js";
import { codeRisk } from "./check/rules/risk-rules.js";
import type { SourceContext } from "./check.js";
import { checkPrograms, configFile } from "./config.js";
import { applyFragments, kindOf } from "./fragments.js";
import type { ProjectModel } from "./model.js";
import type { ToolModel } from "./tool-model.js";

/** A change after which calls don't ask about a parameter, and the case in which it is right. */
export interface Suggestion {
  readonly tool: string;
  readonly param: string;
  /** The first place about which calls ask: its program, subcommand and option. */
  readonly where: string;
  readonly class: PlaceClass;
  readonly when: string;
  readonly file: string;
  readonly line: number;
  /** The keys of the changed value, and the value. */
  readonly path: NodePath;
  readonly value: JsonValue;
  /** The same in YAML, to be written below all keys but the last. */
  readonly yaml: string;
}

/** A project, and the document of `toolgen.yaml` if it has one. */
export interface SuggestionContext extends SourceContext {
  readonly config: SpecDocument | undefined;
  /** All specs: a row of `programs` is for each of them. */
  readonly documents: readonly SpecDocument[];
}

interface Candidate extends Pick<Suggestion, "when" | "path" | "value"> {
  readonly isConfig?: true;
}

/**
 * Suggests changes to the spec of a tool, or to `toolgen.yaml`, by checking the tool with each of some candidates. Only
 * those after which calls don't ask about the parameter are suggested, the shortest first, a level for the tool last.
 */
export function suggestFixes(document: SpecDocument, context: SuggestionContext): readonly Suggestion[] {
  if (document.root.kind !== "map" || kindOf(document)?.key !== "name") return [];
  const [whole] = applyFragments(document, context.fragments);
  const [tool] = checkTool(whole, context.project);
  if (tool === undefined) return [];
  if (!applyProjectSettings(tool, context.project).risk.requiresConfirmation) return [];
  const asked = askedValues(tool.values);
  return [...new Set(asked.flatMap(({ param }) => param ?? []))].flatMap((param) => {
    const places = asked.filter((one) => one.param === param);
    const [first] = places;
    const isEnoughFor = (one: Candidate) => isEnough(one, param, whole, context.project) && !silencesOthers(one, document, context);
    const sufficient = candidates(whole.root, places, { tool, project: context.project }).filter(isEnoughFor);
    const found =
      sufficient.length > 0 ? sufficient : [...hostFor(whole.root, places).filter(isEnoughFor), ...decisions(tool, whole, context.project)];
    return found
      .map((one): Suggestion => {
        const root = one.isConfig === true ? context.config?.root : whole.root;
        const yaml = `${key(one.path.at(-1))}: ${flow(one.value)}`;
        const { when, path, value } = one;
        return {
          tool: tool.name,
          param,
          where: first?.where ?? "",
          class: first?.class ?? "unknown",
          when,
          ...positionIn(root, path),
          path,
          value,
          yaml,
        };
      })
      .sort((a, b) => Number(a.path[0] === "risk") - Number(b.path[0] === "risk") || a.yaml.length - b.yaml.length);
  });
}

function isEnough(candidate: Candidate, param: string, { root, ...document }: SpecDocument, project: ProjectModel): boolean {
  const changed = candidate.isConfig === true ? { ...project, programs: withRow(project, candidate) } : project;
  const changedRoot = candidate.isConfig === true ? root : withValue(root, candidate.path, candidate.value);
  const [tool] = checkTool({ ...document, root: changedRoot }, changed);
  const asked = tool && askedValues(tool.values).filter((one) => one.param === param);
  // Calls ask about files that a program writes, but as the project's settings say, and not because nothing is known.
  return asked?.every((one) => candidate.isConfig === true && one.class === "write") ?? false;
}

/** Returns true if calls of another tool would ask about fewer values. */
function silencesOthers(candidate: Candidate, document: SpecDocument, { documents, fragments, project }: SuggestionContext): boolean {
  if (candidate.isConfig !== true) return false;
  const changed = { ...project, programs: withRow(project, candidate) };
  return documents.some((other) => {
    if (other === document || kindOf(other)?.key !== "name") return false;
    const [whole] = applyFragments(other, fragments);
    const asks = (one: ProjectModel) => askedValues(checkTool(whole, one)[0]?.values ?? []).length;
    return asks(changed) < asks(project);
  });
}

/**
 * The project's own decision, where nothing that the spec can say is enough. It ends all confirmations of a tool, so it
 * is only for tools whose values alone make calls ask.
 */
function decisions(tool: ToolModel, { root }: SpecDocument, project: ProjectModel): readonly Candidate[] {
  const { overrides } = project.riskSettings;
  if (overrides[tool.name] !== undefined || asksWithoutValues(tool, root)) return [];
  const safe = [{ when: [], level: "safe" as const, from: configFile }];
  const riskSettings = { ...project.riskSettings, overrides: { ...overrides, [tool.name]: safe } };
  if (applyProjectSettings(tool, { ...project, riskSettings }).risk.requiresConfirmation) return [];
  const isFirst = Object.keys(overrides).length === 0;
  const change = isFirst ? { path: ["risk"], value: { [tool.name]: "safe" } } : { path: ["risk", tool.name], value: "safe" };
  return [{ ...change, isConfig: true, when: "each call is safe, whatever the values" }];
}

/** Returns true if the declared risk or the languages of `code` make calls ask, whatever their values. */
function asksWithoutValues({ schema, definition }: ToolModel, root: SpecNode): boolean {
  const [spec = {}] = decodeNode(root, toolShape);
  const own = lowerRisk(spec, { atLeast: codeRisk(spec, schema, []), values: [], impacts: { own: undefined, rules: [] } });
  return own.requiresConfirmation || definition.risk.level === "dangerous";
}

/** The author's own scheme and host before an argument that is an address. */
function hostFor(root: SpecNode, [place]: readonly PlacedValue[]): readonly Candidate[] {
  const node = nodeAt(root, ["command"]);
  const command = node === undefined ? undefined : toValue(node);
  if (place?.class !== "place" || !/^(?:curl|wget|https?|xhs?|aria2c)\b/.test(place.where) || !Array.isArray(command)) return [];
  const isWhole = (item: JsonValue) => typeof item === "string" && item.replaceAll(/[{}\s]/g, "") === place.param && item.startsWith("{{");
  const value = command.map((item) => (isWhole(item) ? `https://example.com/${String(item)}` : item));
  return [{ path: ["command"], value, when: "all addresses are on one host, which you write in place of example.com" }];
}

interface Checked {
  readonly tool: ToolModel;
  readonly project: ProjectModel;
}

function candidates(root: SpecNode, places: readonly PlacedValue[], { tool, project }: Checked): readonly Candidate[] {
  const param = places[0]?.param ?? "";
  const access = tool.definition.paths.find(({ target }) => selectorText(target) === param)?.access;
  // The spec says that the value names a file, so it isn't something that the program only looks at.
  if (access !== undefined) return places.flatMap((one) => rowFor(one, project, access === "read" ? "read" : "write"));
  const added = (name: string) => {
    const node = nodeAt(root, [name]);
    const given = node === undefined ? [] : toValue(node);
    return Array.isArray(given) ? [{ path: [name], value: [...given, param] }] : [];
  };
  const paths =
    nodeAt(root, ["paths"])?.kind === "map" ? { path: ["paths", param], value: "read" } : { path: ["paths"], value: { [param]: "read" } };
  return [
    ...added("data").map((one) => ({ ...one, when: "the program only looks at the value" })),
    { ...paths, when: "it is a file of the project" },
    ...patternAt(root, param).map((path) => ({ path, value: plainWord, when: "a plain word is enough" })),
    ...places.flatMap((one) => rowFor(one, project)),
  ];
}

/** Texts that no program takes for an option, a file elsewhere or code. */
const plainWord = "^[A-Za-z0-9_][A-Za-z0-9_.-]*$";

/** The path of the `pattern` that a parameter's schema lacks. */
function patternAt(root: SpecNode, param: string): readonly NodePath[] {
  const path = ["schema", ...parseSelector(param).flatMap((step) => (step === "[]" ? ["items"] : ["properties", step]))];
  const node = nodeAt(root, path);
  const schema = node === undefined ? undefined : toValue(node);
  return isJsonObject(schema) && schema.type === "string" && schema.pattern === undefined ? [[...path, "pattern"]] : [];
}

/**
 * A row for a program that the table doesn't have: `acme orders --label` is an option of `acme orders`. A row of the
 * project keeps what it says, and gets the position that it lacks.
 */
function rowFor(
  { where, class: placeClass }: PlacedValue,
  { programs }: ProjectModel,
  as: "data" | "read" | "write" = "data",
): readonly Candidate[] {
  const words = where.split(" ");
  const at = words.findIndex((word) => word.startsWith("-"));
  const name = words.slice(0, at === -1 ? words.length : at).join(" ");
  if (placeClass !== "unknown" || /[^\w ./-]/.test(name)) return [];
  const given = programs[name] ?? {};
  const { operands = [] } = given;
  if (at === -1 && operands.at(-1)?.endsWith("*") === true) return [];
  const row =
    at === -1
      ? { ...given, operands: operands.length === 0 ? [`${as}*`] : [...operands, as] }
      : { ...given, [as]: [...(given[as] ?? []), ...words.slice(at, at + 1)] };
  const value = Object.fromEntries(Object.entries(row).map(([key, values]) => [key, typeof values === "string" ? values : [...values]]));
  const path = Object.keys(programs).length === 0 ? { path: ["programs"], value: { [name]: value } } : { path: ["programs", name], value };
  return [{ ...path, isConfig: true, when: whenRow[as] }];
}

const whenRow = {
  data: "the program only looks at such values, in each tool",
  read: "the program reads such files, in each tool",
  write: "the program writes such files, in each tool: calls then ask because of that",
} as const;

function withRow({ programs }: ProjectModel, { path, value }: Candidate): ProjectModel["programs"] {
  const [, name] = path;
  const added = name === undefined ? value : { [String(name)]: value };
  // The rows have the form that `rowFor` gives them.
  return checkPrograms(emptyDocument, { ...programs, ...(added as ProjectModel["programs"]) })[0];
}

const emptyFile = { path: configFile, text: "" };
const emptyDocument: SpecDocument = {
  file: emptyFile,
  index: 0,
  root: { kind: "map", entries: [], span: { file: emptyFile, start: 0, end: 0 } },
};

/** Returns a copy of a node with another value at a path. */
function withValue(node: SpecNode, [step, ...rest]: NodePath, value: JsonValue): SpecNode {
  if (node.kind !== "map" || step === undefined) return node;
  const name = String(step);
  const entry = node.entries.find((one) => one.key === name);
  const others = node.entries.filter((one) => one !== entry);
  const isInside = entry !== undefined && rest.length > 0;
  const changed = isInside ? { ...entry, value: withValue(entry.value, rest, value) } : syntheticEntry(name, value, node.span);
  return { ...node, entries: [...others, changed] };
}

function positionIn(root: SpecNode | undefined, path: NodePath): { readonly file: string; readonly line: number } {
  const span: Span | undefined = root === undefined ? undefined : locate(root, path, "key");
  return span === undefined ? { file: configFile, line: 1 } : { file: span.file.path, line: lineColumn(span.file.text, span.start).line };
}

const key = (step: string | number | undefined): string => flow(String(step));

/** A value in the flow style of YAML. */
function flow(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`;
  if (isJsonObject(value))
    return `{ ${Object.entries(value)
      .map(([name, one]) => `${key(name)}: ${flow(one)}`)
      .join(", ")} }`;
  const isPlain =
    typeof value !== "string" || (/^[A-Za-z_][\w ./-]*$/.test(value) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value));
  return isPlain ? String(value) : JSON.stringify(value);
}
