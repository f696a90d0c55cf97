import { diagnostic } from "../../diagnostics/codes.js";
import { isError, type Result } from "../../diagnostics/diagnostic.js";
import type { CompletionModel, ToolModel } from "../../model/tool.js";
import type { RiskLevel } from "../../runtime/contract/risk.js";
import type { JsonObject } from "../../runtime/json/json-value.js";
import { closest } from "../../runtime/text/closest.js";
import { type MapEntry, type MapNode, nodeAt, type SpecDocument } from "../../source/spec-node.js";
import type { ToolContext } from "../context.js";
import { parameterNames } from "../schema/types.js";
import { checkUnattendedCall } from "./check-unattended-call.js";
import { listedValues } from "./listed-values.js";
import { pathsOfCompletion } from "./paths-of-completion.js";
import { syntheticEntry } from "./synthetic-node.js";

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
