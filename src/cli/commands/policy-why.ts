import { forPlatform } from "../../runtime/call/for-platform.js";
import { exactly } from "../../runtime/call/parse-params.js";
import { prepareCall } from "../../runtime/call/prepare-call.js";
import { decideRisk } from "../../runtime/policy/decide-risk.js";
import { riskSettingsFor } from "../../runtime/policy/read-settings.js";
import { ruleText } from "../../runtime/policy/rule-text.js";
import { renderRefusal } from "../../runtime/refusal/refusal.late.js";
import { exitCode } from "../exit-code.js";
import type { Terminal } from "../io/terminal.js";
import type { GlobalOptions } from "../options.js";
import { commandLineSettings } from "../project/command-line-settings.js";
import { compileOrReport } from "../project/compile-or-report.js";
import { toolNamed } from "../project/find-tool-model.js";
import { loadCompiledTool } from "../project/load-compiled-tool.js";
import { projectRoot } from "../project/open-project.js";
import { UsageError } from "../usage-error.js";
import { userSettings } from "./policy.js";

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
