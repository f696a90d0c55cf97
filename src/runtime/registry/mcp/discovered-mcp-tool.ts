import type { PolicyUpdateOptions, ToolCallConfirmationDetails, ToolConfirmationOutcome } from "../../contract/confirmation.js";
import { Kind } from "../../contract/kind.js";
import { ToolErrorType } from "../../contract/tool-error-type.js";
import type { ToolMetadata } from "../../contract/tool-metadata.js";
import type { ToolResult } from "../../contract/tool-result.js";
import type { JsonObject } from "../../json/json-value.js";
import type { Approvals } from "../../policy/approvals.js";
import { effectiveMetadata } from "../../policy/effective-metadata.js";
import { externalDefinition } from "../../policy/external-definition.js";
import { externalRisk } from "../../policy/metadata-of.js";
import type { ToolOrigin } from "../../policy/tool-origin.js";
import { BaseDeclarativeTool } from "../../tool/base-declarative-tool.js";
import type { ExecuteOptions } from "../../tool/execute-options.js";
import { failedResult } from "../../tool/failed-result.js";
import { contextOfCall, type ToolEnvironment } from "../../tool/tool-environment.js";
import { checkedTool } from "../discovered-info.js";
import { ExternalInvocation } from "../external-invocation.js";
import type { Lifetime } from "../lifetime.js";
import type { ReportProblem } from "../registry-problem.js";
import type { McpProgress } from "./mcp-connection.js";
import { ChangedToolError, type McpServer } from "./mcp-server.js";
import type { McpTool } from "./read-tools.js";
import { resultOfContent } from "./result-of-content.js";

/** The data that the tools of a server share. */
export interface McpToolContext {
  readonly server: McpServer;
  readonly environment: ToolEnvironment;
  readonly approvals: Approvals;
  readonly lifetime: Lifetime;
  readonly onProblem: ReportProblem;
  /** The hashes of all tools that the server declared with it. */
  readonly declared: ReadonlySet<string>;
}

/**
 * A tool of an MCP server (Gemini CLI's `DiscoveredMCPTool`). The user is asked before a call, whatever the server
 * declares, unless the server is trusted or the user's settings say otherwise.
 */
export class DiscoveredMCPTool extends BaseDeclarativeTool<JsonObject, ToolResult> {
  readonly #tool: McpTool;
  readonly #context: McpToolContext;

  constructor(name: string, tool: McpTool, context: McpToolContext) {
    const { title: displayName, description, inputSchema: parameterSchema } = tool;
    const kind = tool.annotations.readOnlyHint === true ? Kind.Read : Kind.Other;
    const risk = { ...externalRisk, requiresConfirmation: context.server.settings.trust !== true };
    super(checkedTool({ name, displayName, description, kind, risk, parameterSchema }, context.onProblem));
    this.#tool = tool;
    this.#context = context;
  }

  /** The alias of its server in `mcpServers`. */
  get serverName(): string {
    return this.#context.server.name;
  }

  /** The name that the server uses for it. */
  get serverToolName(): string {
    return this.#tool.name;
  }

  override get metadata(): ToolMetadata {
    return effectiveMetadata(this.decidedBy, this.risk, contextOfCall(this.#context.environment, this.decidedBy));
  }

  /**
   * The parts that decide its calls. Settings select the tool by its name here, by its server's alias and its name
   * there, or by its server. Some of them apply only as long as its declaration stays the same.
   */
  get decidedBy() {
    const otherNames = [`${this.serverName}__${this.serverToolName}`];
    const { declared } = this.#tool;
    return externalDefinition({ name: this.name, otherNames, server: this.serverName, declared }, this.risk);
  }

  get origin(): ToolOrigin {
    return { server: this.serverName, declared: this.#tool.declared, ofServer: this.#context.declared };
  }

  override get toolAnnotations(): Record<string, unknown> {
    return { ...this.#tool.annotations };
  }

  protected override createInvocation(params: JsonObject): McpInvocation {
    return new McpInvocation(params, this, this.#context);
  }
}

class McpInvocation extends ExternalInvocation {
  readonly #tool: DiscoveredMCPTool;
  readonly #context: McpToolContext;

  constructor(params: JsonObject, tool: DiscoveredMCPTool, context: McpToolContext) {
    super(params, tool, context);
    this.#tool = tool;
    this.#context = context;
  }

  override getPolicyUpdateOptions(_outcome: ToolConfirmationOutcome): PolicyUpdateOptions {
    return { mcpName: this.#tool.serverName, toolName: this.#tool.serverToolName };
  }

  /**
   * A denial by settings, a failure of the server, the connection or the call, a time limit and an aborted signal are
   * results with `error`.
   */
  override async execute({ abortSignal, updateOutput }: ExecuteOptions): Promise<ToolResult> {
    const { server, lifetime } = this.#context;
    const { name, serverToolName, serverName, origin } = this.#tool;
    const denied = this.whyDenied();
    if (denied !== undefined) return denied;
    try {
      const onProgress = updateOutput && ((progress: McpProgress) => updateOutput(progressText(progress)));
      const answer = await lifetime.run(abortSignal, (signal) =>
        server.callTool({ name: serverToolName, declared: origin.declared }, this.params, { signal, ...(onProgress && { onProgress }) }),
      );
      return resultOfContent(answer, name);
    } catch (error) {
      if (error instanceof ChangedToolError) return failedResult(changed(name), ToolErrorType.PolicyViolation);
      if (abortSignal.aborted || lifetime.isOver) return failedResult(`${name} was cancelled.`, ToolErrorType.McpToolError);
      const reason = error instanceof Error ? error.message : String(error);
      return failedResult(`${name} failed. The MCP server '${serverName}': ${reason}`, ToolErrorType.McpToolError);
    }
  }

  protected override async getConfirmationDetails(): Promise<ToolCallConfirmationDetails> {
    const { serverName, serverToolName, displayName, description, parameterSchema } = this.#tool;
    return {
      type: "mcp",
      title: `${displayName}: call this tool of the MCP server '${serverName}'?`,
      serverName,
      toolName: serverToolName,
      toolDisplayName: displayName,
      toolArgs: { ...this.params },
      toolDescription: description,
      toolParameterSchema: parameterSchema,
      ...(this.hasLapsed && { systemMessage: lapsed }),
      onConfirm: (outcome) => this.confirmed(outcome),
    };
  }
}

const changed = (name: string) =>
  `${name} was not run: its server has changed the declaration of this tool since the call was made. Read its description, and make the call again if it is still right.`;

const lapsed = "An earlier approval no longer applies: this tool is new, or its server now describes it differently.";

const progressText = ({ message, progress, total }: McpProgress) =>
  message ?? (total === undefined ? `${progress}` : `${progress} of ${total}`);
