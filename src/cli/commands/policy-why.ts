import { exactly } from "../../call/call-arguments.js";
import { decideRisk } from "../../call/decide-risk.js";
import { forPlatform } from "../../call/execute-call.js";
import { prepareCall } from "../../call/prepare-call.js";
import { renderRefusal } from "../../call/refusal.late.js";
import { riskSettingsFor, ruleText } from "../../call/risk-settings.js";
import { exitCode, type GlobalOptions, UsageError } from "../command.js";
import { commandLineSettings, userSettings } from "../io/input.js";
import type { Terminal } from "../io/terminal.js";
import { compileOrReport, toolNamed } from "../project/compile-or-report.js";
import { loadCompiledTool } from "../project/load-compiled-tool.js";
import { projectRoot } from "../project/open-project.js";

export interface PolicyWhyRequest extends GlobalOptions {
  readonly tool: string;
  readonly json: string | undefined;
  readonly principal?: string;
  readonly risk?: readonly string[];
}

/**
 * `toolgen policy why`: repairs and checks the arguments of one call, and shows its decision and the rule that made it.
 * Starts nothing.
 */
export async function policyWhy(request: PolicyWhyRequest, terminal: Terminal): Promise<number> {
  const input = argumentsOf(request.json ?? "{}");
  const user = userSettings(terminal);
  const now = commandLineSettings(request.risk);
  const compilation = await compileOrReport(request, terminal, ["bin", "hosted"]);
  if (compilation === undefined) return exitCode.failed;
  const model = toolNamed(compilation.model, request.tool);
  const projectDir = projectRoot(request, terminal);
  const tool = forPlatform(loadCompiledTool(compilation.files, model.name, projectDir), process.platform);
  const context = {
    workspace: terminal.launchDir,
    projectDir,
    env: terminal.environment,
    ...(request.principal !== undefined && { principal: request.principal }),
  };
  const prepared = prepareCall(tool, input, context);
  if (!prepared.ok) {
    terminal.err(`${renderRefusal(model.name, prepared)}\n`);
    return exitCode.usage;
  }
  const { params } = prepared.call;
  const decided = decideRisk(tool.definition, params, context, {
    user: riskSettingsFor(user, model),
    commandLine: riskSettingsFor(now, model),
  });
  const { level, requiresConfirmation, decision, impact, rule, from } = decided;
  const because = ruleText(model.definition, { from, rule });
  const answer = {
    tool: model.name,
    params,
    level,
    requiresConfirmation,
    decision,
    rule: because,
    ...(impact === undefined ? {} : { impact }),
  };
  terminal.out(`${JSON.stringify(answer, null, 2)}\n`);
  return exitCode.done;
}

function argumentsOf(json: string): unknown {
  try {
    const parsed = exactly(JSON.parse(json), json);
    if (parsed.ok) return parsed.value;
    throw new UsageError(parsed.message, `Give one JSON object, such as '{"path": "a.txt"}'.`);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError("The arguments are not valid JSON.", `Give one JSON object, such as '{"path": "a.txt"}'.`);
  }
}
