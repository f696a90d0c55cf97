import type { PlanRules } from "../../../contract/definition.js";
import type { Result } from "../../../contract/diagnostic.js";
import { diagnostic } from "../../../contract/diagnostic-codes.js";
import { type MapEntry, type MapNode, nodeAt, type SpecDocument } from "../../../contract/spec-node.js";
import type { ProjectModel } from "../../model.js";
import type { ToolModel } from "../../tool-model.js";
import { checkUnattendedCall, rootOnly } from "./check-completions.js";
import { syntheticEntry } from "./document-tool.js";

/** The keys of a tool that hold for its plan too, unless the plan has its own. */
const shared: ReadonlySet<string> = new Set(["name", "schema", "cwd", "env", "secrets", "tempFiles", "data", "allowLeadingDash"]);

/** People wait for it before they are asked. In milliseconds. */
const defaultTimeoutMs = 120_000;

/**
 * Checks the command that says what a call would do. It runs before anyone is asked, so it must only read, by the same
 * rules as what completes a parameter. `tool` is the checked tool.
 */
export function checkPlan(document: SpecDocument, tool: ToolModel, project: ProjectModel): Result<ToolModel | undefined> {
  const { root } = document;
  const entry = root.kind === "map" ? root.entries.find(({ key }) => key === "plan") : undefined;
  if (root.kind !== "map" || entry === undefined) return [tool, []];
  const { keySpan } = entry;
  if (tool.definition.background !== undefined || tool.host !== undefined)
    return [undefined, [diagnostic("plan-not-possible", keySpan, { what: tool.host === undefined ? "background" : "host" })]];
  const call = {
    document: { ...document, root: planRoot(root, entry) },
    hasLimit: true,
    unsafeDiagnostic: (level: string) => diagnostic("plan-not-safe", keySpan, { problem: `run something ${level}` }),
    writesDiagnostic: (file: string) => diagnostic("plan-not-safe", keySpan, { problem: `write to the file '${file}'` }),
  };
  const [planned, found] = checkUnattendedCall(call, project);
  // What stands in the tool's own keys was reported there.
  const problems = found.filter(({ code }) => !elsewhere.has(code));
  if (planned === undefined) return [undefined, problems];
  const { command, guards, cwd, env, exitCodes, timeoutMs, platforms } = planned.definition;
  const hasTimeout = nodeAt(entry.value, ["timeout"]) !== undefined;
  const plan: PlanRules = {
    ...(command !== undefined && { command }),
    ...(guards !== undefined && { guards }),
    ...{ cwd, env, exitCodes, timeoutMs: hasTimeout ? timeoutMs : defaultTimeoutMs },
    ...(platforms !== undefined && { platforms }),
  };
  return [{ ...tool, definition: { ...tool.definition, plan } }, problems];
}

const elsewhere: ReadonlySet<string> = new Set(["unused-parameter", "unused-secret"]);

/** The document of a tool that runs the plan: with the tool's parameters, whose paths it only reads. */
function planRoot(root: MapNode, { value, keySpan, ...entry }: MapEntry): MapNode {
  const own: readonly MapEntry[] = value.kind === "map" ? value.entries : [{ ...entry, keySpan, key: "command", value }];
  const kept = root.entries.filter(({ key }) => shared.has(key) && !own.some((one) => one.key === key));
  const paths = root.entries.flatMap((one) => (one.key === "paths" ? [readOnly(one)] : []));
  const added = Object.entries({ description: "Says what a call would do.", kind: "read" });
  return { ...root, entries: [...added.map(([key, text]) => syntheticEntry(key, text, keySpan)), ...kept, ...paths, ...own] };
}

const readOnly = (paths: MapEntry): MapEntry =>
  paths.value.kind === "map"
    ? { ...paths, value: { ...paths.value, entries: paths.value.entries.map((entry) => ({ ...entry, value: rootOnly(entry) })) } }
    : paths;
