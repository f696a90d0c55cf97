import type { Result } from "../../diagnostics/diagnostic.js";
import type { HttpRequest } from "../../runtime/contract/http-request.js";
import type { TextTemplate } from "../../runtime/contract/text-template.js";
import type { ToolContext } from "../context.js";
import { checkHttp } from "../http/check-http.js";
import { type CheckedMcp, checkMcp } from "../mcp/check-mcp.js";
import { checkShell } from "../shell/check-shell.js";
import type { TemplateContext } from "../template/check-text.js";
import { type CheckedHandler, checkHandler } from "./check-handler.js";
import { type CheckedCommand, checkCommand } from "./command.js";
import { type CommandFindings, type CommandRules, checkCommandRules } from "./command-rules.js";
import { checkEnvironment } from "./environment.js";
import { type CheckedPlatforms, checkPlatforms } from "./platforms.js";

/** Each way to run a tool, compiled. One that is missing from the spec, or wrong in it, is `undefined`. */
export interface CheckedExecutions {
  /** The command or the script. */
  readonly command: CheckedCommand | undefined;
  readonly findings: CommandFindings;
  readonly handler: CheckedHandler | undefined;
  readonly http: HttpRequest | undefined;
  readonly mcp: CheckedMcp | undefined;
  readonly envSet: Readonly<Record<string, TextTemplate>>;
  readonly platforms: CheckedPlatforms;
}

export function checkExecutions(tool: ToolContext, context: TemplateContext, rules: CommandRules): Result<CheckedExecutions> {
  const { shell, command: value, env } = tool.spec;
  const [command, commandProblems] =
    shell === undefined
      ? checkCommand(tool, context, { value, path: ["command"] })
      : checkShell(tool, context, { value: shell, path: ["shell"], input: rules.input });
  const [handler, handlerProblems] = checkHandler(tool);
  const findings = checkCommandRules(tool, command, rules);
  const [envSet, envProblems] = checkEnvironment(tool, context, { env, path: ["env"] });
  const [platforms, platformProblems] = checkPlatforms(tool, { templates: context, rules, base: command });
  const [http, httpProblems] = checkHttp(tool, context);
  const [mcp, mcpProblems] = checkMcp(tool, context);
  return [
    { command, findings, handler, http, mcp, envSet, platforms },
    [...httpProblems, ...mcpProblems, ...commandProblems, ...handlerProblems, ...findings.problems, ...envProblems, ...platformProblems],
  ];
}
