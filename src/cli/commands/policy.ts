import { decideTool } from "../../call/decide-tool.js";
import { riskSettingsFor, ruleText, type Settings, unknownTargets } from "../../call/risk-settings.js";
import { type GeminiMode, geminiArguments, geminiDecisions, geminiPolicyInput } from "../../compiler/gemini-policy.js";
import { type Model, modelFor } from "../../compiler/model.js";
import type { ToolModel } from "../../compiler/tool-model.js";
import { printable } from "../../contract/display-text.js";
import { principalName } from "../../contract/risk.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { commandLineSettings, noSettings, userSettings } from "../io/input.js";
import type { Terminal } from "../io/terminal.js";
import { compileOrReport } from "../project/compile-or-report.js";

export interface PolicyRequest extends GlobalOptions {
  readonly json?: true;
  readonly client?: "gemini";
  readonly mode?: GeminiMode;
  readonly headless?: true;
  readonly risk?: readonly string[];
}

/** The decision about the calls of a tool, and the rule that made it. */
interface Row {
  readonly tool: string;
  /** The highest level of all calls. */
  readonly level: string;
  /** The highest level of the calls that the decision is about. */
  readonly decidedLevel: string;
  readonly requiresConfirmation: boolean;
  readonly decision: string;
  readonly rule: string;
  /** The rules that deny calls, if only some are denied. */
  readonly deniedBy?: readonly string[];
  /** The client whose own tool it is. */
  readonly host?: string;
}

interface ClientRow extends Row {
  readonly arguments: readonly { readonly when: string; readonly decision: string }[];
  readonly lost: readonly { readonly rule: string; readonly decision: string; readonly because: string }[];
}

/**
 * `toolgen policy`: shows the decisions about calls under the specs, the project's settings and the user's, or a
 * client's decisions by its compiled policy.
 */
export async function policy(request: PolicyRequest, terminal: Terminal): Promise<number> {
  const { client, mode = "default", headless } = request;
  if (client === undefined && (request.mode !== undefined || headless))
    throw new UsageError("--mode and --headless are about a client.", "Add --client gemini.");
  if (client !== undefined && request.risk !== undefined)
    throw new UsageError("--risk is not part of a client's policy.", "Set it in toolgen.yaml, and build.");
  const settings = { user: userSettings(terminal), commandLine: commandLineSettings(request.risk) };
  const compilation = await compileOrReport(request, terminal);
  if (compilation === undefined) return exitCode.failed;
  const { tools, hosted } = compilation.model;
  const rows =
    client === undefined
      ? [...tools, ...hosted].map((tool) => rowOf(tool, settings))
      : modelFor(compilation.model, client).tools.map((tool) => clientRow(tool, { mode, headless: headless === true }));
  const { model } = compilation;
  for (const line of [...unmatched(settings.user, model), ...unmatched(settings.commandLine, model, "--risk speaks")])
    terminal.err(`${line}\n`);
  terminal.out(request.json ? `${JSON.stringify(rows, null, 2)}\n` : table(rows));
  return exitCode.done;
}

/**
 * Returns the user's settings for tools that don't exist here, or for parameters that a tool lacks. A user has other
 * projects too, so they aren't errors.
 */
export function unmatched(settings: Settings, model: Model, speaks = "The user's settings name"): readonly string[] {
  const all = [...model.tools, ...model.hosted];
  // Only programs with registries know which servers there are.
  const here = {
    tools: all.map(({ name }) => name),
    aliases: Object.fromEntries(all.flatMap(({ name, nameAliases }) => nameAliases.map((alias) => [alias, name]))),
    resources: () => model.resources.map(({ tool }) => tool.name),
    toolsets: () => all.flatMap(({ toolsets }) => toolsets),
  };
  const params = Object.entries(settings.overrides).flatMap(([target, list]) => {
    const declaredParams = all.find(({ name }) => name === target)?.definition.params;
    const wrong = list.flatMap(({ when }) =>
      when.filter(({ param }) => declaredParams !== undefined && param !== principalName && !declaredParams.includes(param)),
    );
    return wrong.map(({ param }) => `${speaks} of a parameter '${param}', which '${target}' doesn't have.`);
  });
  return [...unknownTargets(settings, here, speaks), ...params];
}

/** The user's settings, from a file and for this run. */
interface PolicySettings {
  readonly user: Settings;
  readonly commandLine: Settings;
}

function rowOf(tool: ToolModel, { user, commandLine }: PolicySettings): Row {
  const riskSettings = { user: riskSettingsFor(user, tool), commandLine: riskSettingsFor(commandLine, tool) };
  const { level, decidedLevel, decision, from, deniedBy } = decideTool(tool.definition, riskSettings);
  return {
    tool: tool.name,
    level,
    decidedLevel,
    requiresConfirmation: decision === "ask",
    decision,
    rule: ruleText(tool.definition, { from }),
    ...(deniedBy.length > 0 && { deniedBy: deniedBy.map((one) => ruleText(tool.definition, { from: one })) }),
    ...(tool.host === undefined ? {} : { host: tool.host }),
  };
}

/**
 * The client's decision by its policy: `arguments` are the calls with another decision, `lost` the rules that the
 * policy can't express.
 */
function clientRow(tool: ToolModel, { mode, headless }: { readonly mode: GeminiMode; readonly headless: boolean }): ClientRow {
  const decision = geminiDecisions(tool)[mode][headless ? "headless" : "interactive"];
  const { rules, lost } = geminiArguments(tool);
  const holds = (rule: (typeof rules)[number]) => rule.decision === "deny" || mode !== "plan" || geminiPolicyInput(tool).inPlanMode;
  const differing = rules.filter((rule) => holds(rule) && rule.decision !== decision);
  const { deniedBy: _, ...row } = rowOf(tool, { user: noSettings, commandLine: noSettings });
  return {
    ...row,
    decision,
    arguments: differing.map((rule) => ({ when: rule.when, decision: rule.decision })),
    lost: lost.map(({ rule, ...one }) => ({ rule: ruleText(tool.definition, { from: rule === "risk" ? undefined : rule }), ...one })),
  };
}

function table(rows: readonly (Row & Partial<ClientRow>)[]): string {
  const keys = ["tool", "decision", "decidedLevel"] as const;
  const widths = keys.map((key) => Math.max(0, ...rows.map((row) => row[key].length)));
  return rows
    .flatMap((row) => [[...keys.map((key, i) => row[key].padEnd(widths[i] ?? 0)), row.rule].join("  "), ...differences(row)])
    .map((line) => `${printable(line)}\n`)
    .join("");
}

/** Returns a line for each difference by arguments. */
function differences({ deniedBy = [], arguments: differing = [], lost = [] }: Row & Partial<ClientRow>): readonly string[] {
  return [
    ...deniedBy.map((rule) => `  some calls are denied by ${rule}`),
    ...differing.map(({ when, decision }) => `  ${decision} where ${when}`),
    ...lost.map(({ rule, decision, because }) => `  lost: ${rule} (${decision}): ${because}`),
  ];
}
