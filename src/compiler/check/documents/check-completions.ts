import { type Diagnostic, isError, type Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import type { JsonObject } from "../../../contract/json-value.js";
import { closest } from "../../../contract/names.js";
import type { RiskLevel } from "../../../contract/risk.js";
import { parameterNames, parseSelector } from "../../../contract/schema-variants.js";
import { type MapEntry, type MapNode, nodeAt, type SpecDocument, type SpecNode } from "../../../contract/spec-node.js";
import { redirectionTarget } from "../../../programs/check-shell.js";
import type { CompletionModel, ProjectModel } from "../../model.js";
import type { ToolModel } from "../../tool-model.js";
import { checkTool } from "../check-tool.js";
import type { ToolContext } from "../language/tool-context.js";
import { listedValues, syntheticEntry, syntheticNode } from "./document-tool.js";

/** People wait for it while they type. In milliseconds. */
const defaultTimeoutMs = 5000;

/** Checks the commands that complete the parameters of a prompt or a resource. */
export function checkCompletions(document: ToolContext, schema: JsonObject): Result<readonly CompletionModel[]> {
  const node = nodeAt(document.document.root, ["complete"]);
  const checked = node?.kind === "map" ? node.entries.map((entry) => checkCompletion(document, schema, entry)) : [];
  return [checked.flatMap(([completion]) => completion ?? []), checked.flatMap(([, problems]) => problems)];
}

function checkCompletion(document: ToolContext, schema: JsonObject, entry: MapEntry): Result<CompletionModel | undefined> {
  const { key: name, keySpan, value } = entry;
  const names = parameterNames(schema);
  if (!names.includes(name)) return [undefined, [diagnostic("unknown-parameter", keySpan, { name }, { didYouMean: closest(name, names) })]];
  if (Object.hasOwn(listedValues(schema), name)) return [undefined, [diagnostic("completion-listed", keySpan, { name })]];
  // The shape of the document says what else it must be.
  if (value.kind !== "map") return [undefined, []];
  const call = {
    document: toolOfCompletion(document.document, { ...entry, value }, names),
    hasLimit: false,
    unsafeDiagnostic: (level: RiskLevel) => diagnostic("completion-not-safe", keySpan, { name, problem: `run something ${level}` }),
    writesDiagnostic: (file: string) => diagnostic("completion-not-safe", keySpan, { name, problem: `write to the file '${file}'` }),
  };
  const [tool, found] = checkUnattendedCall(call, document.project);
  // A command may print all values, and other parameters need not matter.
  const problems = found.filter(({ code }) => code !== "unused-parameter");
  if (tool === undefined || problems.some(isError)) return [undefined, problems];
  return [{ parameter: name, usesText: usesParameter(tool, name), tool: namedTool(tool, document, entry) }, problems];
}

/**
 * Returns the document of a tool that prints values of a parameter. It gets that parameter as it was typed so far, and
 * others as far as the client knows them, each as a text that isn't checked yet.
 */
function toolOfCompletion(
  document: SpecDocument,
  { key, keySpan, value }: MapEntry & { readonly value: MapNode },
  names: readonly string[],
): SpecDocument {
  const text = { type: "string" };
  const added = {
    name: "completion",
    description: `Values of ${key}.`,
    kind: "read",
    schema: { properties: Object.fromEntries(names.map((name) => [name, text])), required: [key] },
    // The author vouches for a program that isn't known: what stands here must only read.
    data: names,
  };
  const entries = Object.entries(added).map(([name, one]) => syntheticEntry(name, one, keySpan));
  const paths = pathsOfCompletion(document.root, value, names);
  const others = value.entries.filter((entry) => entry.key !== "paths");
  return { ...document, root: { ...value, entries: [...entries, ...others, ...(paths === undefined ? [] : [paths])] } };
}

function namedTool(tool: ToolModel, document: ToolContext, { key, keySpan, value }: MapEntry): ToolModel {
  const name = `${document.spec.name}.${key}`;
  const hasTimeout = nodeAt(value, ["timeout"]) !== undefined;
  const timeoutMs = hasTimeout ? tool.definition.timeoutMs : Math.min(tool.definition.timeoutMs, defaultTimeoutMs);
  const output = { ...tool.definition.output, keep: "head" as const };
  // A parameter that the command doesn't use leads nowhere.
  const paths = tool.definition.paths.filter(({ target: [param = ""] }) => usesParameter(tool, param));
  // Settings that deny a resource deny what lists its values. They can't name a prompt.
  const otherNames = document.has("resource") && { otherNames: [document.spec.name ?? ""] };
  const definition = { ...tool.definition, name, ...otherNames, timeoutMs, output, paths };
  return { ...tool, name, definition, source: { ...tool.source, nameSpan: keySpan } };
}

/** Returns true if a template of a tool refers to a parameter. */
const usesParameter = ({ definition: { command, cwd, env } }: ToolModel, name: string): boolean => refersTo([command, cwd, env.set], name);

function refersTo(value: unknown, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("from" in value && value.from === "param" && "path" in value && Array.isArray(value.path) && value.path[0] === name) return true;
  return Object.values(value).some((one) => refersTo(one, name));
}

/**
 * Returns the `paths` of the command that completes a parameter: its own, and for other parameters the document's. A
 * path that is being typed needn't exist or have a type yet, and completing only reads, so of the document's rules only
 * the root matters.
 */
function pathsOfCompletion(document: SpecNode, completion: MapNode, names: readonly string[]): MapEntry | undefined {
  const own = completion.entries.find(({ key }) => key === "paths");
  // If it isn't a map, the check of its shape reports it.
  if (own !== undefined && own.value.kind !== "map") return own;
  const ownEntries = own?.value.kind === "map" ? own.value.entries : [];
  const declared = nodeAt(document, ["paths"]);
  const inherited = declared?.kind === "map" ? declared.entries : [];
  const entries = inherited.flatMap((entry): readonly MapEntry[] => {
    // A variable that is a list or an object is one text here.
    const [key = ""] = parseSelector(entry.key);
    return names.includes(key) && !ownEntries.some((one) => one.key === key) ? [{ ...entry, key, value: rootOnly(entry) }] : [];
  });
  const unique = entries.filter(({ key }, i) => entries.findIndex((one) => one.key === key) === i);
  const [first] = [...ownEntries, ...unique];
  if (first === undefined) return own;
  const base = own ?? syntheticEntry("paths", {}, first.keySpan);
  return { ...base, value: { kind: "map", span: base.value.span, entries: [...ownEntries, ...unique] } };
}

/** The rule of a path that is only read, with its root. */
export function rootOnly({ keySpan, value }: Pick<MapEntry, "keySpan" | "value">): SpecNode {
  const root = value.kind === "map" ? value.entries.filter(({ key }) => key === "root") : [];
  return root.length === 0
    ? syntheticNode("read", keySpan)
    : { kind: "map", span: value.span, entries: [syntheticEntry("access", "read", keySpan), ...root] };
}

interface UnattendedCall {
  /** The document of the tool that would run the call. */
  readonly document: SpecDocument;
  /** True if the spec limits the output itself. */
  readonly hasLimit: boolean;
  /** The diagnostics about a call that is not safe, or that writes to a file. */
  unsafeDiagnostic(level: RiskLevel): Diagnostic;
  writesDiagnostic(file: string): Diagnostic;
}

/** Limits of an output that no model reads, unless its spec has its own. */
const maxUnattendedBytes = 1_000_000;
const maxUnattendedLines = 1_000_000;

/**
 * Checks what the server runs without asking anyone, as the tool that would run it. It must be safe and write no file.
 * Returns that tool, whose output is verbatim and has the limits of outputs that no model reads.
 */
export function checkUnattendedCall(
  { document, hasLimit, unsafeDiagnostic: notSafe, writesDiagnostic: writes }: UnattendedCall,
  project: ProjectModel,
): Result<ToolModel | undefined> {
  const [tool, problems] = checkTool(document, project);
  if (tool === undefined) return [undefined, problems];
  const { level } = tool.risk;
  if (level !== "safe") return [undefined, [...problems, notSafe(level)]];
  const { command, paths, output, platforms = {} } = tool.definition;
  const commands = [command, ...Object.values(platforms).map((one) => (one === false ? undefined : one.command))];
  const named = paths.filter(({ access }) => access !== "read").map(({ target }) => `{{${target[0]}}}`);
  const [file] = [...commands.flatMap((one) => (one && redirectionTarget(one)) ?? []), ...named];
  if (file !== undefined) return [undefined, [...problems, writes(file)]];
  const limits = hasLimit
    ? {}
    : { maxLines: maxUnattendedLines, maxBytes: Math.min(maxUnattendedBytes, project.limits.maxBytes ?? maxUnattendedBytes) };
  return [{ ...tool, definition: { ...tool.definition, output: { ...output, ...limits, verbatim: true } } }, problems];
}
